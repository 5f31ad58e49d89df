"""Each kind of job: how it is cut into shards and how their statistics are merged. Never loads numba."""
