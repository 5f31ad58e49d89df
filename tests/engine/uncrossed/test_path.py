"""The squares of a path in order, from its moves."""

from __future__ import annotations

import numpy as np
import pytest

from engine.uncrossed.path import path_of


@pytest.mark.parametrize(
    ("moves", "path"),
    [
        ([], []),
        ([[3, 1]], [1, 3]),
        ([[5, 2], [7, 5], [2, 9]], [7, 5, 2, 9]),
        ([[1, 4], [2, 4], [2, 3], [1, 3]], [1, 3, 2, 4, 1]),
    ],
)
def test_paths(moves: list[list[int]], path: list[int]) -> None:
    """From the end of the lower number; a cycle from its lowest square, which stands at the end again."""
    assert path_of(np.array(moves, dtype=np.int32).reshape(-1, 2)).tolist() == path
