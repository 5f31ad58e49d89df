"""Jobs: submit, list, follow, pause, resume, cancel, adopt."""

from __future__ import annotations

from collections.abc import Callable, Iterator, Sequence
from dataclasses import replace
from functools import partial
from typing import Literal

from flask import Blueprint, Response, url_for
from pydantic import Field
from sqlalchemy.orm import Session

from api.http import etags, long_polling, notify
from api.http.job_body import WEBHOOK_URL, JobRequest, WebhookRequest, any_body, parse_job
from api.http.problems import Fault
from api.http.security.keys import caller
from api.http.services import connect, reading, services, writing
from api.jobs.documents import JobDocument, job_document
from api.jobs.load import load_document, stream_documents
from api.jobs.result_documents import ResultDocument
from api.listing.pagination import LINKED, Page, PageQuery
from api.listing.tables import FORMS
from api.notes.filters import Name, NotedQuery
from api.openapi import examples
from api.openapi.body import Body
from api.openapi.endpoint import Answer, Reply, operation
from api.openapi.query import Query
from api.openapi.responses import KEY, NOT_MODIFIED, TAGGED, idempotency_key
from api.webhooks.requests import register_webhook
from engine.kinds.admission import plan_or_defer
from findings.results.known_result import known_result
from findings.statements.certification import certificate_asked
from phrasing.texts import Flag
from store.database.db import session_on
from store.jobs import lifecycle
from store.jobs.disk_space import room
from store.jobs.idempotency import submit_once
from store.jobs.prerequisites import prerequisite_states
from store.models.states import TERMINAL, JobState
from store.queries import jobs as queries
from store.queries.blocked_jobs import live_code
from store.trust.adoption import adopt
from store.webhooks.allowed_urls import MAX_LENGTH

blueprint = Blueprint("jobs", __name__, url_prefix="/api/v1/jobs")
FOLLOW = {"Location": "where to follow it", "RateLimit": "what is left for results, where that is bounded"}
MAX_SECONDS = 60
"""Longest delay of an answer: proxies give up on silent connections after a minute or more."""


class SubmitQuery(Query):
    """How to submit."""

    reuse: Flag = Field(default=False, description="answer with an equal job where there is one")
    webhook: str | None = Field(
        default=None,
        max_length=MAX_LENGTH,
        description="URL to call when it ends, one that the operator allows; the body may name states, too",
    )
    known: Literal["first"] | None = Field(
        default=None,
        description="first: a count or family that the record has exactly is answered with it, and no job is made",
    )
    named: Flag = Field(default=True, description="that answer names squares where they have names")


class FollowQuery(Query):
    """How to follow."""

    wait: float = Field(
        default=0,
        ge=0,
        le=MAX_SECONDS,
        description="seconds for which the answer may be put off until the job changes; one that has ended is shown at "
        "once. With If-None-Match the answer is 304 if nothing has changed by then, else the job as it stands",
    )


class AdoptQuery(Query):
    """How to adopt."""

    check: Flag = Field(default=True, description="false: without running anything again, on your word")


class FilterQuery(NotedQuery):
    """Which jobs; a parameter given more than once means any of its values."""

    kind: list[Name] = Field(default=[], max_length=10)
    method: list[Name] = Field(default=[], max_length=20)
    board: Name | None = None
    label: Name | None = None
    search: Name | None = Field(default=None, description="part of the label, or the beginning of the id")
    campaign: Name | None = Field(default=None, description="id of a campaign")

    def with_states(self, states: Sequence[JobState]) -> queries.JobFilter:
        """Return the filter for the store."""
        return queries.JobFilter(
            states,
            self.kind,
            self.method,
            self.board,
            self.label,
            self.search,
            self.campaign,
            self.tag,
            self.note,
        )


class JobsQuery(FilterQuery, PageQuery):
    """Which jobs to list, and in which order."""

    state: list[JobState] = Field(default=[], max_length=len(JobState))
    sort: Literal["newest", "oldest"] = "newest"

    def to_filter(self) -> queries.JobFilter:
        """Return the filter for the store."""
        return replace(self.with_states(self.state), sort=self.sort)


@blueprint.post("")
@operation(
    "Submit a job",
    tag="jobs",
    scope="submit",
    query=SubmitQuery,
    body=Body(any_body(), parse_job, examples.JOBS),
    headers=(KEY,),
    problems=(409,),
    answers={
        202: Answer("The job is stored and will be computed", JobDocument, FOLLOW),
        200: Answer("An equal job is there already, or the answer is known", JobDocument | ResultDocument, FOLLOW),
    },
)
def submit_job(body: JobRequest, query: SubmitQuery) -> Reply:
    """Plan outside the transaction, or leave it to a worker where that may take long; notify after the commit."""
    if query.known is not None:
        with reading() as session:
            answer = known_result(session, body.problem, named=query.named)
        if answer is not None:
            return answer
    return _submit(body, query)


@blueprint.post("/<job_id>/certify")
@operation(
    "Count once more what a job has counted, modulo a prime and by another order of squares",
    tag="jobs",
    scope="submit",
    headers=(KEY,),
    problems=(409,),
    answers={
        202: Answer("The certificate's job is stored and will be computed", JobDocument, FOLLOW),
        200: Answer("Such a job is there already", JobDocument, FOLLOW),
    },
)
def certify_job(job_id: str) -> tuple[JobDocument, int, dict[str, str]]:
    """Submit a certificate of the job's counts, or find an equal one that exists."""
    with reading() as session:
        body = certificate_asked(session, job_id)
    return _submit(JobRequest(body), SubmitQuery(reuse=True))


def _submit(body: JobRequest, query: SubmitQuery) -> tuple[JobDocument, int, dict[str, str]]:
    submission = plan_or_defer(body.problem, services().settings.confirm_shards, services().kept_files)
    beside = {} if body.webhook is None else {"webhook": body.webhook.model_dump()}
    hooks = list(_find_webhooks(body, query))
    with writing() as session:
        job, made = submit_once(
            session,
            submission,
            owner=caller().name,
            key=idempotency_key(),
            beside=beside,
            reuse=query.reuse,
            limits=services().job_limits,
        )
        if hooks:
            session.refresh(job, ["state", "outcome"], with_for_update=True)
        for hook, place in hooks:
            register_webhook(session, job, hook, place)
        progress = queries.initial_progress(job, submission.shards) if made else queries.progress(session, job)
        live, waits = live_code(session), prerequisite_states(session, [job]).get(job.id, {})
        left = room(session, services().settings).remaining(job.owner)
    if made:
        notify.notify_workers(max(1, progress.shards))
    status = 200 if query.reuse and not made else 202
    board = None if submission.problem.board is None else submission.problem.board.label
    head = {"Location": url_for("jobs.show_job", job_id=job.public_id)}
    if left:
        head["RateLimit"] = ", ".join(f'"{name}";r={number}' for name, number in left.items())
    return job_document(job, board, progress, live, waits), status, head


def _find_webhooks(body: JobRequest, query: SubmitQuery) -> Iterator[tuple[WebhookRequest, Fault]]:
    """Yield the webhooks of a submission, each with its place in the request."""
    if query.webhook is not None:
        yield WebhookRequest(url=query.webhook), Fault(parameter="webhook", detail="")
    if body.webhook is not None:
        yield body.webhook, Fault(pointer=WEBHOOK_URL, detail="")


@blueprint.get("")
@operation(
    "List jobs, newest first",
    tag="jobs",
    query=JobsQuery,
    answers={200: Answer("A page of jobs", Page[JobDocument], LINKED, FORMS), 304: NOT_MODIFIED},
)
def list_jobs(query: JobsQuery) -> Response:
    """One page; its entity tag is that of its text."""
    with reading() as session:
        rows = queries.find_jobs(session, query.to_filter(), before=query.cursor, limit=query.limit)
        total = query.total(lambda: queries.count_jobs(session, query.to_filter()))
        return query.answer(Page[JobDocument], stream_documents(session, rows), query.next_page(rows), total)


@blueprint.get("/<job_id>")
@operation(
    "Follow a job: state, progress, rate and the estimated time left",
    tag="jobs",
    query=FollowQuery,
    answers={200: Answer("The job", JobDocument, TAGGED), 304: NOT_MODIFIED},
)
def show_job(job_id: str, query: FollowQuery) -> Reply:
    """Answer a poll, or delay the answer; a poll without news costs a single query."""
    with connect() as connection:
        version = queries.version(connection, job_id)
        tag, ended = long_polling.job_tag(job_id, version), version[0] in TERMINAL
        more = {} if ended else long_polling.wait_for_change(job_id, tag, query.wait)
        if (same := etags.not_modified(tag, more)) is not None:
            return same
        with session_on(connection) as session:
            if long_polling.is_unchanged(tag):
                text = (
                    services()
                    .fragments.part(job_id, tag, lambda: load_document(session, job_id).model_dump_json())
                    .text
                )
                return Response(text, headers=etags.headers(tag), mimetype="application/json")
            return load_document(session, job_id), 200, {**etags.headers(tag), **more}


@blueprint.post("/<job_id>/pause")
@operation("Pause a job", tag="jobs", scope="submit", answers={200: Answer("The job", JobDocument)}, problems=(409,))
def pause_job(job_id: str) -> JobDocument:
    """Give out no more slices of the job; running slices are committed first."""
    return _change(job_id, lifecycle.pause)


@blueprint.post("/<job_id>/resume")
@operation("Resume a job", tag="jobs", scope="submit", answers={200: Answer("The job", JobDocument)}, problems=(409,))
def resume_job(job_id: str) -> JobDocument:
    """Continue the job from its checkpoints."""
    document = _change(job_id, lifecycle.resume)
    notify.notify_workers(max(1, document.progress.shards - document.progress.finished_shards))
    return document


@blueprint.post("/<job_id>/cancel")
@operation("Cancel a job", tag="jobs", scope="submit", answers={200: Answer("The job", JobDocument)}, problems=(409,))
def cancel_job(job_id: str) -> JobDocument:
    """Stop the job for good; its results are kept."""
    document = _change(job_id, lifecycle.cancel)
    notify.notify_workers(1)
    return document


@blueprint.post("/<job_id>/retry")
@operation(
    "Retry a failed job", tag="jobs", scope="submit", answers={200: Answer("The job", JobDocument)}, problems=(409,)
)
def retry_job(job_id: str) -> JobDocument:
    """Repeat the failed part of the job: a step, or shards that were given up; committed work is kept."""
    document = _change(job_id, lifecycle.retry)
    notify.notify_workers(notify.MAX_NOTIFIED)
    return document


@blueprint.post("/<job_id>/adopt")
@operation(
    "Let the present code go on with a job that other code began",
    tag="jobs",
    scope="submit",
    query=AdoptQuery,
    answers={200: Answer("The job", JobDocument)},
    problems=(409,),
)
def adopt_job(job_id: str, query: AdoptQuery) -> JobDocument:
    """Have workers run the last slice of each shard again; if all results agree, the present code takes over."""
    document = _change(job_id, partial(adopt, check=query.check))
    notify.notify_workers(document.progress.shards)
    return document


def _change(job_id: str, change: Callable[[Session, str], object]) -> JobDocument:
    """Change the state of a job and return its new document."""
    with writing() as session:
        change(session, job_id)
        return load_document(session, job_id)
