"""Boards with hard borders, in any dimension: a leap over the border does not exist."""

from __future__ import annotations

from collections.abc import Sequence

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
