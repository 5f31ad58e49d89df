"""A stored tour by lot: each that a filter chooses is as likely as any other."""

from __future__ import annotations

import secrets

from sqlalchemy import func, select
from sqlalchemy.orm import Session

from store.models.boards import TourRun
from store.queries.tours import FoundTour, TourFilter, conditions, find_tour, stretches


def random_tour(session: Session, wanted: TourFilter, lot: int | None = None) -> FoundTour | None:
    """Return one of the wanted tours; None where there are none. lot: instead of a random number, modulo theirs.

    Runs are walked through in the order of their ids up to the lot: no tour but the drawn one is read.
    """
    if wanted.class_key is not None:
        members = [stretch.first for stretch in stretches(session, wanted)]
        return find_tour(session, members[_drawn(len(members), lot)]) if members else None
    asked = conditions(wanted)
    number = session.scalar(select(func.sum(TourRun.count)).where(*asked))
    if not number:
        return None
    lot = _drawn(int(number), lot)
    last = func.sum(TourRun.count).over(order_by=TourRun.id).label("last")
    runs = select(TourRun.id, TourRun.count, last).where(*asked).subquery()
    drawn = select(runs.c.id, runs.c.count, runs.c.last).where(runs.c.last > lot).order_by(runs.c.id).limit(1)
    first, count, end = session.execute(drawn).one()
    return find_tour(session, first + lot - (int(end) - count))


def _drawn(number: int, lot: int | None) -> int:
    return secrets.randbelow(number) if lot is None else lot % number
