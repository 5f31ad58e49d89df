"""Boards with glued sides in any dimension: torus, cylinder, Moebius strip, Klein bottle, projective plane and space.

A leap is one leg along each axis. Crossing a glued side an odd number of times reverses other coordinates where the
gluing is a reversing one. All orders of the legs end on the same cell, because x -> side-1-x turns a crossing of that
side into a crossing the other way, and only whether crossings are odd matters.
"""

from __future__ import annotations

from collections.abc import Sequence
from math import prod

import numpy as np
from numpy.typing import NDArray

from engine.boards.surfaces.table import SURFACES, Surface


def glued_targets(surface: Surface, shape: Sequence[int], direction: Sequence[int]) -> NDArray[np.int32]:
    """Return int32 of `shape`: the cell (row by row) that `direction` leads to from each cell, -1 beyond a border."""
    grid = np.ogrid[tuple(slice(side) for side in shape)]
    return fold_coordinates(surface, shape, [places + step for places, step in zip(grid, direction, strict=True)])


def fold_coordinates(
    surface: Surface, shape: Sequence[int], places: Sequence[NDArray[np.integer]]
) -> NDArray[np.int32]:
    """Return int32: the cells on which places of the unfolded board lie, given by coordinates from 0, axis by axis.

    -1 beyond a border. The arrays of `places` are broadcast together.
    """
    joined, dimensions = SURFACES[surface], len(shape)
    moved = [np.divmod(place, side) for place, side in zip(places, shape, strict=True)]
    cell = np.zeros(np.broadcast_shapes(*(place.shape for place in places)), dtype=np.int64)
    inside = np.ones_like(cell, dtype=np.bool_)
    for axis, (side, wraps) in enumerate(zip(shape, joined.wraps(dimensions), strict=True)):
        turns, place = moved[axis]
        crossings = sum(moved[other][0] for other in joined.reversers(axis, dimensions))
        cell += np.where(crossings % 2 == 1, side - 1 - place, place) * prod(shape[axis + 1 :])
        inside &= wraps | (turns == 0)
    return np.where(inside, cell, -1).astype(np.int32)
