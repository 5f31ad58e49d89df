"""`cavalier reproduce`: the published tables, recomputed by ordinary jobs."""
