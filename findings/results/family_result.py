"""What the jobs here have found of a family of boards."""

from __future__ import annotations

from typing import Any

from sqlalchemy import select
from sqlalchemy.orm import Session

from engine.boards.piece import KNIGHT, Piece
from store.jobs.current_result import current_results
from store.models.jobs import Job
from store.models.states import JobState

KIND = "strip"
MAX_JOBS = 1000
"""The newest jobs of the kind that are looked through."""

FIELDS = ("family", "piece", "tours")


def find_family_result(session: Session, family: str, piece: Piece, tours: str) -> tuple[Job, dict[str, Any]] | None:
    """Return the finished job that tells most of a family, and what it tells; None where there is none.

    One with a recurrence tells more than one without, then the one with more terms, then the newer one.
    """
    query = select(Job).where(Job.kind == KIND, Job.state == JobState.SUCCEEDED).order_by(Job.id.desc()).limit(MAX_JOBS)
    asked = (family, "knight" if piece == KNIGHT else list(piece), tours)
    jobs = [job for job in session.scalars(query) if tuple(job.specification.get(name) for name in FIELDS) == asked]
    results = current_results(session, jobs)
    found = [(job, results[job.id].extra[KIND]) for job in jobs if KIND in results[job.id].extra]
    return max(found, key=lambda one: ("order" in one[1], len(one[1]["terms"]), one[0].id), default=None)
