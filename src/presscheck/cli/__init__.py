"""The command line: thin commands, each over one room."""
