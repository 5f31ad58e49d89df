"""Search criteria for tours by content: fragments, numbers on given squares, and the type of symmetry."""

from __future__ import annotations

import re
from collections.abc import Mapping, Sequence
from dataclasses import dataclass
from itertools import pairwise

import numpy as np
from numpy.typing import NDArray

from engine.boards.board import Board
from engine.boards.squares import COORDINATES, parse_square
from engine.boards.symmetry import symmetries
from engine.errors import InvalidProblemError
from engine.tours.canonical import classify
from engine.tours.symmetry_type import PLANE, symmetry_type

ORDER_TYPE = re.compile(r"order([1-9][0-9]{0,4})")
PLACE = re.compile(r"([0-9]{1,9})\s*:\s*(.+)")
QUARTER_TURNS = 3
"""Symmetries, beside the identity, that the name rotation90 stands for."""


@dataclass(frozen=True)
class Content:
    """What a tour must contain. Squares are numbers from 0, in the direction of the walk.

    fragments: squares that follow each other, of a closed tour also from its last square to its first. places: (number
    of the move from 1, square). symmetry_type: as `engine/tours/symmetry_type.py` names it; None: any.
    """

    fragments: tuple[tuple[int, ...], ...] = ()
    places: tuple[tuple[int, int], ...] = ()
    symmetry_type: str | None = None

    def __bool__(self) -> bool:
        """Whether tours themselves must be examined; tours without symmetry are known by their number of symmetries."""
        return bool(self.fragments or self.places or self.symmetry_type not in (None, "none"))

    def matches(self, board: Board, tours: NDArray[np.integer], closed: NDArray[np.bool_]) -> NDArray[np.bool_]:
        """Return which of the tours (k, size) meet all criteria: bool (k,). closed: bool (k,)."""
        rows = np.arange(len(tours))
        for number, square in self.places:
            rows = rows[tours[rows, number - 1] == square]
        for fragment in self.fragments:
            first = np.argmax(tours[rows] == fragment[0], axis=1)
            for step, square in enumerate(fragment[1:], 1):
                place = first + step
                round_about = (place < board.size) | closed[rows]
                fits = round_about & (tours[rows, place % board.size] == square)
                rows, first = rows[fits], first[fits]
        if self.symmetry_type is not None:
            rows = rows[[name == self.symmetry_type for name in symmetry_types(board, tours[rows], closed[rows])]]
        found = np.zeros(len(tours), dtype=np.bool_)
        found[rows] = True
        return found

    def squares(self) -> list[int]:
        """Return the squares that fragments and places name, in order."""
        return sorted({square for one in self.fragments for square in one} | {square for _, square in self.places})

    def fits(self, size: int, numbers: Mapping[int, NDArray[np.integer]], *, closed: bool) -> NDArray[np.bool_]:
        """Return which tours of a board of `size` squares have the fragments and places: bool (k,).

        numbers: for each of `squares`, the move, from 0, by which each tour enters it: (k,). closed: whether all these
        tours close. The result is as that of `matches`, which takes whole tours.
        """
        found = np.ones(len(next(iter(numbers.values()))), dtype=np.bool_)
        for number, square in self.places:
            found &= numbers[square] == number - 1
        for fragment in self.fragments:
            for before, after in pairwise(fragment):
                step = numbers[after].astype(np.int32) - numbers[before]
                found &= (step == 1) | (step == 1 - size) if closed else step == 1
        return found


def symmetry_types(board: Board, tours: NDArray[np.integer], closed: NDArray[np.bool_]) -> list[str]:
    """Return the type of symmetry of each of the tours (k, size); equal ones are named once."""
    group = symmetries(board)
    classes = classify(tours, closed, group)
    names: dict[bytes, str] = {}
    found = []
    for form, closes, fixing in zip(classes.canonical, closed.tolist(), classes.stabiliser.tolist(), strict=True):
        key = form.tobytes() if fixing > 1 else b""
        if key not in names:
            names[key] = symmetry_type(board, form, group, closed=closes) if fixing > 1 else "none"
        found.append(names[key])
    return found


def symmetries_of_type(name: str) -> int:
    """Return how many symmetries fix a tour of this type; InvalidProblemError where there is no such type."""
    if name == "none":
        return 1
    if (order := ORDER_TYPE.fullmatch(name)) is not None:
        return int(order[1])
    parts = name.split("+")
    known = [part for part in PLANE if part not in ("identity", "rotation270")]
    if not set(parts) <= set(known) or parts != sorted(set(parts)):
        raise InvalidProblemError("", f"{name!r} is none of none, {', '.join(known)}, several joined by +, or order2")
    return 1 + sum(QUARTER_TURNS if part == "rotation90" else 1 for part in parts)


def parse_fragments(board: Board, text: str) -> tuple[tuple[int, ...], ...]:
    """Return the fragments that `text` names: "a1-b3,b3-c5", or "1,1-2,3;2,3-3,5" by coordinates.

    InvalidProblemError where a part names fewer than two squares, or one twice.
    """
    found = []
    for part in _parts(text):
        fragment = tuple(parse_square(board, square.strip()) for square in part.split("-"))
        if len(fragment) < 2:
            raise InvalidProblemError("", f"{part!r} names one square; a move is written a1-b3")
        if len(set(fragment)) < len(fragment):
            raise InvalidProblemError("", f"{part!r} names a square twice; a tour visits each once")
        found.append(fragment)
    return tuple(found)


def parse_places(board: Board, text: str) -> tuple[tuple[int, int], ...]:
    """Return the numbers on squares that `text` names: "1:a1,5:c4", or "1:1,1;5:2,3" by coordinates.

    InvalidProblemError where a number is not one of the board's.
    """
    found = []
    for part in _parts(text):
        match = PLACE.fullmatch(part)
        if match is None:
            raise InvalidProblemError("", f"{part!r} is no number on a square; write 5:c4")
        number = int(match[1])
        if not 1 <= number <= board.size:
            raise InvalidProblemError("", f"{part!r}: the squares of {board.label} are numbered from 1 to {board.size}")
        found.append((number, parse_square(board, match[2].strip())))
    return tuple(found)


def _parts(text: str) -> Sequence[str]:
    """Split at semicolons, and at commas where they do not stand between coordinates."""
    pieces = [piece.strip() for piece in text.split(";") if piece.strip()]
    parts: list[str] = []
    for piece in pieces:
        whole = re.sub(r"^\s*[0-9]+\s*:", "", piece).split("-")[0].strip()
        parts.extend([piece] if COORDINATES.fullmatch(whole) else [one.strip() for one in piece.split(",")])
    return parts
