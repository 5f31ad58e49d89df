"""How often a heuristic succeeds: attempts on many boards, with confidence intervals."""

from __future__ import annotations

from collections.abc import Iterable, Iterator
from dataclasses import dataclass
from math import sqrt

from engine.boards.labels import parse_board
from engine.boards.piece import KNIGHT
from engine.construction.request import Request
from engine.construction.stages.heuristic import WALKS
from engine.specification.fields import Tours

CORNER = 0
Z_95 = 1.959963984540054
"""The normal deviate of a two-sided 95 % interval."""


@dataclass(frozen=True)
class SuccessRate:
    """So many of so many attempts on a rectangle gave a tour of the kind wanted."""

    rows: int
    columns: int
    attempts: int
    successes: int

    @property
    def rate(self) -> float:
        """The share of attempts that succeeded."""
        return self.successes / self.attempts

    @property
    def interval(self) -> tuple[float, float]:
        """The 95 % confidence interval of the probability of success."""
        return wilson_interval(self.successes, self.attempts)


def wilson_interval(successes: int, attempts: int, z: float = Z_95) -> tuple[float, float]:
    """Return the score interval for a probability (E. B. Wilson, 1927); sound for rates near 0 and 1 too."""
    rate = successes / attempts
    weight = z * z / attempts
    middle = (rate + weight / 2) / (1 + weight)
    half = sqrt(rate * (1 - rate) * weight + weight * weight / 4) / (1 + weight)
    return (max(0.0, middle - half), min(1.0, middle + half))


def success_rates(
    boards: Iterable[tuple[int, int]], method: str, attempts: int, *, tours: Tours = "any", seed: int = 1
) -> Iterator[SuccessRate]:
    """Yield the rate of one of the heuristics on each board; walks start in the corner.

    Every board has random numbers of its own: the rates are independent, and the same whichever boards are asked for.
    """
    for rows, columns in boards:
        request = Request(parse_board(f"{rows}x{columns}"), KNIGHT, tours)
        walks = (
            WALKS[method](request.graph, CORNER, seed + (rows << 32) + (columns << 16), n) for n in range(attempts)
        )
        successes = sum(walk.complete and request.accepts(walk.closed) for walk in walks)
        yield SuccessRate(rows, columns, attempts, successes)
