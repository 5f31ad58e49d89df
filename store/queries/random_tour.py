"""A uniformly random stored tour among those a filter selects."""

from __future__ import annotations

import secrets

from sqlalchemy import func, select
from sqlalchemy.orm import Session

from store.models.boards import TourRun
from store.queries.tours import FoundTour, TourFilter, conditions, find_tour, stretches


def random_tour(session: Session, tour_filter: TourFilter) -> FoundTour | None:
    """Return a random matching tour; None if there is none.

    Runs are scanned in id order up to the drawn index: only the drawn tour is read.
    """
    if tour_filter.class_key is not None:
        members = [stretch.first for stretch in stretches(session, tour_filter)]
        return find_tour(session, secrets.choice(members)) if members else None
    asked = conditions(tour_filter)
    number = session.scalar(select(func.sum(TourRun.count)).where(*asked))
    if not number:
        return None
    lot = secrets.randbelow(int(number))
    last = func.sum(TourRun.count).over(order_by=TourRun.id).label("last")
    runs = select(TourRun.id, TourRun.count, last).where(*asked).subquery()
    drawn = select(runs.c.id, runs.c.count, runs.c.last).where(runs.c.last > lot).order_by(runs.c.id).limit(1)
    first, count, end = session.execute(drawn).one()
    return find_tour(session, first + lot - (int(end) - count))
