"""Closed tours of m x n, both sides at least 5 and an even number of squares: one closed tour per block, joined."""

from __future__ import annotations

import numpy as np
from numpy.typing import NDArray

from engine.construction.flat_boards.blocks.bands import bands
from engine.construction.flat_boards.blocks.block_paths import closed_block
from engine.construction.flat_boards.blocks.merge import merge_blocks
from engine.construction.flat_boards.links import follow


def fill(heights: list[int], widths: list[int]) -> NDArray[np.uint8]:
    """Return the links of a board cut into blocks, each with its own closed tour; odd x odd blocks stay bare."""
    links = np.empty((sum(heights), sum(widths)), dtype=np.uint8)
    strips = {height: np.hstack([_block(height, width) for width in widths]) for height in set(heights)}
    top = 0
    for height in heights:
        links[top : top + height] = strips[height]
        top += height
    return links


def _block(height: int, width: int) -> NDArray[np.uint8]:
    return np.full((height, width), 0x88, dtype=np.uint8) if height * width % 2 else closed_block(height, width)


def cuts(parts: list[int]) -> NDArray[np.int64]:
    """Return the first index of each part and the total, int64 (parts + 1,)."""
    return np.concatenate(([0], np.cumsum(parts))).astype(np.int64)


def closed_tour(rows: int, columns: int, start: int = 0) -> NDArray[np.int32]:
    """Return a closed tour as square numbers, int32, beginning on `start`. Linear time."""
    heights, widths = bands(rows), bands(columns)
    links = fill(heights, widths)
    merged = np.zeros((len(heights), len(widths)), dtype=np.uint8)
    merged[0, 0] = 1
    joined = merge_blocks(links, cuts(heights), cuts(widths), merged)
    assert joined, (rows, columns)
    return follow(links, start)
