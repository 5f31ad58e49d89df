"""Tours and counts of another database."""
