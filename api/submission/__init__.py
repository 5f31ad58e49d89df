"""The form for a new job, its cost and the methods."""
