"""The puzzle of a day: one of a collection, turned, with as many numbers as its degree gives.

Each line of `collection.txt` is a tour of the chessboard, its squares in order. Squares in capitals are given: no other
tour has the same numbers there. The lines are the results of the 60 streams of the job COLLECTION.
"""

from __future__ import annotations

import random
import re
from dataclasses import dataclass
from datetime import date
from functools import cache
from pathlib import Path
from typing import Literal

from engine.boards.board import Board
from engine.boards.labels import parse_board
from engine.boards.squares import parse_square
from engine.boards.symmetry import symmetries

COLLECTION = {"kind": "puzzle", "board": "8x8", "guesses": 0, "rng": {"seed": 1, "streams": 60}}
BOARD = parse_board("8x8")

Degree = Literal["easy", "medium", "hard"]

GIVENS: dict[Degree, int] = {"easy": 36, "medium": 24, "hard": 0}
"""Least number of given numbers; those marked in the collection are always given, to make the solution unique."""

FILE = Path(__file__).with_name("collection.txt")
SQUARE = re.compile("[A-Ha-h][1-8]")


@dataclass(frozen=True)
class DailyPuzzle:
    """The puzzle of a degree on a day. tour: the squares in order, the only solution. given: some of its squares."""

    degree: Degree
    day: date
    tour: tuple[int, ...]
    given: frozenset[int]
    board: Board = BOARD

    @property
    def solution(self) -> dict[int, int]:
        """The number of each square."""
        return {square: number for number, square in enumerate(self.tour, 1)}

    @property
    def numbers(self) -> dict[int, int]:
        """The numbers that are given, by square."""
        return {square: number for square, number in self.solution.items() if square in self.given}


def puzzle_of(day: date, degree: Degree) -> DailyPuzzle:
    """Return the puzzle of a degree on a day, the same wherever it is asked for.

    Two degrees of one day hide different tours. A puzzle comes back after 960 days: 60 tours, 8 images, 2 directions.
    """
    lines, turns = _collection(), symmetries(BOARD)
    place = list(GIVENS).index(degree) * (len(lines) // len(GIVENS))
    round_, line = divmod(day.toordinal() + place, len(lines))
    tour, needed = lines[line]
    backwards, turn = divmod(round_ % (2 * len(turns)), len(turns))
    image = turns[turn].tolist()
    others = [square for square in tour if square not in needed]
    random.Random(day.toordinal()).shuffle(others)
    given = needed.union(others[: max(0, GIVENS[degree] - len(needed))])
    turned = tuple(image[square] for square in tour)
    return DailyPuzzle(degree, day, turned[::-1] if backwards else turned, frozenset(image[square] for square in given))


@cache
def _collection() -> list[tuple[tuple[int, ...], frozenset[int]]]:
    """Return each tour with the squares that are needed."""
    found = []
    for line in FILE.read_text(encoding="ascii").splitlines():
        names = SQUARE.findall(line)
        tour = tuple(parse_square(BOARD, name.lower()) for name in names)
        found.append((tour, frozenset(square for square, name in zip(tour, names, strict=True) if name.isupper())))
    return found
