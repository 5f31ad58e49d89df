"""Commands that work on the database itself."""
