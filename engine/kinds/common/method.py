"""Which code computes which job, and what its figures are of: one entry for each kind and method.

Code is named only. Nothing is loaded before it is needed, and what can be reached from these names is the code that
can change a job's result: its digest is the job's (engine/code_digest.py).
"""

from __future__ import annotations

from dataclasses import dataclass

RULE = "warnsdorff"
"""The rule whose tours are a part of all tours; so is the method that walks or searches by it."""


@dataclass(frozen=True)
class Program:
    """One way of computing.

    runner: "module:name" of what opens a shard; None where no work is left to do.
    planners: "module:name" of what plans, follows and merges its shards.
    checkpoint_format: to be raised with every change after which a runner cannot read the checkpoints before it.
    facts: whether what a complete job counts is all there is, and so a fact of the board.
    exhaustive: whether it meets every tour, so that the tours that a job has stored can be all there are.
    rule: the rule that every tour it counts obeys.
    """

    runner: str | None
    planners: tuple[str, ...]
    checkpoint_format: int = 1
    facts: bool = False
    exhaustive: bool = False
    rule: str | None = None

    @property
    def modules(self) -> tuple[str, ...]:
        """The modules that everything else is reached from."""
        names = self.planners if self.runner is None else (self.runner, *self.planners)
        return tuple(name.partition(":")[0] for name in names)
