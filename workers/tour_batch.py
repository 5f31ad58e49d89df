"""Preparation of found tours for the database: verify, classify, measure, pack."""

from __future__ import annotations

import numpy as np
from numpy.typing import NDArray

from engine.boards.symmetry import symmetries
from engine.features.measure_kernel import measure_stream
from engine.specification.fields import Specification
from engine.specification.problem import ParsedSpecification
from engine.tours.canonical import class_keys
from engine.tours.canonical_kernel import classify_stream
from engine.tours.verify import closing, valid
from store.tours.encoding import TourBatch, packer, short_keys


class UnsoundTourError(RuntimeError):
    """A kernel returned something that is not a tour; its slice is rejected."""


def tour_batch(problem: ParsedSpecification[Specification], tours: NDArray[np.int32]) -> TourBatch:
    """Return tours (k, size) as a batch for the database, in order; UnsoundTourError if the checker finds a fault."""
    board, piece = problem.board, problem.piece
    if board is None or not valid(board, piece, tours).all():
        raise UnsoundTourError(f"a kernel handed over what is not a tour of {board.label if board else 'no board'}")
    pack = packer(board, piece).pack
    closed = closing(board, piece, tours)
    classes = classify_stream(tours, closed, symmetries(board))
    return TourBatch(
        start=tours[:, 0],
        end=tours[:, -1],
        closed=closed,
        symmetry=classes.stabiliser,
        class_keys=short_keys(class_keys(pack(classes.canonical))),
        paths=pack(tours),
        features=_compact(measure_stream(board, piece, tours, closed)),
    )


def _compact(found: NDArray[np.int32]) -> NDArray[np.integer]:
    """Return numbers as a smaller type if they fit: a batch stays in memory until its commit."""
    return found.astype(np.int16) if found.max(initial=0) <= np.iinfo(np.int16).max else found
