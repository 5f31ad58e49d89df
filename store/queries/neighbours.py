"""The tours found just before and just after a tour, by the same shard."""

from __future__ import annotations

from sqlalchemy import func, select
from sqlalchemy.orm import Session

from store.models.boards import TourRow


def neighbouring_tours(session: Session, tour: TourRow) -> tuple[int | None, int | None]:
    """Return the ids of the tours that the shard found before and after this one; None where there is none."""
    same = TourRow.shard_id == tour.shard_id
    before = session.scalar(select(func.max(TourRow.id)).where(same, TourRow.id < tour.id))
    after = session.scalar(select(func.min(TourRow.id)).where(same, TourRow.id > tour.id))
    return before, after
