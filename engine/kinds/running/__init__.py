"""The common parts of the runners, which advance shards."""
