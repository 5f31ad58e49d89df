"""The digest of one job."""

from __future__ import annotations

from sqlalchemy.orm import Session

from store.models.jobs import Job
from store.trust.digests import job_digests


def job_digest(session: Session, job: Job) -> str:
    """Return the digest of all that a job found."""
    return job_digests(session, [job])[job.id]
