"""The worker's process and machine: memory, locks, restarts."""
