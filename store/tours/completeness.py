"""Whether the stored tours of a board are complete.

Completeness is derived from a finished job that examined everything and stored every tour; without such a job nothing
is claimed.
"""

from __future__ import annotations

from collections.abc import Collection, Mapping
from dataclasses import dataclass

from sqlalchemy import Text, cast, func, select
from sqlalchemy.orm import Session

from engine.kinds.methods import find_method
from store.models.boards import BoardRow
from store.models.jobs import KEPT, Job
from store.models.results import CountRow
from store.models.shards import Shard
from store.models.states import JobState
from store.models.tours import TourRun

STORES_ALL = '"store": "all"'
"""Text in a specification; searching for it is faster than parsing each specification."""


@dataclass(frozen=True)
class Completeness:
    """The proof that all tours of a type (any, closed or open) of a board are stored: a job stored all it counted."""

    tours: str
    count: str
    job: str


def complete_collections(session: Session, boards: Collection[BoardRow]) -> dict[int, list[Completeness]]:
    """Return, by board (with its piece), the tour types stored completely, each with the job that proves it.

    The proof requires that all counted tours are still stored.
    """
    counts = select(CountRow.value).where(CountRow.job_id == Job.id, CountRow.quantity == "tours")
    runs = select(func.sum(TourRun.count)).join(Shard, Shard.id == TourRun.shard_id).where(Shard.job_id == Job.id)
    finished = select(Job, counts.limit(1).scalar_subquery(), runs.scalar_subquery()).where(
        Job.board_id.in_([board.id for board in boards]),
        Job.state == JobState.SUCCEEDED,
        KEPT,
        Job.outcome == "complete",
        cast(Job.specification, Text).contains(STORES_ALL, autoescape=True),
    )
    found: dict[int, dict[str, Completeness]] = {board.id: {} for board in boards}
    for job, count, stored in session.execute(finished.order_by(Job.id)):
        if job.specification["store"] == "all" and exhaustive(job) and count == (stored or 0):
            tours = job.specification.get("tours", "any")
            found[job.board_id][tours] = Completeness(tours, str(count), job.public_id)
    return {board: list(kinds.values()) for board, kinds in found.items()}


def exhaustive(job: Job) -> bool:
    """Whether a finished job has examined every tour of its type on its board."""
    return job.state == JobState.SUCCEEDED and job.outcome == "complete" and asks_for_all(job.specification)


def asks_for_all(asked: Mapping[str, object]) -> bool:
    """Whether a job with this specification examines every tour of its type on its board."""
    return (
        find_method(asked.get("kind"), asked.get("method")).exhaustive
        and asked.get("starts", "all") == "all"
        and asked.get("limit") is None
    )
