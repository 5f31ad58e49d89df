"""Events of a job, in order. Their names are a closed list, so that they can be searched."""

from __future__ import annotations

from collections.abc import Sequence
from typing import Literal

from sqlalchemy import func, insert, select
from sqlalchemy.orm import Session

from store.database.db import now
from store.models.jobs import PARENT, Event, Job

EVENT = insert(Event.__table__)  # type: ignore[arg-type]  # it is a Table

Name = Literal[
    "submitted",
    "not-reused",
    "prerequisite-changed",
    "planned",
    "started",
    "compiling",
    "pausing",
    "paused",
    "resumed",
    "priority-changed",
    "retried",
    "cancelled",
    "succeeded",
    "failed",
    "round-finished",
    "lease-expired",
    "step-failed",
    "shard-failed",
    "shard-quarantined",
    "checkpoint-damaged",
    "work-undone",
    "begun-again",
    "adoption-asked",
    "adoption-refused",
    "adopted",
    "certified",
    "contradicted",
    "recounted",
    "tagged",
]


def record(session: Session, job: Job, name: Name, moment: float | None = None, **data: object) -> None:
    """Append an event to the job's history. moment: the database time, if already known."""
    record_all(session, [job.id], name, moment, **data)


def record_all(session: Session, jobs: Sequence[int], name: Name, moment: float | None = None, **data: object) -> None:
    """Append the same event to the history of each of these jobs (ids), in one statement."""
    if jobs:
        at = now(session) if moment is None else moment
        rows = [{"job_id": job, "at": at, "name": name, "data": data} for job in jobs]
        session.connection().execute(EVENT, rows)


def parent_of_work(session: Session, public_id: str) -> str | None:
    """Return the span that submitted a job, as W3C's `traceparent`; None if the submission was not traced."""
    first = select(Event.data).join(Job, Job.id == Event.job_id)
    data = session.scalar(first.where(Job.public_id == public_id, Event.name == "submitted").limit(1))
    parent = (data or {}).get(PARENT)
    return parent if isinstance(parent, str) else None


def times_since(session: Session, job: Job, name: Name, last: Sequence[Name]) -> int:
    """Count the events of this name since the last event of the names `last`."""
    events = select(func.count()).select_from(Event).where(Event.job_id == job.id, Event.name == name)
    begun = select(func.max(Event.id)).where(Event.job_id == job.id, Event.name.in_(last)).scalar_subquery()
    return session.scalar(events.where(Event.id > func.coalesce(begun, 0))) or 0
