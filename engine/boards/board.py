"""A board: a finite set of squares on a surface, with a permanent label."""

from __future__ import annotations

from dataclasses import dataclass
from functools import cached_property

import numpy as np
from numpy.typing import NDArray

from engine.errors import InvalidProblemError


@dataclass(frozen=True, eq=False)
class Board:
    """Squares numbered 0..size-1 in lexicographic order of their coordinates.

    label: the permanent name, the same text `parse_board` accepts.
    surface: "flat", "torus", "cylinder", "moebius", "klein", "projective", "cube" or "box".
    shape: the lengths of the sides; (rows, columns) where the surface is two-dimensional.
    coordinates: int32 (size, d), 1-based: [row, column] from the top-left corner on flat boards,
        [face, row, column] on a cube's surface, one column per dimension in a box. Read-only.
    """

    label: str
    surface: str
    shape: tuple[int, ...]
    coordinates: NDArray[np.int32]

    @property
    def size(self) -> int:
        """The number of squares."""
        return len(self.coordinates)

    def square(self, index: int) -> list[int]:
        """Return the coordinates of square number `index` as plain integers."""
        return [int(part) for part in self.coordinates[index]]

    @cached_property
    def _numbers(self) -> dict[tuple[int, ...], int]:
        return {tuple(row): number for number, row in enumerate(self.coordinates.tolist())}

    def index(self, square: tuple[int, ...] | list[int], pointer: str = "") -> int:
        """Return the number of the square with these coordinates; InvalidProblemError where there is none."""
        number = self._numbers.get(tuple(square))
        if number is None:
            raise InvalidProblemError(pointer, f"{list(square)} is not a square of the board {self.label}")
        return number

    def __eq__(self, other: object) -> bool:
        return isinstance(other, Board) and self.label == other.label

    def __hash__(self) -> int:
        return hash(self.label)
