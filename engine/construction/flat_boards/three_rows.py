"""Tours of three rows: one sweep of the strip. Decides every pair of ends, in linear time."""

from __future__ import annotations

import numpy as np
from numpy.typing import NDArray

from engine.construction.flat_boards.links import BARE, follow, stamp_edges
from engine.construction.flat_boards.strip import Strip, strip_path

ROWS = 3
STRIP = Strip(ROWS, ((0, 1, 2), (2, 1, 0), (0, 2, 1), (1, 2, 0), (1, 2, 2), (2, 2, 1)))


def three_rows_tour(columns: int, start: tuple[int, int], end: tuple[int, int]) -> NDArray[np.int32] | None:
    """Return a tour of 3 x columns between two squares (row, column, from 0) as square numbers; None: there is none.

    A closed tour has both moves of each corner: it is a tour from (0, 0) to (1, 2).
    """
    path = strip_path(STRIP, columns, (start, end))
    if path is None:
        return None
    edges = path.edges()
    links = np.full((ROWS, columns), BARE, dtype=np.uint8)
    stamp_edges(links, edges[:, 0] * columns + edges[:, 1], edges[:, 2] * columns + edges[:, 3])
    return follow(links, start[0] * columns + start[1])
