"""The door to the kernels: opens a shard of any kind. A kind's kernels are loaded when its first shard is opened."""

from __future__ import annotations

from functools import cache
from pkgutil import resolve_name
from typing import Any, cast

from engine.runners.base import Opener, Shard, ShardRunner

RUNNERS: dict[str, str] = {
    "construct": "engine.runners.construction:ConstructionRunner",
    "distance": "engine.runners.distance:DistanceRunner",
    "enumerate": "engine.runners.enumeration:open_enumeration",
    "sample": "engine.runners.sampling:open_sampling",
    "test-generator": "engine.runners.generator_test:open_generator_test",
}
"""The specification's `kind` to the name of what opens one of its shards."""


def open_shard(shard: Shard[Any]) -> ShardRunner:
    """Load a shard into memory."""
    return _opener(RUNNERS[shard.spec.kind])(shard)


@cache
def _opener(name: str) -> Opener:
    return cast("Opener", resolve_name(name))
