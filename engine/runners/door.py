"""The door to the kernels: opens a shard of any kind. Importing it loads numba."""

from __future__ import annotations

from collections.abc import Callable, Mapping
from typing import Any

from engine.kinds.base import Arrays
from engine.runners.base import ShardRunner
from engine.runners.construction import ConstructionRunner
from engine.runners.distance import open_distance
from engine.runners.enumeration import open_enumeration
from engine.runners.generator_test import open_generator_test
from engine.runners.sampling import open_sampling

Opener = Callable[[Any, Mapping[str, Any], Arrays | None], ShardRunner]

RUNNERS: dict[str, Opener] = {
    "sample": open_sampling,
    "construct": ConstructionRunner,
    "distance": open_distance,
    "enumerate": open_enumeration,
    "test-generator": open_generator_test,
}
"""The specification's `kind` to what opens one of its shards."""


def open_shard(specification: Any, target: Mapping[str, Any], checkpoint: Arrays | None) -> ShardRunner:  # noqa: ANN401  each kind has its own model
    """Load a shard into memory; `checkpoint` None begins it."""
    return RUNNERS[specification.kind](specification, target, checkpoint)
