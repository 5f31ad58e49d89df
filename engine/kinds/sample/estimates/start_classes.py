"""Squares and pairs of ends whose counts are equal by symmetry or reversal: they share one estimate."""

from __future__ import annotations

from functools import lru_cache

import numpy as np
from numpy.typing import NDArray

from engine.boards.board import Board
from engine.boards.symmetry import square_classes, symmetries
from engine.kinds.sample.specification import SampleProblem

MAX_PAIRED_SQUARES = 64
"""Pairs of ends are distinguished on boards of at most this many squares."""


def start_groups(problem: SampleProblem) -> NDArray[np.int64]:
    """Return int64 (starts,): a number for each start, the same for starts in one class, ascending from 0."""
    classes = square_classes(problem.board).class_of[problem.starts]
    return np.asarray(np.unique(classes, return_inverse=True)[1], dtype=np.int64)


def group_squares(problem: SampleProblem) -> list[int]:
    """Return the first start of each group, in the order of the groups."""
    groups = start_groups(problem)
    return [int(problem.starts[np.flatnonzero(groups == group)[0]]) for group in range(groups.max() + 1)]


@lru_cache(maxsize=8)
def pair_groups(board: Board) -> NDArray[np.int64]:
    """Return int64 (size, size): the class of each ordered pair under symmetry and reversal, from 0.

    As many tours lead from s to t as from t to s, and as between their images. At most MAX_PAIRED_SQUARES squares.
    """
    lowest = np.full((board.size, board.size), board.size**2, dtype=np.int64)
    for image in symmetries(board).astype(np.int64):
        codes = image[:, None] * board.size + image[None, :]
        lowest = np.minimum(lowest, np.minimum(codes, codes.T))
    groups = np.unique(lowest, return_inverse=True)[1].reshape(lowest.shape)
    return np.asarray(groups, dtype=np.int64)
