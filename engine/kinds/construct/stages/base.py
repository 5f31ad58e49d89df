"""The interface of every stage."""

from __future__ import annotations

from typing import Protocol

from engine.arrays import Arrays
from engine.construction.request import Answer


class Stage(Protocol):
    """One method at work on a request. Its state depends on the work done, never on how it was cut into steps."""

    name: str
    """The method's name in specifications and results."""

    answer: Answer | None
    """None while the stage runs."""

    @property
    def attempts(self) -> int:
        """Attempts (walks, 2-factors, runs of a search) begun so far."""

    @property
    def successes(self) -> int:
        """Attempts that gave a tour of the requested kind."""

    def step(self, work: int) -> int:
        """Advance by about `work` squares; return the squares done."""

    @property
    def progress(self) -> float:
        """Share of the budget used, 0 to 1."""

    def checkpoint(self) -> Arrays:
        """Return the state as plain arrays."""

    def restore(self, arrays: Arrays) -> None:
        """Resume from a checkpoint."""
