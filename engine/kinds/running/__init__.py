"""Each kind of shard: how it is advanced. The only modules that load kernels."""
