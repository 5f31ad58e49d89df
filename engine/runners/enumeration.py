"""Opens the shards of enumerations: each method has its own runner."""

from __future__ import annotations

from collections.abc import Callable, Mapping
from typing import Any

from engine.kinds.base import Arrays
from engine.kinds.method import method_of
from engine.runners.base import ShardRunner
from engine.runners.search import SearchRunner
from engine.specification.kinds import EnumerateSpecification

METHODS: dict[str, Callable[[EnumerateSpecification, Mapping[str, Any], Arrays | None], ShardRunner]] = {
    "backtrack": SearchRunner,
    "warnsdorff": SearchRunner,
}
"""The specification's `method` to what opens one of its shards."""


def open_enumeration(spec: EnumerateSpecification, target: Mapping[str, Any], checkpoint: Arrays | None) -> ShardRunner:
    """Open a shard with its method's runner."""
    return METHODS[method_of(spec)](spec, target, checkpoint)
