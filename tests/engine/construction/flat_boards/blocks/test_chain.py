"""Chains of blocks."""

from __future__ import annotations

from itertools import pairwise
from random import Random

import numpy as np

from engine.construction.flat_boards.blocks.chain import Grid, chain, pair_allowed, route
from tests.reference import construction as reference

GRID = Grid([6, 7], [6, 8, 6])


def test_places_of_blocks() -> None:
    """Blocks must tile the board, and each square be found in the block that holds it."""
    for row in range(13):
        for column in range(20):
            top, left, height, width = GRID.box(GRID.block_of((row, column)))
            assert top <= row < top + height
            assert left <= column < left + width


def test_routes_go_step_by_step() -> None:
    """Both L-shaped routes must lead from block to neighbouring block."""
    for rows_first in (True, False):
        blocks = route((0, 2), (1, 0), rows_first=rows_first)
        assert (blocks[0], blocks[-1], len(blocks)) == ((0, 2), (1, 0), 4)
        steps = np.abs(np.diff(np.array(blocks), axis=0)).sum(axis=1)
        assert steps.tolist() == [1, 1, 1]


def test_a_chain_is_a_path_through_its_blocks() -> None:
    """Block after block toured, one knight move apart, from the start to the end."""
    blocks = route((0, 0), (1, 2), rows_first=False)
    tours = chain(GRID, blocks, (0, 0), (12, 17), Random(3))
    assert tours is not None
    assert [len(tour) for tour in tours] == [36, 48, 36, 42]
    path = [divmod(int(square), 20) for square in np.concatenate(tours)]
    assert (path[0], path[-1]) == ((0, 0), (12, 17))
    assert all(after in reference.knight_neighbours(13, 20, here) for here, after in pairwise(path))


def test_the_rule_of_five_rows() -> None:
    """(3, 2) of 5 x (even) goes with the corners of its side only, in either order and either orientation."""
    assert pair_allowed((0, 0, 5, 8), (2, 1), (0, 0))
    assert pair_allowed((0, 0, 5, 8), (4, 7), (2, 6))
    assert pair_allowed((10, 20, 8, 5), (11, 22), (10, 24))
    assert not pair_allowed((0, 0, 5, 8), (2, 1), (0, 2))
    assert not pair_allowed((0, 0, 5, 8), (2, 1), None)
    assert not pair_allowed((0, 0, 8, 5), (1, 2), (7, 0))
    assert pair_allowed((0, 0, 5, 7), (2, 1), (0, 2))
    assert not pair_allowed((0, 0, 6, 6), (2, 1), (2, 1))
