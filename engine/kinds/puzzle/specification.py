"""The specification of puzzles: which tour is to be hidden, and how hard it may be to find."""

from __future__ import annotations

from typing import Literal

from pydantic import Field

from engine.boards.existence.verdict import Tours
from engine.specification.fields import BoardSpecification, Int, RandomNumbers, Square
from engine.specification.problem import BoardProblem
from engine.specification.result import Part


class PuzzleSpecification(BoardSpecification):
    """Make a puzzle: so few numbers of a tour that no other tour has them all."""

    kind: Literal["puzzle"]
    tours: Tours = Field(default="any", description="which tours: the solver knows that the tour is one of these")
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


class Puzzle(Part):
    """Numbers that only one tour has, and how hard it is to find its other numbers."""

    grid: str = Field(description="a row of the board a line, from the top: a number, a dot, or # where no square is")
    givens: int = Field(description="how many numbers stand there")
    level: Literal["direct", "few-guesses", "many-guesses", "search"] = Field(
        description="direct: propagation alone finds the tour; few: up to 10 guesses; many: up to 100; search: more"
    )
    guesses: int = Field(
        description="branches that the proof of the only solution tries where propagation left a choice"
    )
    known_at_once: int = Field(
        description="squares whose number propagation tells before the first guess, givens included"
    )
    needed: int = Field(description="numbers without which the others have several solutions")
    kept_for_ease: int = Field(description="numbers without which the proof would take more guesses than were allowed")
    made: list[list[int]] = Field(description="numbers and guesses of each puzzle made; this one is the best")
    solution: list[list[int]] = Field(description="the squares of the tour in order")


PuzzleProblem = BoardProblem[PuzzleSpecification]
