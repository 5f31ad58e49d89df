"""Look-up of a tour by its class: the tour and its images under symmetries and reversal."""

from __future__ import annotations

from dataclasses import dataclass

import numpy as np
from numpy.typing import NDArray
from sqlalchemy.orm import Session

from engine.boards.board import Board
from engine.boards.piece import piece_key
from engine.boards.symmetry import symmetries
from engine.tours.canonical import classify
from engine.tours.facts import TourFacts
from store.queries.tours import FoundTour, TourFilter, find_tours
from store.tours.encoding import packer, short_keys

MAX_MEMBERS = 5000
"""Maximum number of members of a class that are read."""


@dataclass(frozen=True)
class StoredClass:
    """The stored tours of a class. same: rows of the very same tour. members: number of rows, `same` included.

    capped: there may be more members. first: the member stored first; None if there is none.
    """

    same: list[FoundTour]
    members: int
    capped: bool
    first: FoundTour | None


def look_up(session: Session, board: Board, piece: tuple[int, ...], facts: TourFacts) -> StoredClass:
    """Look up a tour with known facts; keys give candidates, canonical forms decide."""
    key = int(short_keys([facts.key])[0])
    tour_filter = TourFilter(board=board.label, piece=piece_key(piece), closed=facts.closed, class_key=key)
    candidates = find_tours(session, tour_filter, after=0, limit=MAX_MEMBERS)
    members = _of_class(board, piece, facts, candidates)
    same = [found for found in members if found.tour.path == facts.packed]
    first = min(members, key=lambda found: (found.run.found_at, found.tour.id), default=None)
    return StoredClass(same, len(members), len(candidates) == MAX_MEMBERS, first)


def _of_class(board: Board, piece: tuple[int, ...], facts: TourFacts, candidates: list[FoundTour]) -> list[FoundTour]:
    if not candidates:
        return []
    packed = np.frombuffer(b"".join(found.tour.path for found in candidates), dtype=np.uint8)
    tours: NDArray[np.int32] = packer(board, piece).unpack(packed.reshape(len(candidates), -1))
    canonical = classify(tours, np.full(len(tours), facts.closed), symmetries(board)).canonical
    equal = np.all(canonical == facts.canonical, axis=1)
    return [found for found, one in zip(candidates, equal.tolist(), strict=True) if one]
