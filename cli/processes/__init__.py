"""Commands that are or start the processes that serve and work."""
