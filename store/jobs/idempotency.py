"""Submission over HTTP: once per idempotency key, and reusing equal jobs on request."""

from __future__ import annotations

import hashlib
import json
from collections.abc import Mapping

from sqlalchemy import select
from sqlalchemy.orm import Session

from engine.kinds.admission import Submission
from store.database.db import now
from store.database.expressions import SoleLock
from store.errors import IdempotencyConflictError
from store.jobs.events import record
from store.jobs.lifecycle import find_equal, submit
from store.jobs.limits import NOBODY, JobLimits, check_room
from store.models.jobs import Job
from store.models.operations import IdempotencyKey

KEY_LOCKS = 2
"""Seed of the advisory locks of idempotency keys."""


def submit_once(
    session: Session,
    submission: Submission,
    *,
    owner: str | None = None,
    key: str | None = None,
    beside: Mapping[str, object] | None = None,
    reuse: bool = False,
    limits: JobLimits = JobLimits(),
) -> tuple[Job, bool]:
    """Return the job of this request and whether it is new.

    key: the client's Idempotency-Key. The same key with the same specification returns the first job; with another
    specification it raises IdempotencyConflictError. beside: further content of the request. reuse: accept an equal job
    of the same code, finished or not. If only other code has such a job, the submission event names it. limits: on
    unfinished jobs; raises TooManyJobsError beyond them.
    """
    request = "" if key is None else request_digest({**submission.problem.document, **(beside or {})})
    known = None if key is None else known_request(session, owner, key, request)
    if known is not None:
        return session.get_one(Job, known.job_id), False
    equal = find_equal(session, submission.problem) if reuse else None
    other = find_equal(session, submission.problem, any_code=True) if reuse and equal is None else None
    if equal is None:
        check_room(session, owner, limits)
    job = equal or submit(session, submission, owner)
    if other is not None:
        record(session, job, "not-reused", equal=other.public_id, engine=other.code_digest)
    if key is not None:
        remember_request(session, owner, key, request, job_id=job.id)
    return job, equal is None


def request_digest(document: object) -> str:
    """Return the SHA-256 (hex) of a request as JSON, which distinguishes requests with the same key."""
    return hashlib.sha256(json.dumps(document, sort_keys=True).encode()).hexdigest()


def known_request(session: Session, owner: str | None, key: str, request: str) -> IdempotencyKey | None:
    """Return an earlier request with this key, or None; IdempotencyConflictError if its content differs.

    Of two concurrent requests the second waits until the first is answered or has failed.
    """
    session.execute(select(SoleLock(f"{owner or NOBODY} {key}", KEY_LOCKS)))
    known = session.get(IdempotencyKey, (owner or NOBODY, key))
    if known is not None and known.request_sha256 != request:
        raise IdempotencyConflictError("this Idempotency-Key was used with another request")
    return known


def remember_request(session: Session, owner: str | None, key: str, request: str, **made: int) -> None:
    """Store an answered request. made: the id of the new row, as `job_id` or `campaign_id`."""
    principal = owner or NOBODY
    session.add(IdempotencyKey(owner=principal, key=key, request_sha256=request, created_at=now(session), **made))
    session.flush()
