"""A board: a finite set of squares on a surface, with a permanent label."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass
from functools import cached_property
from math import prod

import numpy as np
from numpy.typing import NDArray

from engine.boards.surfaces.table import SURFACES, Joining, Surface
from engine.errors import InvalidProblemError

MAX_DIMENSIONS = 10


@dataclass(frozen=True, eq=False)
class Board:
    """Squares numbered 0..size-1 in lexicographic order of their coordinates.

    label: the permanent name. `parse_board` accepts it, unless it is the digest of a long mask.
    surface: where a leap over a side of the board ends; "flat" and "box" have hard borders.
    shape: the lengths of the sides, one per dimension: (rows, columns), or (6, n, n) on the surface of a cube.
    present: bool array of that shape, False where a square was removed; None where every square is there.

    Arrays are shared between all users of a board: do not write into them.
    """

    label: str
    surface: Surface
    shape: tuple[int, ...]
    present: NDArray[np.bool_] | None = None

    @property
    def joining(self) -> Joining:
        """How its sides are joined."""
        return SURFACES[self.surface]

    @property
    def dimensions(self) -> int:
        """The number of directions of space a leap has: 2 on the surface of a cube, else one per side."""
        return 2 if self.joining.folded else len(self.shape)

    @property
    def is_flat(self) -> bool:
        """Whether this is a plane board, with or without holes: the boards that have algebraic square names."""
        return self.surface == "flat"

    @cached_property
    def size(self) -> int:
        """The number of squares."""
        return prod(self.shape) if self.present is None else int(np.count_nonzero(self.present))

    @cached_property
    def cells(self) -> NDArray[np.int32]:
        """int32 (size,): the index of each square in the full grid of `shape`, counted row by row."""
        if self.present is None:
            return np.arange(self.size, dtype=np.int32)
        return np.flatnonzero(self.present).astype(np.int32)

    @cached_property
    def numbers(self) -> NDArray[np.int32]:
        """int32 of `shape`: the number of the square on each cell, -1 on a removed one."""
        numbers = np.full(prod(self.shape), -1, dtype=np.int32)
        numbers[self.cells] = np.arange(self.size, dtype=np.int32)
        return numbers.reshape(self.shape)

    @cached_property
    def coordinates(self) -> NDArray[np.int32]:
        """int32 (size, len(shape)), 1-based.

        [row, column] from the top-left corner on two-dimensional boards, [face, row, column] on the surface of
        a cube, else one per dimension.
        """
        return np.stack(np.unravel_index(self.cells, self.shape), axis=1).astype(np.int32) + 1

    def square(self, index: int) -> list[int]:
        """Return the coordinates of square number `index` as plain integers."""
        cell = index if self.present is None else int(self.cells[index])
        return [int(part) + 1 for part in np.unravel_index(cell, self.shape)]

    def squares(self, numbers: NDArray[np.generic]) -> list[list[int]]:
        """Return the coordinates of the squares with these numbers."""
        indices = np.asarray(numbers, dtype=np.int64)
        cells = indices if self.present is None else self.cells[indices]
        rows: list[list[int]] = (np.stack(np.unravel_index(cells, self.shape), axis=1) + 1).tolist()
        return rows

    def index(self, square: Sequence[int], pointer: str = "") -> int:
        """Return the number of the square with these coordinates; InvalidProblemError where there is none."""
        inside = len(square) == len(self.shape) and all(
            1 <= part <= side for part, side in zip(square, self.shape, strict=True)
        )
        cell = tuple(part - 1 for part in square)
        if not inside or (self.present is not None and not self.present[cell]):
            raise InvalidProblemError(pointer, f"{list(square)} is not a square of the board {self.label}")
        # On a whole board the number needs no table, which would be as large as the board.
        return int(np.ravel_multi_index(cell, self.shape)) if self.present is None else int(self.numbers[cell])

    def rows(self) -> list[str]:
        """Return the rows from the top, '#' for a square and '.' for none, as engine/boards/masks.py reads them."""
        present = np.ones(self.shape, dtype=np.bool_) if self.present is None else self.present
        text = _format_cells(np.where(present, b"#", b"."))
        # With a single layer, only leading slashes show the number of dimensions.
        return (("/" * (len(self.shape) - 1) if len(self.shape) > 2 and self.shape[0] == 1 else "") + text).split("/")

    def __eq__(self, other: object) -> bool:
        return isinstance(other, Board) and self.label == other.label

    def __hash__(self) -> int:
        return hash(self.label)


def _format_cells(cells: NDArray[np.bytes_]) -> str:
    """Return the cells as text: "/" between rows, "//" between layers, and so on."""
    if cells.ndim == 1:
        return cells.tobytes().decode("ascii")
    return ("/" * (cells.ndim - 1)).join(map(_format_cells, cells))
