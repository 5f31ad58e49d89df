"""Whether the stored tours of a board are all there are.

"Complete" is never asserted by hand: it is derived from a finished job that examined everything and stored every tour,
and where no such job is found nothing is said.
"""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import dataclass
from typing import Any

from sqlalchemy import func, select
from sqlalchemy.orm import Session

from engine.programs import known_program
from store.models.boards import BoardRow, TourRun
from store.models.jobs import Job, Shard
from store.models.results import CountRow
from store.states import JobState


@dataclass(frozen=True)
class Completeness:
    """All tours of a kind (any, closed or open) of a board are stored: a job counted as many as it stored."""

    tours: str
    count: str
    job: str


def complete_collections(session: Session, board: BoardRow) -> list[Completeness]:
    """Return which kinds of tours of a board and piece are all stored, each with the job that proves it."""
    finished = select(Job).where(
        Job.board_id == board.id, Job.state == JobState.SUCCEEDED, Job.specification["store"].as_string() == "all"
    )
    found = (_proof(session, job) for job in session.scalars(finished.order_by(Job.id)))
    return list({one.tours: one for one in found if one is not None}.values())


def exhaustive(job: Job) -> bool:
    """Whether a finished job has examined every tour of its kind on its board."""
    return job.state == JobState.SUCCEEDED and job.outcome == "complete" and asks_for_all(job.specification)


def asks_for_all(asked: Mapping[str, Any]) -> bool:
    """Whether a job that is asked for this examines every tour of its kind on its board."""
    return (
        known_program(asked.get("kind"), asked.get("method")).exhaustive
        and asked.get("starts", "all") == "all"
        and asked.get("limit") is None
    )


def _proof(session: Session, job: Job) -> Completeness | None:
    """Return that all tours are here, where the job counted as many as are still stored."""
    if not exhaustive(job):
        return None
    counts = select(CountRow).where(CountRow.job_id == job.id, CountRow.quantity == "tours")
    count = session.scalars(counts).first()
    runs = select(func.coalesce(func.sum(TourRun.count), 0)).join(Shard, Shard.id == TourRun.shard_id)
    stored = int(session.execute(runs.where(Shard.job_id == job.id)).scalar_one())
    if count is None or count.value != stored:
        return None
    return Completeness(job.specification.get("tours", "any"), str(stored), job.public_id)
