"""Method: the code that computes a job, the scope of its figures, and its description for people.

Code is only named, and loaded when it is needed. The code that can be reached from these names is all that can change
a job's result: its digest is the job's (engine/code_digest.py).
"""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import dataclass, field
from typing import Literal

Promise = Literal["exact", "estimate", "guarantee", "heuristic"]
"""Exact counts, an estimate with an error, a tour with a guarantee, or a heuristic that may fail."""

RULE = "warnsdorff"
"""The rule that only some of all tours obey, and the name of the method that walks or searches by it."""


@dataclass(frozen=True)
class Method:
    """One way of computing a kind of job, and its description where the kind offers a choice."""

    #: "module:name" of what opens a shard; None where there is no work to do.
    runner: str | None
    #: "module:name" of what plans, follows and merges its shards.
    planners: tuple[str, ...]
    #: Raise it with every change after which a runner cannot read older checkpoints.
    checkpoint_format: int = 1
    #: Whether a complete job counts everything there is, so that its counts are facts of the board.
    facts: bool = False
    #: Whether it meets every tour, so that the stored tours of a job can be all tours.
    exhaustive: bool = False
    #: The rule that every tour it counts obeys.
    rule: str | None = None
    #: What it does, in a sentence; empty where the kind has no choice of methods.
    summary: str = ""
    promise: Promise = "exact"
    #: Where it works.
    boards: str = ""
    #: What its time and memory grow with.
    cost: str = ""
    #: The specification's fields that it uses, and what they mean to it. The form shows a field only for such methods.
    parameters: Mapping[str, str] = field(default_factory=dict)
    #: Who described it.
    reference: str | None = None
    #: Small jobs that between them call all its kernels: what a specification has besides kind and method.
    warm_up_jobs: tuple[Mapping[str, object], ...] = ()

    @property
    def modules(self) -> tuple[str, ...]:
        """The modules from which all others are reached."""
        names = self.planners if self.runner is None else (self.runner, *self.planners)
        return tuple(name.partition(":")[0] for name in names)
