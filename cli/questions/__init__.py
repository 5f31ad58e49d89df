"""Questions that need no JSON: each makes one job, here or at a service, and prints its answer."""
