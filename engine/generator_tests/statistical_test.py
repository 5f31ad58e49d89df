"""What every repeated test offers: one trial, and the laws its statistics follow."""

from __future__ import annotations

from collections.abc import Callable, Sequence
from typing import Protocol

from engine.generator_tests.law import Law, Reals

Draw = Callable[[int], Reals]
"""A function that takes this many reals in [0, 1) from the generator under test."""


class StatisticalTest(Protocol):
    """One test. A trial takes as many reals as it needs and yields one statistic for each law."""

    name: str
    laws: Sequence[tuple[str, Law]]
    """Statistic to law; the name is "" where there is only one."""

    def trial(self, draw: Draw) -> tuple[float, ...]:
        """Make one trial."""
