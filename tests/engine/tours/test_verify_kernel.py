"""The fast checker of whole rectangles."""

from __future__ import annotations

import numpy as np
import pytest

from engine.boards.labels import parse_board
from engine.construction.heuristics.squirrel_cull import squirrel_cull
from engine.tours.verify import first_fault
from engine.tours.verify_kernel import first_flat_fault


@pytest.mark.parametrize(("rows", "columns"), [(5, 5), (8, 8), (7, 12), (12, 7)])
def test_sound_tours_pass(rows: int, columns: int) -> None:
    """A tour made by a method that shares no code with the checker is sound."""
    assert first_flat_fault(rows, columns, squirrel_cull(rows, columns)) is None


def test_agrees_with_the_checker_for_all_boards() -> None:
    """Whatever is done to a tour, both checkers must name the same place; the fast one says what is wrong there."""
    random = np.random.default_rng(8)
    tour = squirrel_cull(6, 9)
    board = parse_board("6x9")
    spoilt = [tour[:-1], tour[:1], np.append(tour, tour[0]), tour[::-1]]
    for _ in range(200):
        copy = tour.copy()
        copy[random.integers(54)] = random.integers(-2, 56)
        spoilt.append(copy)
    for path in spoilt:
        fast, slow = first_flat_fault(6, 9, path), first_fault(board, (1, 2), path)
        assert (fast is None) == (slow is None)
        if fast is not None and slow is not None:
            assert fast.position == slow.position


def test_a_long_leap_that_looks_short_is_refused() -> None:
    """Square numbers can differ like a move across the edge of the board: [1, 4] to [2, 1] of 3x4 is none."""
    fault = first_flat_fault(3, 4, np.array([3, 4], dtype=np.int32))
    assert fault is not None
    assert fault.reason == "[1, 4] to [2, 1] is not a knight's move"
