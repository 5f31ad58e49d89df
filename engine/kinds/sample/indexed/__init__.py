"""Tours drawn by their number in an index."""
