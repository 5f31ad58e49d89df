"""The specification of puzzles: which tour is to be hidden, and how hard it may be to find."""

from __future__ import annotations

from typing import Literal

from pydantic import Field

from engine.boards.existence.verdict import Tours
from engine.specification.fields import BoardSpecification, Int, RandomNumbers, Square


class PuzzleSpecification(BoardSpecification):
    """Make a puzzle: so few numbers of a tour that no other tour has them all."""

    kind: Literal["puzzle"]
    tours: Tours = Field(
        default="any", description="which tours: who solves the puzzle is told that it is one of these"
    )
    tour: list[Square] | None = Field(
        default=None,
        description="the tour to be found, all its squares in order; if none is given, a random one for each stream",
    )
    guesses: Int = Field(
        default=100,
        ge=0,
        le=10_000,
        description="guesses that the proof of its only solution may take; 0: propagation alone finds it",
    )
    rng: RandomNumbers = Field(
        default=RandomNumbers(), description="the random tours, and the order in which numbers are taken away"
    )
