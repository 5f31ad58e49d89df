"""Tours inside one block: found by the exact search once per shape and pair of ends, then remembered."""

from __future__ import annotations

from functools import lru_cache

import numpy as np
from numpy.typing import NDArray

from engine.boards.labels import parse_board
from engine.boards.move_graph import move_graph
from engine.construction.flat_boards.links import BARE, stamp_path
from engine.construction.path_search import search_path

KNIGHT = (1, 2)
NODES_PER_SQUARE = 20_000
"""Budget of one block's search: the smallest blocks are exhausted within it, the larger ones never need it."""


@lru_cache(maxsize=256)
def block_neighbours(rows: int, columns: int) -> NDArray[np.int32]:
    """Return the neighbour table of a block: int32 (rows * columns, 8)."""
    return move_graph(parse_board(f"{rows}x{columns}"), KNIGHT).neighbours


@lru_cache(maxsize=65536)
def block_path(rows: int, columns: int, start: int, end: int) -> NDArray[np.int32] | None:
    """Return a tour of the block from `start` to `end` (numbers inside the block); None if none was found."""
    size = rows * columns
    ends = np.zeros(size, dtype=np.uint8)
    ends[end] = 1
    outcome, path = search_path(
        block_neighbours(rows, columns), start, ends, start * size + end, NODES_PER_SQUARE * size
    )
    return path if outcome == "found" else None


@lru_cache(maxsize=256)
def closed_block(rows: int, columns: int) -> NDArray[np.uint8]:
    """Return the links of a closed tour of the block, uint8 (rows, columns); both sides >= 5, even area, read-only."""
    path = block_path(rows, columns, columns + 2, 0)  # every closed tour has the corner's edge to (2, 3)
    assert path is not None, (rows, columns)
    links = np.full((rows, columns), BARE, dtype=np.uint8)
    stamp_path(links, path, closed=True)
    links.setflags(write=False)
    return links
