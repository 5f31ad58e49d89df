"""Joining cycles by edge switches."""

from __future__ import annotations

import numpy as np

from engine.construction.flat_boards.blocks.closed import cuts, fill
from engine.construction.flat_boards.blocks.merge import merge_blocks
from engine.construction.flat_boards.links import follow
from tests.reference import construction as reference


def test_every_block_is_joined_from_any_seed() -> None:
    """Whichever block is first, the cycles of a 3 x 4 arrangement of blocks must become one closed tour."""
    heights, widths = [6, 8, 7], [6, 10, 8, 6]
    for seed in range(12):
        links = fill(heights, widths)
        merged = np.zeros((3, 4), dtype=np.uint8)
        merged.flat[seed] = 1
        assert merge_blocks(links, cuts(heights), cuts(widths), merged)
        assert reference.fault(21, 30, follow(links, 0), closed=True) is None


def test_blocks_that_do_not_touch_stay_apart() -> None:
    """A bare block between two cycles cannot be joined, and the answer must say so."""
    links = fill([7], [6, 7, 6])
    merged = np.array([[1, 0, 0]], dtype=np.uint8)
    assert not merge_blocks(links, cuts([7]), cuts([6, 7, 6]), merged)
    assert merged.tolist() == [[1, 0, 0]]
