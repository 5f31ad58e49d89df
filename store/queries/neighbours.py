"""The tours stored before and after a tour by the same shard."""

from __future__ import annotations

from sqlalchemy import func, select
from sqlalchemy.orm import Session

from store.models.tours import TourRun
from store.queries.tours import FoundTour


def neighbouring_tours(session: Session, found: FoundTour) -> tuple[int | None, int | None]:
    """Return the ids of the shard's previous and next tour; None if there is none."""
    run, number = found.run, found.tour.id
    same = TourRun.shard_id == run.shard_id
    before: int | None = number - 1
    after: int | None = number + 1
    if number == run.id:
        last = select(func.max(TourRun.id + TourRun.count - 1)).where(same, TourRun.id < run.id)
        before = session.scalar(last)
    if after == run.id + run.count:
        after = session.scalar(select(func.min(TourRun.id)).where(same, TourRun.id > run.id))
    return before, after
