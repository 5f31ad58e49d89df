"""Where the squares of a board lie in the plane: rectangles as they are, a cube as its net, a box layer by layer."""

from __future__ import annotations

from collections.abc import Iterator
from dataclasses import dataclass
from itertools import product
from math import ceil, sqrt

import numpy as np
from numpy.typing import NDArray

from engine.boards.board import Board
from language.translate import gettext

GAP = 1.0
"""Between the layers of a box, in squares; each further pair of dimensions doubles it."""

MAX_ABREAST = 3
"""Most layers of a three-dimensional box in a row; more are arranged in a square."""

NET = {1: (0, 1), 2: (1, 0), 3: (1, 1), 4: (1, 2), 5: (1, 3), 6: (2, 1)}
"""Row and column of each face in the net of a cube."""


@dataclass(frozen=True)
class Panel:
    """One rectangle of squares.

    x, y: its top-left corner, in squares. present: bool (rows, columns). title: its name among several panels, or "".
    """

    x: float
    y: float
    present: NDArray[np.bool_]
    title: str = ""


@dataclass(frozen=True)
class Layout:
    """A board laid out in the plane, in units of squares; x to the right, y down.

    centres: float64 (size, 2), the centre of every square.
    """

    panels: tuple[Panel, ...]
    centres: NDArray[np.float64]
    width: float
    height: float


def layout_of(board: Board) -> Layout:
    """Return the layout of a board."""
    present = np.ones(board.shape, dtype=np.bool_) if board.present is None else board.present
    # In a one-dimensional box the only layer is a row.
    layers = present.reshape((1,) * max(0, 2 - present.ndim) + present.shape)
    outer = layers.shape[:-2]
    corners = {place: _corner(board, place, layers.shape) for place in product(*map(range, outer))}
    panels = tuple(Panel(x, y, layers[place], _title(board, place)) for place, (x, y) in corners.items())
    origin = np.array(list(corners.values())).reshape(*outer, 1, 1, 2)
    rows, columns = np.indices(layers.shape[-2:])
    centres = origin + np.stack([columns, rows], axis=-1) + 0.5
    width = max(panel.x + panel.present.shape[1] for panel in panels)
    height = max(panel.y + panel.present.shape[0] for panel in panels)
    return Layout(panels, centres.reshape(-1, 2)[board.cells], width, height)


def _corner(board: Board, place: tuple[int, ...], shape: tuple[int, ...]) -> tuple[float, float]:
    """Return the top-left corner of a layer: its outer coordinates go right, down, right, down, innermost first."""
    if board.joining.folded:
        row, column = NET[place[0] + 1]
        return float(column * shape[-1]), float(row * shape[-2])
    across, down = float(shape[-1]), float(shape[-2])
    x = y = 0.0
    if len(shape) == 3:
        wide = shape[0] if shape[0] <= MAX_ABREAST else ceil(sqrt(shape[0]))
        return place[0] % wide * (across + GAP), place[0] // wide * (down + GAP)
    for step, (part, side) in enumerate(zip(place[::-1], shape[-3::-1], strict=True)):
        gap = GAP * 2 ** (step // 2)
        if step % 2 == 0:
            x += part * (across + gap)
            across = side * (across + gap) - gap
        else:
            y += part * (down + gap)
            down = side * (down + gap) - gap
    return x, y


def _title(board: Board, place: tuple[int, ...]) -> str:
    if not place:
        return ""
    if board.joining.folded:
        return gettext("face %(number)s", number=place[0] + 1)
    return gettext("layer %(number)s", number=" ".join(str(part + 1) for part in place))


def runs(panel: Panel) -> Iterator[tuple[int, int, int]]:
    """Yield the horizontal runs of squares of a panel as (row, first column, length), rows of a full panel as one."""
    for row, squares in enumerate(panel.present):
        edges = np.flatnonzero(np.diff(np.concatenate([[False], squares, [False]]).astype(np.int8)))
        for begin, end in edges.reshape(-1, 2).tolist():
            yield row, begin, end - begin
