"""Masks: two-dimensional boards with squares removed, and the named shapes among them."""

from __future__ import annotations

import hashlib
import re
from collections.abc import Iterable, Mapping, Sequence
from functools import cache

import numpy as np
from numpy.typing import NDArray

from engine.boards.board import Board
from engine.boards.letters import BITMAPS, letter_rows
from engine.boards.surfaces.table import GLUED, Surface
from engine.errors import InvalidProblemError

MAX_SIDE = 1000
MAX_GLUED_SIDE = 48
LONGEST_LABEL = 120

DIGEST = re.compile(r"[a-z]+:\d+x\d+-[0-9a-f]{16}")

HEART = (
    "..#...#..",
    ".###.###.",
    "#########",
    "#########",
    "#########",
    ".#######.",
    "..#####..",
    "...###...",
    "....#....",
)
HOLED = ("########",) * 2 + ("##....##",) * 4 + ("########",) * 2


def named_shapes() -> dict[str, tuple[str, ...]]:
    """Return the rows of every flat board that has a name of its own, by label."""
    letters = {f"letter:{character}": tuple(letter_rows(character)) for character in BITMAPS}
    return {"heart": HEART, "holed-8x8": HOLED} | letters


@cache
def _names() -> Mapping[tuple[str, ...], str]:
    return {rows: name for name, rows in named_shapes().items()}


def mask_label(surface: Surface, rows: Sequence[str]) -> str:
    """Return the permanent label: a whole board's, a named shape's, the rows or, if they are long, their digest."""
    prefix = "mask" if surface == "flat" else surface
    text = "/".join(rows)
    if "." not in text:
        size = f"{len(rows)}x{len(rows[0])}"
        return size if surface == "flat" else f"{surface}:{size}"
    name = shape_name(rows) if surface == "flat" else None
    if name is not None:
        return name
    if len(text) <= LONGEST_LABEL:
        return f"{prefix}:{text}"
    return f"{prefix}:{len(rows)}x{len(rows[0])}-{hashlib.sha256(text.encode()).hexdigest()[:16]}"


def is_digest(label: str) -> bool:
    """Whether a label only identifies a mask too long to be written out, so that it cannot be parsed."""
    return DIGEST.fullmatch(label) is not None


def ring_rows(rows: int, columns: int, width: int) -> list[str]:
    """Return the rows of a rectangle of which only the squares less than `width` from its border are there."""
    full, open_ = "#" * columns, "#" * width + "." * (columns - 2 * width) + "#" * width
    return [full] * width + [open_] * (rows - 2 * width) + [full] * width


def shape_name(rows: Sequence[str]) -> str | None:
    """Return the label of the named shape that these rows draw, if they draw one."""
    return _names().get(tuple(rows))


def board_from_rows(
    rows: Sequence[str], surface: Surface = "flat", pointer: str = "/board/rows", label: str | None = None
) -> Board:
    """Return the board whose rows, from the top, have a square at each '#' and none at each '.'.

    InvalidProblemError names the first row that is wrong.
    """
    check_surface(surface, pointer)
    for number, row in enumerate(rows):
        if len(row) != len(rows[0]):
            raise InvalidProblemError(f"{pointer}/{number}", "all rows of a mask have the same length")
        if not set(row) <= {"#", "."}:
            raise InvalidProblemError(
                f"{pointer}/{number}", "a row of a mask consists of '#' (a square) and '.' (none)"
            )
    cells = np.frombuffer("".join(rows).encode("ascii"), dtype=np.uint8)
    present = (cells == ord("#")).reshape(len(rows), len(rows[0]))
    return board_from_mask(present, surface, pointer, label)


def board_from_mask(present: NDArray[np.bool_], surface: Surface, pointer: str, label: str | None = None) -> Board:
    """Return the board with the squares marked in `present`; without a name of its own the label follows from them."""
    longest = MAX_SIDE if surface == "flat" else MAX_GLUED_SIDE
    if max(present.shape) > longest:
        raise InvalidProblemError(pointer, f"a mask on this surface has at most {longest} rows and columns")
    if not present.any():
        raise InvalidProblemError(pointer, "a board has at least one square")
    shape = (present.shape[0], present.shape[1])
    plain = Board("", surface, shape, present)
    name = label or mask_label(surface, plain.rows())
    return Board(name, surface, shape, None if present.all() else present)


def board_from_squares(
    squares: Iterable[Sequence[int]], surface: Surface = "flat", pointer: str = "/board/squares"
) -> Board:
    """Return the board with these [row, column] squares; its sides reach as far as they do."""
    check_surface(surface, pointer)
    listed = [tuple(square) for square in squares]
    if not listed:
        raise InvalidProblemError(pointer, "a board has at least one square")
    for number, square in enumerate(listed):
        if len(square) != 2 or not all(1 <= part <= MAX_SIDE for part in square):
            raise InvalidProblemError(
                f"{pointer}/{number}", f"a square of a mask is [row, column], each 1 to {MAX_SIDE}"
            )
    rows, columns = zip(*listed, strict=True)
    present = np.zeros((max(rows), max(columns)), dtype=np.bool_)
    present[np.array(rows) - 1, np.array(columns) - 1] = True
    return board_from_mask(present, surface, pointer)


def without(board: Board, removed: Iterable[int], pointer: str = "/board/removed") -> Board:
    """Return `board` without the squares of these numbers."""
    check_surface(board.surface, pointer)
    present = np.ones(board.shape, dtype=np.bool_) if board.present is None else board.present.copy()
    present.reshape(-1)[board.cells[list(removed)]] = False
    return board_from_mask(present, board.surface, pointer)


def check_surface(surface: Surface, pointer: str) -> None:
    """Refuse surfaces whose boards cannot lose squares."""
    if surface != "flat" and surface not in GLUED:
        raise InvalidProblemError(
            pointer, "squares can be removed from two-dimensional boards only, not from a box or a cube"
        )
