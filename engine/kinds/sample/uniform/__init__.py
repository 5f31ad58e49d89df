"""Tours drawn uniformly from a sweep."""
