"""The history of the schema, one step a file."""
