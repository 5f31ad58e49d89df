"""Load jobs as their documents."""

from __future__ import annotations

from collections.abc import Iterator, Sequence

from sqlalchemy.orm import Session

from api.jobs.documents import JobDocument, job_document
from store.jobs import lifecycle
from store.jobs.prerequisites import prerequisite_states
from store.models.jobs import Job
from store.models.states import ACTIVE
from store.notes import tags_by_subject
from store.queries import jobs as queries
from store.queries.blocked_jobs import Live, live_code


def load_document(session: Session, job_id: str) -> JobDocument:
    """Return the current document of a job; JobNotFoundError if there is none."""
    return document_of(session, lifecycle.get_job(session, job_id))


def document_of(session: Session, job: Job) -> JobDocument:
    """Return a job's current document."""
    return load_documents(session, [job])[0]


def load_documents(session: Session, jobs: Sequence[Job]) -> list[JobDocument]:
    """Return the current documents of jobs whose boards are loaded, in a few queries for any number of jobs."""
    return list(stream_documents(session, jobs))


def stream_documents(session: Session, jobs: Sequence[Job]) -> Iterator[JobDocument]:
    """Yield the documents that `load_documents` returns, each as it is needed."""
    progress = queries.progress_of(session, jobs)
    live = live_code(session) if any(job.state in ACTIVE for job in jobs) else Live()
    waits, tags = prerequisite_states(session, jobs), tags_by_subject(session, jobs)
    for job in jobs:
        label = job.board.label if job.board else None
        yield job_document(job, label, progress[job.id], live, waits.get(job.id, {}), tags.get(job.id, ()))
