"""Opens the shards of enumerations: each method has its own runner."""

from __future__ import annotations

from collections.abc import Callable

from engine.kinds.frontier import is_sweep
from engine.kinds.method import method_of
from engine.runners.base import Shard, ShardRunner
from engine.runners.counted import CountedRunner
from engine.runners.frontier import FrontierRunner
from engine.runners.search import SearchRunner
from engine.specification.kinds import EnumerateSpecification

METHODS: dict[str, Callable[[Shard[EnumerateSpecification]], ShardRunner]] = {
    "backtrack": SearchRunner,
    "board-array": CountedRunner,
    "frontier": FrontierRunner,
    "link-cutting": CountedRunner,
    "warnsdorff": SearchRunner,
}
"""The specification's `method` to what opens one of its shards."""


def open_enumeration(shard: Shard[EnumerateSpecification]) -> ShardRunner:
    """Open a shard with its method's runner; the target tells a sweep, whichever method was asked for."""
    return METHODS["frontier" if is_sweep(shard.target) else method_of(shard.spec)](shard)
