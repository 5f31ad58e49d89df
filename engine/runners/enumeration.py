"""Opens the shards of enumerations whose method was chosen when they were planned."""

from __future__ import annotations

from engine.kinds.frontier import is_sweep
from engine.kinds.inclusion_exclusion import is_sets
from engine.runners.base import Shard, ShardRunner
from engine.runners.frontier import FrontierRunner
from engine.runners.inclusion_exclusion import InclusionExclusionRunner
from engine.runners.search import SearchRunner
from engine.specification.problem import EnumerateProblem


def open_chosen(shard: Shard[EnumerateProblem]) -> ShardRunner:
    """Open a shard of the method `auto`: its target tells a sweep or sets of squares."""
    if is_sets(shard.target):
        return InclusionExclusionRunner(shard)
    return FrontierRunner(shard) if is_sweep(shard.target) else SearchRunner(shard)
