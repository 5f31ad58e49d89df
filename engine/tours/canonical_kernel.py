"""Canonical forms of streams of tours, compiled: the fast twin of `canonical.classify`, for workers. Loads numba."""

from __future__ import annotations

import numpy as np
from numpy.typing import NDArray

from engine.jit import kernel
from engine.tours.canonical import TourClasses


def classify_stream(
    tours: NDArray[np.integer], closed: NDArray[np.bool_], symmetries: NDArray[np.int32]
) -> TourClasses:
    """Return what `canonical.classify` returns, at a few hundred nanoseconds a tour."""
    batch = np.ascontiguousarray(tours, dtype=np.int32)
    flags = np.ascontiguousarray(closed, dtype=np.bool_)
    group = np.ascontiguousarray(symmetries, dtype=np.int32)
    onto_first = np.argsort(group, axis=1)[:, 0].astype(np.int32)
    canonical = np.empty_like(batch)
    stabiliser = np.empty(len(batch), dtype=np.int32)
    _smallest_images(batch, flags, group, onto_first, canonical, stabiliser)
    return TourClasses(canonical, flags, stabiliser, len(group))


@kernel
def _smallest_images(
    tours: NDArray[np.int32],
    closed: NDArray[np.bool_],
    symmetries: NDArray[np.int32],
    onto_first: NDArray[np.int32],
    canonical: NDArray[np.int32],
    stabiliser: NDArray[np.int32],
) -> None:
    """Write the smallest image of each tour and the number of symmetries that reach it.

    tours, canonical: int32 (k, size); closed: bool (k,); symmetries: int32 (order, size); onto_first: int32 (order,),
    the square that each symmetry maps to square 0; stabiliser: int32 (k,). `canonical` and `stabiliser` are filled.
    """
    count, size = tours.shape
    for row in range(count):
        tour = tours[row]
        best_symmetry, best_start, best_direction, reached = -1, 0, 1, 0
        for s in range(len(symmetries)):
            symmetry = symmetries[s]
            middle = 0
            if closed[row]:
                while tour[middle] != onto_first[s]:
                    middle += 1
            fixed_here = False
            for direction in (1, -1):
                start = middle if closed[row] or direction == 1 else size - 1
                order = -1
                if best_symmetry >= 0:
                    order = 0
                    best = symmetries[best_symmetry]
                    here, there = start, best_start
                    for _ in range(size):
                        order = symmetry[tour[here]] - best[tour[there]]
                        if order != 0:
                            break
                        here += direction
                        there += best_direction
                        here += size if here < 0 else -size if here == size else 0
                        there += size if there < 0 else -size if there == size else 0
                if order < 0:
                    best_symmetry, best_start, best_direction, reached = s, start, direction, 0
                    fixed_here = False
                if order <= 0 and not fixed_here:
                    fixed_here = True
                    reached += 1
        here = best_start
        for index in range(size):
            canonical[row, index] = symmetries[best_symmetry, tour[here]]
            here += best_direction
            here += size if here < 0 else -size if here == size else 0
        stabiliser[row] = reached
