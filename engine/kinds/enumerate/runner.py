"""Opens the shards of enumerations whose method was chosen when they were planned."""

from __future__ import annotations

from engine.kinds.enumerate.inclusion_exclusion.planner import is_sets
from engine.kinds.enumerate.inclusion_exclusion.runner import InclusionExclusionRunner
from engine.kinds.enumerate.search.runner import SearchRunner
from engine.kinds.enumerate.specification import EnumerateProblem
from engine.kinds.enumerate.sweep.planner import is_sweep
from engine.kinds.enumerate.sweep.runner import FrontierRunner
from engine.kinds.running.shard_runner import Shard, ShardRunner


def open_chosen(shard: Shard[EnumerateProblem]) -> ShardRunner:
    """Open a shard of the method `auto`: a sweep or sets of squares where its target says so, else a search."""
    if is_sets(shard.target):
        return InclusionExclusionRunner(shard)
    return FrontierRunner(shard) if is_sweep(shard.target) else SearchRunner(shard)
