"""Content searches: tours chosen by the other filters are read and checked, for a limited time.

Packed paths have no index. A page ends when it is full or its time is up, and says where to continue.
"""

from __future__ import annotations

from collections.abc import Iterator
from dataclasses import dataclass
from time import monotonic

from sqlalchemy.orm import Session

from store.queries.facets import TourCounts
from store.queries.tour_pages import TourPage, tour_pages
from store.queries.tours import FoundTour, TourFilter, tours_by_id

SECONDS = 1.0
"""Time limit of a search."""

FIRST_SQUARES, MAX_SQUARES = 1 << 17, 1 << 21
"""Squares checked at a time: few at first, as most pages are soon full."""


@dataclass(frozen=True)
class Searched:
    """Tours found. last: the id of the last tour checked; None: there are no more tours."""

    tours: list[FoundTour]
    last: int | None


def search(session: Session, tour_filter: TourFilter, *, after: int, limit: int, seconds: float = SECONDS) -> Searched:
    """Return up to `limit` tours with the content after the tour `after`, in list order."""
    found: list[int] = []
    reached: int | None = None
    for page in _looked_through(session, tour_filter, after, seconds):
        reached = None if page is None else page.last
        found.extend([] if page is None else page.ids[: limit - len(found)].tolist())
        if len(found) == limit:
            reached = found[-1]
            break
    return Searched(tours_by_id(session, found), reached)


def count(session: Session, tour_filter: TourFilter, *, seconds: float = SECONDS) -> TourCounts:
    """Count the tours with the content among those checked in time; capped: not all were checked."""
    number, ended = 0, False
    for page in _looked_through(session, tour_filter, 0, seconds):
        number, ended = number + (0 if page is None else len(page)), page is None
    return TourCounts(number, capped=not ended)


def _looked_through(session: Session, tour_filter: TourFilter, after: int, seconds: float) -> Iterator[TourPage | None]:
    """Yield pages of matching tours until the time is up, at least one; None when no tours are left."""
    until = monotonic() + seconds
    for squares in (FIRST_SQUARES, MAX_SQUARES):
        for page in tour_pages(session, tour_filter, squares, after=after):
            yield page
            if monotonic() >= until:
                return
            after = page.last
            if squares == FIRST_SQUARES:
                break
        else:
            yield None
            return
