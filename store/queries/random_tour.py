"""A stored tour by lot: each that a filter chooses is as likely as any other."""

from __future__ import annotations

import secrets

from sqlalchemy import func, select
from sqlalchemy.orm import Session

from store.models.boards import TourRun
from store.queries.tours import FoundTour, TourFilter, conditions, find_tour, stretches


def random_tour(session: Session, tour_filter: TourFilter) -> FoundTour | None:
    """Return one of the wanted tours; None where there are none.

    Runs are walked through in the order of their ids up to the lot: no tour but the drawn one is read.
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
