"""Retry all failed jobs that a filter chooses, and say beforehand what that would do."""

from __future__ import annotations

from typing import Literal

from flask import Blueprint
from pydantic import BaseModel, Field

from api.http import notify
from api.http.services import reading, writing
from api.jobs.routes import FilterQuery
from api.openapi.endpoint import Answer, operation
from engine.code_digest import job_code_digest
from phrasing.texts import Flag
from phrasing.titles import job_title
from store.jobs.lifecycle import retry_all
from store.jobs.retries import Retry, plan_retries
from store.models.jobs import Job
from store.models.states import JobState, Step
from store.queries import jobs as queries

blueprint = Blueprint("retries", __name__, url_prefix="/api/v1/jobs")
MAX_JOBS = 500
"""Jobs retried in one transaction."""


class RetryQuery(FilterQuery):
    """Which failed jobs to retry; all where nothing is given."""

    dry_run: Flag = Field(default=False, description="say what would be done, and do nothing")


class RetryDocument(BaseModel):
    """A failed job, and what a retry does again."""

    id: str
    title: str = Field(description="the job's question in a few words")
    explanation: str | None = Field(description="why it failed")
    again: Literal["planning", "shards", "merging"] = Field(description="what is tried again; the rest stays")
    shards: int = Field(description="shards that were given up")
    needs_adoption: bool = Field(
        description="whether other code began it: it goes on with a worker of that code, or when it is adopted"
    )


class RetriesDocument(BaseModel):
    """The failed jobs that a filter chooses, newest first."""

    jobs: list[RetryDocument]
    left: int = Field(description="further ones, beyond the 500 of a request: ask again")


@blueprint.post("/retry")
@operation(
    "Retry failed jobs",
    tag="jobs",
    scope="submit",
    query=RetryQuery,
    answers={200: Answer("What was done, or with dry_run would be", RetriesDocument)},
)
def retry_jobs(query: RetryQuery) -> RetriesDocument:
    """Repeat the failed part of each: a step, or shards that were given up; committed work is kept."""
    chosen = query.with_states([JobState.FAILED])
    with reading() if query.dry_run else writing() as session:
        jobs = queries.find_jobs(session, chosen, before=None, limit=MAX_JOBS, lock=not query.dry_run)
        plans, total = plan_retries(session, jobs), queries.count_jobs(session, chosen)
        found = RetriesDocument(jobs=[_document(job, plans[job.id]) for job in jobs], left=total - len(jobs))
        if not query.dry_run:
            retry_all(session, jobs)
    if not query.dry_run:
        notify.notify_workers(notify.MAX_NOTIFIED)
    return found


def _document(job: Job, plan: Retry) -> RetryDocument:
    return RetryDocument(
        id=job.public_id,
        title=job_title(job.specification, job.board.label if job.board else None),
        explanation=job.explanation,
        again="shards" if plan.step is None else "planning" if plan.step == Step.PLAN else "merging",
        shards=plan.shards,
        needs_adoption=plan.step != Step.PLAN and job.code_digest != job_code_digest(job.kind, job.method),
    )
