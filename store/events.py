"""Events: what happened to a job, in order. The names are a closed list, so that they can be searched for."""

from __future__ import annotations

from typing import Any, Literal

from sqlalchemy.orm import Session

from store.db import now
from store.models.jobs import Event, Job

Name = Literal[
    "submitted",
    "not-reused",
    "planned",
    "started",
    "compiling",
    "pausing",
    "paused",
    "resumed",
    "cancelled",
    "succeeded",
    "failed",
    "round-finished",
    "lease-expired",
    "shard-failed",
    "shard-quarantined",
    "work-undone",
    "begun-again",
    "adoption-asked",
    "adoption-refused",
    "adopted",
]


def record(session: Session, job: Job, name: Name, **data: Any) -> None:  # noqa: ANN401  JSON values
    """Append an event to the job's history."""
    session.add(Event(job_id=job.id, at=now(session), name=name, data=data))
