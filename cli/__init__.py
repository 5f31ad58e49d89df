"""The `cavalier` command."""
