"""The life of a job: submission, shards, leases, commits, result. Only this package writes job state."""
