"""Notes and tags that people put on jobs, campaigns and boards."""
