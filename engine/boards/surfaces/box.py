"""Boards with hard borders, in any dimension: a leap over the border does not exist."""

from __future__ import annotations

from collections.abc import Sequence

import numpy as np
from numpy.typing import NDArray

Slices = tuple[slice, ...]


def overlap(shape: Sequence[int], direction: Sequence[int]) -> tuple[Slices, Slices]:
    """Return the cells from which `direction` stays on the board, and the cells it leads to, as slices."""
    origin = tuple(
        slice(max(0, -step), max(0, side - max(0, step))) for side, step in zip(shape, direction, strict=True)
    )
    target = tuple(
        slice(max(0, step), max(0, side + min(0, step))) for side, step in zip(shape, direction, strict=True)
    )
    return origin, target


def box_targets(shape: Sequence[int], direction: Sequence[int]) -> NDArray[np.int32]:
    """Return int32 of `shape`: the cell (row by row) that `direction` leads to from each cell, -1 beyond the border."""
    cells = np.arange(np.prod(shape), dtype=np.int32).reshape(shape)
    targets = np.full(shape, -1, dtype=np.int32)
    origin, target = overlap(shape, direction)
    targets[origin] = cells[target]
    return targets
