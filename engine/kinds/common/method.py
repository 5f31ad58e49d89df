"""Method: which code computes a job, what its figures are of, and what people read of it.

Code is named only. Nothing is loaded before it is needed, and what can be reached from these names is the code that
can change a job's result: its digest is the job's (engine/code_digest.py).
"""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import dataclass, field
from typing import Literal

Promise = Literal["exact", "estimate", "guarantee", "heuristic"]
"""Exact counts, an estimate with an error, a tour with a guarantee, or a heuristic that may fail."""

RULE = "warnsdorff"
"""The rule whose tours are a part of all tours; so is the method that walks or searches by it."""


@dataclass(frozen=True)
class Method:
    """One way of computing a kind of job, and its description where the kind offers a choice."""

    #: "module:name" of what opens a shard; None where no work is left to do.
    runner: str | None
    #: "module:name" of what plans, follows and merges its shards.
    planners: tuple[str, ...]
    #: Raise it with every change after which a runner cannot read the checkpoints before it.
    checkpoint_format: int = 1
    #: Whether what a complete job counts is all there is, and so a fact of the board.
    facts: bool = False
    #: Whether it meets every tour, so that the tours that a job has stored can be all there are.
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
        """The modules that everything else is reached from."""
        names = self.planners if self.runner is None else (self.runner, *self.planners)
        return tuple(name.partition(":")[0] for name in names)
