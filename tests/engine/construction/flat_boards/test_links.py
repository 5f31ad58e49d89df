"""Partial tours as links."""

from __future__ import annotations

import numpy as np

from engine.construction.flat_boards.links import BARE, DIRECTION_OF_STEP, MOVES, NONE, follow, stamp_path
from engine.construction.heuristics.squirrel_cull import squirrel_cull


def test_directions_and_their_opposites() -> None:
    """Direction d must be the step that `DIRECTION_OF_STEP` names d, and d XOR 4 the step back."""
    for direction, (down, right) in enumerate(MOVES.tolist()):
        assert DIRECTION_OF_STEP[down + 2, right + 2] == direction
        assert MOVES[direction ^ 4].tolist() == [-down, -right]
    assert (DIRECTION_OF_STEP == NONE).sum() == 17


def test_a_stamped_path_is_followed_back_from_both_ends() -> None:
    """Following the links of an open tour must give the tour, or from its last square the reverse."""
    path = squirrel_cull(9, 7)
    links = np.full((9, 7), BARE, dtype=np.uint8)
    stamp_path(links, path, closed=False)
    assert follow(links, int(path[0])).tolist() == path.tolist()
    assert follow(links, int(path[-1])).tolist() == path[::-1].tolist()


def test_a_cycle_is_followed_once_around() -> None:
    """A four-cycle of 4x4 must come back to its start; a bare square is a path of its own."""
    links = np.full((4, 4), BARE, dtype=np.uint8)
    stamp_path(links, np.array([0, 6, 15, 9], dtype=np.int32), closed=True)
    assert sorted(follow(links, 6).tolist()) == [0, 6, 9, 15]
    assert follow(links, 6)[0] == 6
    assert follow(links, 3).tolist() == [3]
