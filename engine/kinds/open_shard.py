"""The entry to the kernels: opens a shard of any kind. A kind's kernels are loaded when its first shard is opened."""

from __future__ import annotations

from functools import cache
from pkgutil import resolve_name
from typing import Any, cast

from engine.kinds.methods import get_method
from engine.kinds.running.shard_runner import Opener, Shard, ShardRunner


def open_shard(shard: Shard[Any]) -> ShardRunner:
    """Load a shard into memory."""
    spec = shard.problem.spec
    runner = get_method(spec.kind, spec.asked_method).runner
    assert runner is not None, f"jobs of kind {spec.kind} have no work to do"
    return _opener(runner)(shard)


@cache
def _opener(name: str) -> Opener:
    return cast("Opener", resolve_name(name))
