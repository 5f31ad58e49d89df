"""From walks on the quotient of a board to the tours that they make. No numba."""

from __future__ import annotations

import numpy as np
from numpy.typing import NDArray

from engine.boards.symmetry import symmetries
from engine.search.quotient.ways import Quotient, Way
from engine.tours.canonical import classify


def lift(quotient: Quotient, way: Way, walks: NDArray[np.int32]) -> NDArray[np.int32]:
    """Return the tours of walks (k, orbits + 1), each read in its normal form: int32 (k, squares).

    A closed tour begins on square 0; all tours are read in the direction that gives the lesser sequence.
    """
    made = _moved_along(quotient, way, walks) if way.along else _turned_round(quotient, walks[:, :-1])
    return in_normal_form(quotient, made)


def in_normal_form(quotient: Quotient, tours: NDArray[np.int32]) -> NDArray[np.int32]:
    """Return tours (k, squares) as one of the sequences that are the same tour undirected: the least."""
    identity = symmetries(quotient.graph.board)[:1]
    return classify(tours, np.full(len(tours), quotient.closed), identity).canonical


def _moved_along(quotient: Quotient, way: Way, walks: NDArray[np.int32]) -> NDArray[np.int32]:
    """Return each walk and its images; its last cell is the first square of the first image."""
    powers, paths = quotient.powers, walks[:, :-1]
    power = np.argmax(powers[:, way.start] == walks[:, -1:], axis=1)
    images = [np.take_along_axis(powers[number * power % len(powers)], paths, axis=1) for number in range(len(powers))]
    return np.concatenate(images, axis=1)


def _turned_round(quotient: Quotient, paths: NDArray[np.int32]) -> NDArray[np.int32]:
    """Return each path's image backwards, then the path; squares that stay are there once."""
    back = quotient.image[paths[:, ::-1]]
    if not len(paths):
        return np.empty((0, quotient.graph.size), np.int32)
    begins_later = int(back[0, 0] == paths[0, -1])
    ends_sooner = int(back[0, -1] == paths[0, 0])
    return np.concatenate([back[:, begins_later : back.shape[1] - ends_sooner], paths], axis=1)


def least_of_classes(quotient: Quotient, tours: NDArray[np.int32]) -> NDArray[np.int32]:
    """Return the tours in normal form (k, squares) that are least among those the symmetry leaves in their class.

    The symmetry may leave only some tours of a class as they are, where it does not commute with the board's others.
    """
    kept = np.ones(len(tours), np.bool_)
    for other in symmetries(quotient.graph.board)[1:]:
        images = in_normal_form(quotient, other[tours])
        left = (in_normal_form(quotient, quotient.image[images]) == images).all(axis=1)
        kept &= ~(left & _less(images, tours))
    return tours[kept]


def _less(some: NDArray[np.int32], others: NDArray[np.int32]) -> NDArray[np.bool_]:
    """Return which of some rows come before others, compared from the left."""
    differ = some != others
    rows, first = np.arange(len(some)), differ.argmax(axis=1)
    less: NDArray[np.bool_] = differ[rows, first] & (some[rows, first] < others[rows, first])
    return less
