"""Masks: boards with squares removed, and the named shapes among them.

The text of a mask has "/" between its rows, "//" between the layers of a box, "///" between the boxes of a fourth
dimension, and so on. Split at "/" it is the list of its rows, with empty ones between layers.
"""

from __future__ import annotations

import hashlib
import re
from collections.abc import Iterable, Mapping, Sequence
from functools import cache
from math import prod

import numpy as np
from numpy.typing import NDArray

from engine.boards.board import MAX_DIMENSIONS, Board
from engine.boards.isometries import isometry_count
from engine.boards.letter_masks import BITMAPS, letter_rows
from engine.boards.surfaces.table import SURFACES, Surface, bordered_surface
from engine.errors import InvalidProblemError

MAX_SIDE = 1000
MAX_GLUED_SIDE = 48
MAX_ROWS = 20_000
MAX_IMAGES = 1 << 24
"""Most squares in all symmetric images of a whole board from which squares are removed in more than two dimensions."""
MAX_LABEL_LENGTH = 120

DIGEST = re.compile(r"[a-z]+:[0-9]+(?:x[0-9]+)+-[0-9a-f]{16}")

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


def mask_label(surface: Surface, rows: Sequence[str], shape: Sequence[int]) -> str:
    """Return the permanent label: a whole board's, a named shape's, the rows or, if they are long, their digest."""
    prefix = "mask" if SURFACES[surface].is_bordered else surface
    text, sides = "/".join(rows), "x".join(map(str, shape))
    if "." not in text:
        if SURFACES[surface].folded:
            return f"{surface}:{shape[-1]}"
        return sides if prefix == "mask" else f"{surface}:{sides}"
    name = shape_name(rows) if surface == "flat" else None
    if name is not None:
        return name
    if len(text) <= MAX_LABEL_LENGTH:
        return f"{prefix}:{text}"
    return f"{prefix}:{sides}-{hashlib.sha256(text.encode()).hexdigest()[:16]}"


def is_digest(label: str) -> bool:
    """Whether a label only identifies a mask too long to be written out, so that it cannot be parsed."""
    return DIGEST.fullmatch(label) is not None


def ring_rows(rows: int, columns: int, width: int) -> list[str]:
    """Return the rows of a rectangle reduced to its squares less than `width` from the border."""
    full, open_ = "#" * columns, "#" * width + "." * (columns - 2 * width) + "#" * width
    return [full] * width + [open_] * (rows - 2 * width) + [full] * width


def shape_name(rows: Sequence[str]) -> str | None:
    """Return the label of the named shape that these rows draw, if they draw one."""
    return _names().get(tuple(rows))


def board_from_rows(
    rows: Sequence[str], surface: Surface | None = None, pointer: str = "/board/rows", label: str | None = None
) -> Board:
    """Return the board whose rows, from the top, have a square at each '#' and none at each '.'.

    Layers have an empty row between them (see above). InvalidProblemError names the first row that is wrong.
    """
    longest = max(map(len, rows))
    for number, row in enumerate(rows):
        if row and len(row) != longest:
            raise InvalidProblemError(f"{pointer}/{number}", "all rows of a mask have the same length")
        if not set(row) <= {"#", "."}:
            raise InvalidProblemError(
                f"{pointer}/{number}", "a row of a mask consists of '#' (a square) and '.' (none)"
            )
    shape = _shape("/".join(rows), pointer)
    cells = np.frombuffer("".join(rows).encode("ascii"), dtype=np.uint8)
    return board_from_mask((cells == ord("#")).reshape(shape), surface, pointer, label)


def _shape(text: str, pointer: str) -> tuple[int, ...]:
    """Return the sides of the board that a mask's text draws; leading slashes show a first side of 1."""
    inner = text.lstrip("/")
    leading = len(text) - len(inner)
    deepest = max(map(len, re.findall("/+", inner)), default=0)
    if leading and (leading < 2 or leading <= deepest):
        raise InvalidProblemError(pointer, "a mask begins with a row")
    if max(leading, deepest) >= MAX_DIMENSIONS:
        raise InvalidProblemError(pointer, f"a board has at most {MAX_DIMENSIONS} dimensions")
    parts, shape = [inner], [1] * max(0, leading - deepest)
    for slashes in range(deepest, 0, -1):
        split = [part.split("/" * slashes) for part in parts]
        shape.append(len(split[0]))
        parts = [one for part in split for one in part]
        if any(len(part) != shape[-1] for part in split) or not all(parts):
            raise InvalidProblemError(pointer, "all layers of a mask have the same number of rows")
    return (*shape, len(parts[0])) if shape else (1, len(inner))


def board_from_mask(
    present: NDArray[np.bool_], surface: Surface | None, pointer: str, label: str | None = None
) -> Board:
    """Return the board with the squares marked in `present`; without a name of its own the label follows from them.

    surface: None, or "flat", for one with borders.
    """
    shape = present.shape
    if surface is None or SURFACES[surface].is_bordered:
        surface = bordered_surface(len(shape))
    _check_sides(surface, shape, pointer)
    if not present.any():
        raise InvalidProblemError(pointer, "a board has at least one square")
    rows = Board("", surface, shape, present).rows()
    if len(rows) > MAX_ROWS:
        raise InvalidProblemError(pointer, f"a mask has at most {MAX_ROWS} rows, those between layers with them")
    name = label or mask_label(surface, rows, shape)
    return Board(name, surface, shape, None if present.all() else present)


def _check_sides(surface: Surface, shape: tuple[int, ...], pointer: str) -> None:
    """Refuse sides that make no board of that surface, or one with too many squares or symmetries to examine."""
    joining = SURFACES[surface]
    if joining.folded and (len(shape) != 3 or shape[0] != 6 or shape[1] != shape[2]):
        raise InvalidProblemError(pointer, "the rows of a cube are those of its six square faces, one after the other")
    longest = MAX_SIDE if joining.is_bordered else MAX_GLUED_SIDE
    if max(shape) > longest:
        raise InvalidProblemError(pointer, f"a mask on this surface has at most {longest} rows and columns")
    if len(shape) > 2 and isometry_count(Board("", surface, shape)) * prod(shape) > MAX_IMAGES:
        raise InvalidProblemError(
            pointer, f"a board of {' x '.join(map(str, shape))} has too many symmetries for squares to be removed"
        )


def board_from_squares(
    squares: Iterable[Sequence[int]], surface: Surface | None = None, pointer: str = "/board/squares"
) -> Board:
    """Return the board with these squares, given by their coordinates; each side is as long as the largest of them."""
    listed = [tuple(square) for square in squares]
    if not listed:
        raise InvalidProblemError(pointer, "a board has at least one square")
    dimensions = len(listed[0])
    for number, square in enumerate(listed):
        if not 2 <= len(square) <= MAX_DIMENSIONS or not all(1 <= part <= MAX_SIDE for part in square):
            raise InvalidProblemError(
                f"{pointer}/{number}", f"a square of a mask is [row, column], or more numbers, each 1 to {MAX_SIDE}"
            )
        if len(square) != dimensions:
            raise InvalidProblemError(f"{pointer}/{number}", "all squares of a mask have as many coordinates")
    shape = tuple(max(places) for places in zip(*listed, strict=True))
    if prod(shape) > MAX_IMAGES:
        raise InvalidProblemError(
            pointer, f"the squares span {' x '.join(map(str, shape))} places, too many for a mask"
        )
    present = np.zeros(shape, dtype=np.bool_)
    present[tuple(np.array(listed).T - 1)] = True
    return board_from_mask(present, surface, pointer)


def without(board: Board, removed: Iterable[int], pointer: str = "/board/removed") -> Board:
    """Return `board` without the squares of these numbers."""
    _check_sides(board.surface, board.shape, pointer)
    present = np.ones(board.shape, dtype=np.bool_) if board.present is None else board.present.copy()
    present.reshape(-1)[board.cells[list(removed)]] = False
    return board_from_mask(present, board.surface, pointer)
