"""Canonical forms: one representative for all tours that symmetries, reversal and rotation make of each other.

The canonical form is the smallest sequence of square numbers, compared from the left, among the images of a tour
under the symmetries of its board, each read forwards and backwards, and for a closed tour from every square
(so a closed one begins on square 0). `canonical_kernel` computes the same for whole streams of tours.
"""

from __future__ import annotations

import hashlib
from dataclasses import dataclass

import numpy as np
from numpy.typing import NDArray

KEY_BYTES = 16
CHUNK = 1 << 16
"""Squares handled at a time: the intermediate arrays stay in the processor's cache."""
KEY_PERSON = b"tour-class-1"
"""Changes with the packing format or the rule of the canonical form, so that keys of two rules never meet."""


@dataclass(frozen=True)
class TourClasses:
    """The classes of a batch of tours.

    canonical: int32 (k, size). closed: bool (k,). stabiliser: int32 (k,), how many symmetries of the board map the
    tour onto itself, read in either direction and from any square if closed; at least 1 (the identity).
    order: the order of the board's symmetry group.
    """

    canonical: NDArray[np.int32]
    closed: NDArray[np.bool_]
    stabiliser: NDArray[np.int32]
    order: int

    @property
    def undirected_sizes(self) -> NDArray[np.int64]:
        """Tours in each class, a tour and its reverse (and all rotations of a cycle) counted once: int64 (k,)."""
        sizes: NDArray[np.int64] = self.order // self.stabiliser.astype(np.int64)
        return sizes

    @property
    def directed_sizes(self) -> NDArray[np.int64]:
        """Directed tours in each class; a closed one counts once for every square it can start on: int64 (k,)."""
        length = self.canonical.shape[1]
        directions = 1 if length == 1 else 2
        sizes: NDArray[np.int64] = self.undirected_sizes * directions * np.where(self.closed, length, 1)
        return sizes


def classify(tours: NDArray[np.integer], closed: NDArray[np.bool_], symmetries: NDArray[np.int32]) -> TourClasses:
    """Return the classes of tours (k, size) under `symmetries` (order, size): row s maps square u to symmetries[s, u].

    `closed` says of each tour whether it closes (`verify.closing`); the rows must be distinct and form a group.
    """
    canonical = np.empty(tours.shape, dtype=np.int32)
    stabiliser = np.empty(len(tours), dtype=np.int32)
    for kind in (False, True):
        rows = np.flatnonzero(closed == kind)
        for part in np.array_split(rows, -(-len(rows) * tours.shape[1] // CHUNK)) if len(rows) else ():
            canonical[part], stabiliser[part] = _smallest_images(tours[part], symmetries, closed=kind)
    return TourClasses(canonical, closed, stabiliser, len(symmetries))


def _smallest_images(
    tours: NDArray[np.integer], symmetries: NDArray[np.int32], *, closed: bool
) -> tuple[NDArray[np.int32], NDArray[np.int32]]:
    """Return the smallest images of tours that are all closed or all open, and how many symmetries reach each."""
    readings = [(s, direction) for s in range(len(symmetries)) for direction in (1, -1)]
    starts = [_start(tours, symmetries[s], direction, closed=closed) for s, direction in readings]
    # All images of a closed tour begin on square 0, so the first square that can differ is the next one.
    telling = min(1, tours.shape[1] - 1) if closed else 0
    leads = np.stack(
        [
            symmetries[s][_squares_at(tours, start + direction * telling)]
            for (s, direction), start in zip(readings, starts, strict=True)
        ]
    )
    least = leads.min(axis=0)
    best = np.full(tours.shape, np.iinfo(np.int32).max, dtype=np.int32)
    reached_by = np.full(len(tours), -1, dtype=np.int32)
    reached = np.zeros(len(tours), dtype=np.int32)
    for reading, (s, direction) in enumerate(readings):
        rows = np.flatnonzero(leads[reading] == least)
        places = starts[reading][rows, None] + direction * np.arange(tours.shape[1])
        image = symmetries[s][np.take_along_axis(tours[rows], places % tours.shape[1], axis=1)]
        order = _compare(image, best[rows])
        smaller, again = rows[order < 0], rows[(order == 0) & (reached_by[rows] != s)]
        best[smaller] = image[order < 0]
        reached[smaller], reached[again] = 1, reached[again] + 1
        reached_by[smaller] = reached_by[again] = s
    return best, reached


def _squares_at(tours: NDArray[np.integer], places: NDArray[np.intp]) -> NDArray[np.integer]:
    """Return the square at one place, taken round the tour, of each tour: (k,)."""
    return np.asarray(tours[np.arange(len(tours)), places % tours.shape[1]])


def _start(
    tours: NDArray[np.integer], symmetry: NDArray[np.int32], direction: int, *, closed: bool
) -> NDArray[np.intp]:
    """Return the place in each tour from which its image under `symmetry` is to be read."""
    if closed:
        return np.asarray(np.argmax(tours == np.flatnonzero(symmetry == 0)[0], axis=1))
    return np.full(len(tours), 0 if direction > 0 else tours.shape[1] - 1)


def _compare(first: NDArray[np.int32], second: NDArray[np.int32]) -> NDArray[np.int8]:
    """Compare row by row from the left: -1 where `first` is smaller, 0 where equal, 1 where larger."""
    index = np.argmax(first != second, axis=1)[:, None]
    difference = np.take_along_axis(first, index, axis=1) - np.take_along_axis(second, index, axis=1)
    order: NDArray[np.int8] = np.sign(difference[:, 0]).astype(np.int8)
    return order


def fixing_symmetries(tour: NDArray[np.integer], symmetries: NDArray[np.int32], *, closed: bool) -> list[int]:
    """Return the rows of `symmetries` that map `tour` (size,) onto itself, in either direction."""
    tour = np.asarray(tour)
    target = _undirected_reading(tour, closed=closed)
    return [
        s for s, row in enumerate(symmetries) if np.array_equal(_undirected_reading(row[tour], closed=closed), target)
    ]


def _undirected_reading(tour: NDArray[np.integer], *, closed: bool) -> NDArray[np.int32]:
    """Return the smaller reading of a tour, from square 0 if it is closed."""
    identity = np.arange(len(tour), dtype=np.int32)[None, :]
    smallest, _ = _smallest_images(tour[None, :], identity, closed=closed)
    return smallest.reshape(-1)


def class_keys(packed_canonical: NDArray[np.uint8]) -> list[bytes]:
    """Return one key of 16 bytes for each packed canonical form (k, bytes): its BLAKE2b-128 digest.

    Equal keys mean equal classes of one board and piece: among 10^10 classes the chance that any two digests
    agree is below 10^-18.
    """
    return [
        hashlib.blake2b(row.tobytes(), digest_size=KEY_BYTES, person=KEY_PERSON).digest() for row in packed_canonical
    ]
