"""Open tours between two given squares of m x n, both sides at least 5: a chain of blocks, cycles joined to it."""

from __future__ import annotations

from random import Random

import numpy as np
from numpy.typing import NDArray

from engine.construction.flat_boards.blocks.bands import bands, random_bands
from engine.construction.flat_boards.blocks.chain import Grid, Square, chain, route
from engine.construction.flat_boards.blocks.closed import cuts, fill
from engine.construction.flat_boards.blocks.merge import merge_blocks
from engine.construction.flat_boards.links import follow, stamp_path

ATTEMPTS = 200
"""Cuts to try; beyond the first few only ends near the corners of five rows need more."""


def open_tour(rows: int, columns: int, start: Square, end: Square, seed: int = 0) -> NDArray[np.int32] | None:
    """Return a tour from `start` to `end` as square numbers, int32; None if no attempt succeeded. Linear time.

    Squares count from 0. The ends must differ in colour or, on an odd number of squares, both have that of the corners.
    """
    for attempt in range(ATTEMPTS):
        random = Random(seed * ATTEMPTS + attempt)
        tour = _attempt(_cut(rows, columns, start, random, plain=attempt == 0), start, end, random)
        if tour is not None:
            return tour
    return None


def _cut(rows: int, columns: int, start: Square, random: Random, *, plain: bool) -> Grid:
    """Cut the board; where both sides are odd the one odd block contains the start."""
    both_odd = rows * columns % 2 == 1
    sides = [(rows, start[0] if both_odd else None), (columns, start[1] if both_odd else None)]
    heights, widths = (bands(*side) if plain else random_bands(*side, random) for side in sides)
    return Grid(heights, widths)


def _attempt(grid: Grid, start: Square, end: Square, random: Random) -> NDArray[np.int32] | None:
    blocks = route(grid.block_of(start), grid.block_of(end), rows_first=random.random() < 0.5)
    tours = chain(grid, blocks, start, end, random)
    if tours is None:
        return None
    links = fill(grid.heights, grid.widths)
    stamp_path(links, np.concatenate(tours), closed=False)
    merged = np.zeros((len(grid.heights), len(grid.widths)), dtype=np.uint8)
    merged[tuple(np.array(blocks).T)] = 1
    if not merge_blocks(links, cuts(grid.heights), cuts(grid.widths), merged):
        return None
    return follow(links, start[0] * links.shape[1] + start[1])
