"""Tours of single blocks."""

from __future__ import annotations

import pytest

from engine.construction.flat_boards.blocks.block_paths import block_path, closed_block
from engine.construction.flat_boards.links import follow
from tests.reference import construction as reference


@pytest.mark.parametrize(("rows", "columns"), [(5, 6), (6, 5), (5, 10), (6, 6), (8, 7), (9, 10), (13, 6), (10, 13)])
def test_closed_blocks_are_closed_tours(rows: int, columns: int) -> None:
    """Following a block's links once around must give a closed tour."""
    assert reference.fault(rows, columns, follow(closed_block(rows, columns), 0), closed=True) is None


def test_block_paths_join_their_ends() -> None:
    """A block path must be a tour between the two squares asked for; where there is none, None."""
    path = block_path(5, 5, 0, 12)
    assert path is not None
    assert reference.fault(5, 5, path, closed=False) is None
    assert (path[0], path[-1]) == (0, 12)
    assert block_path(5, 5, 2, 12) is None
