"""Recent findings: exact counts of finished jobs, and tours."""

from __future__ import annotations

from dataclasses import dataclass

from sqlalchemy import func, or_, select
from sqlalchemy.orm import Session

from findings.statements.exact_counts import count_statement
from findings.statements.statement import Statement
from store.models.boards import BoardRow, TourRun
from store.models.jobs import KEPT, Job, Shard
from store.models.results import CountRow

LOOKED_AT = 200
"""Newest runs of tours, and jobs, that are scanned: of each job only one tour is shown."""


@dataclass(frozen=True)
class LatestTour:
    """A tour's id and whether it is closed, its job and the label of its board."""

    id: int
    closed: bool
    job: str
    board: str


def latest_counts(session: Session, limit: int) -> list[Statement]:
    """Return the newest exact facts counted by jobs, of any boards, newest first."""
    statement = (
        select(CountRow, Job, BoardRow)
        .join(Job, Job.id == CountRow.job_id)
        .join(BoardRow, BoardRow.id == CountRow.board_id)
        .where(CountRow.restriction.is_(None))
        .order_by(CountRow.id.desc())
        .limit(limit)
    )
    return [count_statement(row, job, board) for row, job, board in session.execute(statement)]


def latest_tours(session: Session, limit: int) -> list[LatestTour]:
    """Return one tour of each job that recently found some, newest first."""
    recent = select(TourRun.id).order_by(TourRun.id.desc()).limit(LOOKED_AT)
    newest = select(Job.id).where(KEPT).order_by(Job.id.desc()).limit(LOOKED_AT)
    holders = select(Shard.job_id).where(Shard.tours > 0, Shard.job_id.in_(newest)).group_by(Shard.job_id)
    jobs = holders.order_by(Shard.job_id.desc()).limit(limit).subquery()
    own = select(func.max(TourRun.id)).join(Shard).where(Shard.job_id == jobs.c.job_id).scalar_subquery()
    last = select(own).select_from(jobs)
    statement = (
        select(TourRun.id, TourRun.closed, Job.public_id, BoardRow.label)
        .join(BoardRow, BoardRow.id == TourRun.board_id)
        .join(Shard, Shard.id == TourRun.shard_id)
        .join(Job, Job.id == Shard.job_id)
        .where(or_(TourRun.id.in_(recent), TourRun.id.in_(last)), KEPT)
        .order_by(TourRun.id.desc())
    )
    of_job: dict[str, LatestTour] = {}
    for row in session.execute(statement):
        of_job.setdefault(row[2], LatestTour(*row))
    return list(of_job.values())[:limit]
