"""The door to the kernels: opens a shard of any kind. A kind's kernels are loaded when its first shard is opened."""

from __future__ import annotations

from collections.abc import Mapping
from functools import cache
from pkgutil import resolve_name
from typing import Any, cast

from engine.kinds.base import Arrays
from engine.runners.base import Opener, ShardRunner

RUNNERS: dict[str, str] = {
    "construct": "engine.runners.construction:ConstructionRunner",
    "distance": "engine.runners.distance:open_distance",
    "enumerate": "engine.runners.enumeration:open_enumeration",
    "sample": "engine.runners.sampling:open_sampling",
    "test-generator": "engine.runners.generator_test:open_generator_test",
}
"""The specification's `kind` to the name of what opens one of its shards."""


def open_shard(specification: Any, target: Mapping[str, Any], checkpoint: Arrays | None) -> ShardRunner:  # noqa: ANN401  each kind has its own model
    """Load a shard into memory; `checkpoint` None begins it."""
    return _opener(RUNNERS[specification.kind])(specification, target, checkpoint)


@cache
def _opener(name: str) -> Opener:
    return cast("Opener", resolve_name(name))
