"""Celery workers: claim a shard, run a slice, commit."""
