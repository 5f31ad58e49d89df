"""Opens the shards of censuses whose method the statistics choose."""

from __future__ import annotations

from engine.kinds.census.choice import is_weighted
from engine.kinds.census.runner import CensusRunner
from engine.kinds.census.specification import CensusProblem
from engine.kinds.census.weighted.runner import open_weighted
from engine.kinds.running.shard_runner import Shard, ShardRunner


def open_chosen(shard: Shard[CensusProblem]) -> ShardRunner:
    """Open a shard of the method `auto`."""
    return open_weighted(shard) if is_weighted(shard.problem) else CensusRunner(shard)
