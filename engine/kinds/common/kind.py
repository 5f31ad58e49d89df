"""The interface of every kind of job: its shards, its rounds, its result. Never loads numba.

A job's life in these terms: `plan` cuts the problem into shards; a runner (engine/kinds/running) advances each
shard; when every shard is finished `follow` may extend them or add more (the next round), or end the job; `merge`
turns the shards' statistics, in index order, into the result, at the end and, for progress, at any time before.
"""

from __future__ import annotations

from collections.abc import Callable, Mapping, Sequence
from dataclasses import dataclass, field
from typing import Any, Protocol, TypeVar, runtime_checkable

from engine.arrays import Arrays
from engine.files import Files
from engine.specification.fields import Specification
from engine.specification.problem import ParsedSpecification
from engine.specification.result import Result


@dataclass(frozen=True)
class ShardPlan:
    """One independent part of a job.

    index: its number in the job, from 0; merging goes in this order.
    label: its name for people ("start [1, 1]", "stream 3").
    target: JSON object that tells the runner what to do; immutable, except that a later round may extend it.
    """

    index: int
    label: str
    target: Mapping[str, object]


@dataclass(frozen=True)
class Plan:
    """How a job starts: its shards or, where no work is needed, its result at once.

    advice: why the job may take far longer than its question needs, and what to ask instead.
    """

    shards: Sequence[ShardPlan] = ()
    result: Result | None = None
    advice: str | None = None


@dataclass(frozen=True)
class ShardRecord:
    """What the store knows of one shard.

    statistics: the runner's small cumulative arrays, empty before the first slice.
    """

    index: int
    target: Mapping[str, object]
    is_finished: bool = False
    cpu_seconds: float = 0.0
    statistics: Arrays = field(default_factory=dict)


Problem_contra = TypeVar("Problem_contra", bound=ParsedSpecification[Specification], contravariant=True)


class Kind(Protocol[Problem_contra]):
    """One kind of job: what it does with problems of its own specification."""

    def check(self, problem: Problem_contra, /) -> None:
        """Raise InvalidProblemError where a quick check shows that no plan can be made: the request waits for it."""

    def plan(self, problem: Problem_contra, /) -> Plan:
        """Cut the job into shards; InvalidProblemError where it makes no sense. A worker plans what may take long."""

    def follow(self, problem: Problem_contra, shards: Sequence[ShardRecord], /) -> Sequence[ShardPlan]:
        """Return the next round, once all shards are finished; a known index extends that shard, () ends the job."""

    def merge(self, problem: Problem_contra, shards: Sequence[ShardRecord], /) -> Result:
        """Merge the statistics of the shards, in index order, into the result known so far."""


def unknown() -> float | None:
    """Return None, for an unknown error."""
    return None


@dataclass(frozen=True)
class Spent:
    """The work of a job so far. error: returns the relative error of its main estimate, None while there is none."""

    work: int = 0
    cpu_seconds: float = 0.0
    error: Callable[[], float | None] = unknown


Spec_contra = TypeVar("Spec_contra", bound=Specification, contravariant=True)


@runtime_checkable
class Budgeted(Protocol[Spec_contra]):
    """A kind whose jobs run in rounds until a budget is spent: their current shards do not show the whole work."""

    def whole_work(self, spec: Spec_contra, spent: Spent, /) -> float | None:
        """Return the units of work of the whole job, an estimate unless the job states them; None while unknown."""


@runtime_checkable
class NeedsFiles(Protocol[Problem_contra]):
    """A kind whose jobs may read files that other jobs have left."""

    def check_files(self, problem: Problem_contra, kept: Files | None, /) -> None:
        """Raise InvalidProblemError where the job reads a file that is not kept. kept: None without a folder."""


class OneRound:
    """Base of the kinds whose jobs end when the shards planned at first are finished."""

    def check(self, _problem: Any, /) -> None:  # noqa: ANN401  any problem
        """Accept every specification."""

    def follow(self, _problem: object, _shards: Sequence[ShardRecord], /) -> Sequence[ShardPlan]:
        """Return no further shards."""
        return ()
