"""Programs elsewhere are told of what becomes of a job."""
