"""A uniformly random stored tour among those a filter selects."""

from __future__ import annotations

import secrets
from collections.abc import Sequence

from sqlalchemy import func, select
from sqlalchemy.orm import Session

from store.models.tours import TourRun
from store.queries.tours import FoundTour, TourFilter, conditions, find_tour, stretches

MAX_RUNS = 5000
"""Maximum number of runs from which tours far apart are chosen."""


def random_tour(session: Session, tour_filter: TourFilter, lot: int | None = None) -> FoundTour | None:
    """Return a random matching tour; None if there is none. lot: replaces the random number, modulo their count."""
    if tour_filter.class_key is None:
        return preferred_tour(session, [tour_filter], lot)
    members = [stretch.first for stretch in stretches(session, tour_filter)]
    return find_tour(session, members[_draw(len(members), lot)]) if members else None


def preferred_tour(session: Session, filters: Sequence[TourFilter], lot: int | None = None) -> FoundTour | None:
    """Return a random tour of the first filter that has any; None if none has. The filters name no class.

    Runs are scanned in id order up to the drawn index: only the drawn tour is read.
    """
    numbers = [select(func.sum(TourRun.count)).where(*conditions(one)).scalar_subquery() for one in filters]
    found = zip(filters, session.execute(select(*numbers)).one(), strict=True)
    tour_filter, number = next(((one, int(number)) for one, number in found if number), (None, 0))
    if tour_filter is None:
        return None
    lot = _draw(number, lot)
    last = func.sum(TourRun.count).over(order_by=TourRun.id).label("last")
    runs = select(TourRun.id, TourRun.count, last).where(*conditions(tour_filter)).subquery()
    drawn = select(runs.c.id, runs.c.count, runs.c.last).where(runs.c.last > lot).order_by(runs.c.id).limit(1)
    first, count, end = session.execute(drawn).one()
    return find_tour(session, first + lot - (int(end) - count))


def spread_tours(session: Session, board: str, piece: str, limit: int) -> list[tuple[int, bool]]:
    """Return some stored tours of a board, closed ones first: the id of each, and whether it is closed.

    Each run contributes equally if it can, with tours far apart in it, as neighbours look alike.
    """
    matching = conditions(TourFilter(board=board, piece=piece))
    statement = select(TourRun.id, TourRun.count, TourRun.closed).where(*matching)
    statement = statement.order_by(TourRun.closed.desc(), TourRun.id).limit(MAX_RUNS)
    runs = [(int(first), int(number), bool(closed)) for first, number, closed in session.execute(statement)]
    if len(runs) > limit:
        runs = [runs[len(runs) * part // limit] for part in range(limit)]
    shares = [0] * len(runs)
    for _ in range(min(limit, sum(number for _, number, _ in runs))):
        shares[min((share, at) for at, share in enumerate(shares) if share < runs[at][1])[1]] += 1
    return [
        (first + number * part // share, closed)
        for (first, number, closed), share in zip(runs, shares, strict=True)
        for part in range(share)
    ]


def _draw(number: int, lot: int | None) -> int:
    return secrets.randbelow(number) if lot is None else lot % number
