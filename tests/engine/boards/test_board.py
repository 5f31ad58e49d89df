"""Coordinates of many squares at once, against those of each."""

from __future__ import annotations

import numpy as np
import pytest

from engine.boards.labels import parse_board


@pytest.mark.parametrize("label", ["3x4", "cube:3", "2x3x4", "ring:5x5-1", "heart"])
def test_coordinates_of_many_squares(label: str) -> None:
    """Those of each, in the order asked for, also where squares are missing; of none: none."""
    board = parse_board(label)
    numbers = np.random.default_rng(1).integers(0, board.size, 20, dtype=np.int32)
    assert board.squares(numbers) == [board.square(int(number)) for number in numbers]
    assert board.squares(np.empty(0, dtype=np.uint8)) == []
