"""Every count and estimate that finished jobs hold of a board."""

from __future__ import annotations

from dataclasses import dataclass

from sqlalchemy import func, select
from sqlalchemy.orm import Session

from store.models.boards import BoardRow
from store.models.jobs import Job
from store.models.results import CountRow, EstimateRow

MOST = 200


@dataclass(frozen=True)
class KnownCount:
    """A figure of a board. standard_error: None for an exact count. starts: "all" or the squares started from."""

    piece: str
    quantity: str
    convention: str
    value: int | float
    standard_error: float | None
    method: str
    job: str
    starts: str


def counts_of_board(session: Session, label: str) -> list[KnownCount]:
    """Return the figures of complete jobs on the board of this label: counts, then estimates, oldest job first."""
    return [*_counts(session, label), *_estimates(session, label)]


def _counts(session: Session, label: str) -> list[KnownCount]:
    statement = (
        select(CountRow, Job, BoardRow.piece)
        .join(Job, Job.id == CountRow.job_id)
        .join(BoardRow, BoardRow.id == Job.board_id)
        .where(BoardRow.label == label, Job.kind == "enumerate", Job.outcome == "complete")
        .order_by(CountRow.id)
        .limit(MOST)
    )
    return [
        KnownCount(piece, row.quantity, row.convention, row.value, None, row.method, job.public_id, _starts(job))
        for row, job, piece in session.execute(statement)
    ]


def _estimates(session: Session, label: str) -> list[KnownCount]:
    last = select(func.max(EstimateRow.round)).where(EstimateRow.job_id == Job.id).correlate(Job).scalar_subquery()
    statement = (
        select(EstimateRow, Job, BoardRow.piece)
        .join(Job, Job.id == EstimateRow.job_id)
        .join(BoardRow, BoardRow.id == Job.board_id)
        .where(BoardRow.label == label, Job.state == "succeeded", EstimateRow.round == last)
        .order_by(EstimateRow.id)
        .limit(MOST)
    )
    return [
        KnownCount(
            piece,
            row.quantity,
            row.convention,
            row.value,
            row.standard_error,
            row.estimator,
            job.public_id,
            _starts(job),
        )
        for row, job, piece in session.execute(statement)
    ]


def _starts(job: Job) -> str:
    starts = job.specification.get("starts", "all")
    return starts if isinstance(starts, str) else " ".join(map(str, starts))
