"""The command line: thin commands, each calls one room."""
