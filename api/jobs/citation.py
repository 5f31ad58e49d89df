"""How a job is cited."""

from __future__ import annotations

from flask import url_for

from api.jobs.documents import JobDocument
from api.pages.bibtex import bibtex_entry, code_words


def job_citation(job: JobDocument) -> str:
    """Return the entry of a job."""
    return bibtex_entry(
        f"job {job.id}",
        job.title,
        job.finished_at or job.created_at,
        url_for("jobs.show_job", job_id=job.id),
        {"state": job.outcome or job.state, "code": code_words(job.code_digest)},
        job.tags,
    )
