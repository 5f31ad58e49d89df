"""The interface of every runner: a shard in memory that can be advanced by bounded steps and saved between them."""

from __future__ import annotations

from collections.abc import Callable, Mapping
from dataclasses import dataclass
from typing import Any, Generic, Protocol, TypeVar

import numpy as np
from numpy.typing import NDArray

from engine.arrays import Arrays
from engine.files import ShardFiles
from engine.specification.fields import Specification
from engine.specification.problem import ParsedSpecification

Problem_co = TypeVar("Problem_co", bound=ParsedSpecification[Specification], covariant=True)


@dataclass(frozen=True)
class Shard(Generic[Problem_co]):
    """What a runner opens: a part of a job.

    problem: of the job. target: the shard's task. checkpoint: its last one, None at its beginning. files: None where
    the worker has no folder for them. memory: bytes that it may use.
    """

    problem: Problem_co
    target: Mapping[str, object]
    checkpoint: Arrays | None = None
    files: ShardFiles | None = None
    memory: int = 2 << 30


class ShardRunner(Protocol):
    """A shard being worked on.

    After any sequence of `step` calls the state reached depends only on the total work done, never on how it was cut.
    """

    def step(self, work: int) -> int:
        """Advance by at most about `work` units (nodes, walks, squares: the kind's own unit); return the units done.

        A worker adapts `work` so that one call takes about 50 ms; a call must not take longer than a second
        for any `work` it has not seen to be slow.
        """

    @property
    def is_finished(self) -> bool:
        """Whether the target is reached."""

    @property
    def progress(self) -> float:
        """Estimated share done of all that this shard will ever do, 0 to 1."""

    def checkpoint(self) -> Arrays:
        """Return everything needed to continue, as named arrays (no objects).

        What is too large for a row, or is sent to other shards, goes to the shard's files where it has any; the
        checkpoint then holds their names, which are digests.
        """

    def statistics(self) -> Arrays:
        """Return the small cumulative arrays that `Kind.merge` needs."""

    def take_tours(self) -> NDArray[np.int32]:
        """Return and forget the tours found since the last call: int32 (k, size), square numbers in tour order."""


class NoTours:
    """Base of the runners that meet no single tour, or keep none."""

    def take_tours(self) -> NDArray[np.int32]:
        """Return no tours."""
        return np.empty((0, 0), np.int32)


Opener = Callable[[Shard[Any]], ShardRunner]
"""Loads a shard of one kind into memory."""
