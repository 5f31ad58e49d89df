"""Workers: claim a shard, run a slice, commit."""
