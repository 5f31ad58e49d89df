"""The sentences about a kind of job."""

from __future__ import annotations

from collections.abc import Callable, Mapping, Sequence
from dataclasses import dataclass
from typing import Any, Literal, Protocol

from engine.search.frontier.estimate import SweepEstimate
from engine.specification.fields import Specification
from engine.specification.problem import ParsedSpecification
from engine.specification.result import Result
from language.translate import gettext_noop

StoredSpecification = Mapping[str, Any]
"""A specification as it is stored, or with squares as they are shown."""

SORTS = {"any": "tour", "closed": "closed tour", "open": "open tour"}
"""The specification's `tours`, each as one tour."""


class Figure(Protocol):
    """A figure in the result of a job."""

    @property
    def quantity(self) -> str:
        """What is counted."""

    @property
    def exact(self) -> bool:
        """Whether it is exact, not an estimate."""

    @property
    def value(self) -> str | float:
        """Exact decimals as text, or an estimate."""

    @property
    def number(self) -> float:
        """The value as a float."""

    @property
    def error(self) -> float:
        """One standard error, 0 where the figure is exact."""

    @property
    def warnings(self) -> Sequence[str]:
        """The sentence beside it."""


@dataclass(frozen=True)
class FoundResult:
    """The results of a job.

    method: that of the job, None where its kind has no choice of one. specification: with squares as they are shown.
    board: its label, empty where the job has none. facts: the figures by quantity.
    """

    method: str | None
    specification: StoredSpecification
    board: str
    result: Result
    facts: Mapping[str, Figure]


@dataclass(frozen=True)
class Cost:
    """The cost of a job, as far as it is known before the job is submitted.

    how: the cost in words, and its basis. units: of work, as a rate counts them; None where only the time is known.
    seconds: processor time, if the method estimates it. sweep: the widest of `sweeps`, if the job sweeps.
    """

    how: str
    units: float | None = None
    seconds: float | None = None
    sweep: SweepEstimate | None = None
    sweeps: int = 0


Title = Callable[[StoredSpecification, str], str]
"""Turns the stored specification and the board's label (empty: no board) into the question in a few words."""


def cost_unknown(_problem: ParsedSpecification[Specification]) -> Cost | None:
    """Return None: for most kinds no cost is known beforehand."""
    return None


def nothing_found(_found: FoundResult) -> str | None:
    """Return None: the result is shown by other means."""
    return None


Group = Literal["tour", "count", "more"]
GROUPS: Mapping[Group, str] = {
    "tour": gettext_noop("One tour"),
    "count": gettext_noop("How many tours"),
    "more": gettext_noop("More to find out"),
}


@dataclass(frozen=True)
class KindPhrasing:
    """The phrases for a kind of job.

    name, purpose: shown by a form; group: of GROUPS, where the form lists it. title: a job's question. answer: its
    result in one sentence, None where no sentence fits; early: whether there is one while the job runs. cost: the cost
    known beforehand.
    """

    name: str
    purpose: str
    title: Title
    answer: Callable[[FoundResult], str | None] = nothing_found
    early: bool = False
    cost: Callable[[ParsedSpecification[Specification]], Cost | None] = cost_unknown
    group: Group = "more"
