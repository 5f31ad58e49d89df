"""Isometries, put together from few permutations, are those made one at a time."""

from __future__ import annotations

from itertools import product

import numpy as np
import pytest

from engine.boards import isometries
from engine.boards.isometries import Isometry, images, permutation
from engine.boards.labels import parse_board


@pytest.mark.parametrize(
    "label", ["8x8", "3x5", "3x3x3", "2^4", "torus:4x4", "klein:3x6", "projective:4x4", "cylinder:4x5", "cube:3"]
)
def test_images(label: str) -> None:
    """Row by row, in the order of exchanges, mirrors and shifts."""
    board = parse_board(label)
    exchanges, mirrors = isometries._exchanges(board), isometries._mirrors(board)
    wanted = [
        permutation(board, Isometry(axes, mirrored, shift))
        for axes, mirrored, shift in product(exchanges, product(*mirrors), product(*isometries._shifts(board)))
    ]
    found = np.concatenate(list(images(board)))
    assert np.array_equal(found, np.array(wanted))
    assert len({image.tobytes() for image in found}) == len(found) == isometries.isometry_count(board)
