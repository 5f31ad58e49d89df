"""The outbox: a message is written in the transaction of the change it reports, and sent later by a worker.

A sending worker first moves the message's due time on, so that no other worker sends it. If the worker is killed, the
message becomes due again. So each message arrives at least once, always with the same id and body.
"""

from __future__ import annotations

import json
import secrets
from collections.abc import Sequence
from dataclasses import dataclass
from typing import Any

from sqlalchemy import ColumnElement, Select, delete, func, insert, select, update
from sqlalchemy.orm import Session

from store.database.db import now
from store.database.times import iso_time
from store.models.jobs import Job
from store.models.states import REPORTED_STATES, TERMINAL, JobState
from store.models.webhooks import CampaignWebhook, Delivery, DeliveryState, Webhook

ENDS = tuple(state for state in REPORTED_STATES if state in TERMINAL)
MAX_PER_JOB = 10
FIRST_PAUSE_SECONDS = 5.0
MAX_PAUSE_SECONDS = 3600.0
WEBHOOKS = Webhook.__table__
ADDRESSED: dict[type[Delivery | CampaignWebhook], Select[Any, str]] = {
    Delivery: select(Delivery, Webhook.url).join(Webhook),
    CampaignWebhook: select(CampaignWebhook, CampaignWebhook.url),
}
"""Messages with their URLs."""

DELIVERY = insert(Delivery.__table__)  # type: ignore[arg-type]  # it is a Table


class TooManyWebhooksError(ValueError):
    """The job or campaign already has the maximum number of webhooks."""


@dataclass(frozen=True)
class OutgoingMessage:
    """A message to send now. attempt: from 1. kind: the table of its row."""

    id: int
    public_id: str
    url: str
    body: str
    attempt: int
    kind: type[Delivery | CampaignWebhook] = Delivery


@dataclass(frozen=True)
class DeliveryAttempt:
    """Outcome of sending. status: HTTP status, None without an answer. detail: None if accepted."""

    status: int | None
    detail: str | None
    for_good: bool = False


def add_webhook(
    session: Session, job: Job, url: str, states: Sequence[JobState] = ENDS, owner: str | None = None
) -> Webhook:
    """Register an allowed URL with a locked job. Registering the same URL again replaces its states.

    If the job has already ended in one of these states, its message is written at once. Raises TooManyWebhooksError
    beyond ten.
    """
    known = session.scalars(select(Webhook).where(Webhook.job_id == job.id)).all()
    found = next((one for one in known if one.url == url), None)
    if found is None:
        if len(known) >= MAX_PER_JOB:
            raise TooManyWebhooksError(f"a job has {MAX_PER_JOB} webhooks at most")
        found = Webhook(job_id=job.id, url=url, owner=owner, created_at=now(session))
        session.add(found)
    news = job.state in TERMINAL and job.state in states and job.state not in (found.states or ())
    found.states = [str(state) for state in states]
    session.flush()
    if news:
        _write(session, [(found.id, job)], job.state, now(session), job.outcome)
    return found


def remove_webhook(session: Session, job: Job, url: str) -> bool:
    """Remove a webhook and its pending deliveries; return whether it existed."""
    ours = delete(Webhook).where(Webhook.job_id == job.id, Webhook.url == url)
    return session.connection().execute(ours).rowcount > 0


def write_deliveries(session: Session, jobs: Sequence[Job], state: JobState, moment: float, outcome: object) -> None:
    """Write the messages to all webhooks registered for this state of these jobs."""
    if state not in REPORTED_STATES:
        return
    by_id = {job.id: job for job in jobs}
    statement = select(WEBHOOKS.c.id, WEBHOOKS.c.job_id, WEBHOOKS.c.states).where(WEBHOOKS.c.job_id.in_(by_id))
    found = session.connection().execute(statement)
    _write(session, [(row.id, by_id[row.job_id]) for row in found if state in row.states], state, moment, outcome)


def is_due(session: Session) -> bool:
    """Whether a message is due."""
    moment = now(session)
    return any(session.scalar(select(kind.id).where(*_due(kind, moment)).limit(1)) is not None for kind in ADDRESSED)


def claim_deliveries(session: Session, most: int, lease_seconds: float) -> list[OutgoingMessage]:
    """Claim up to `most` due messages; they become due again when the lease ends."""
    moment = now(session)
    parcels: list[OutgoingMessage] = []
    for kind, messages in ADDRESSED.items():
        due = messages.where(*_due(kind, moment)).order_by(kind.due_at, kind.id).limit(most - len(parcels))
        for row, url in session.execute(due.with_for_update(skip_locked=True, of=kind)):
            row.attempts += 1
            row.due_at, row.attempted_at = moment + lease_seconds, moment
            parcels.append(OutgoingMessage(row.id, row.public_id, url, row.body, row.attempts, kind))
    return parcels


def _due(kind: type[Delivery | CampaignWebhook], moment: float) -> tuple[ColumnElement[bool], ...]:
    return kind.state == DeliveryState.WAITING, kind.due_at <= moment


def record_attempt(session: Session, parcel: OutgoingMessage, attempt: DeliveryAttempt, most_attempts: int) -> None:
    """Record the outcome of sending, unless another worker has since claimed the message.

    Retries wait 5 s, then twice as long each time, an hour at most, up to `most_attempts` attempts.
    """
    moment = now(session)
    values: dict[str, object] = {"status": attempt.status, "detail": attempt.detail, "done_at": moment}
    if attempt.detail is None:
        values["state"] = DeliveryState.DELIVERED
    elif attempt.for_good or parcel.attempt >= most_attempts:
        values["state"] = DeliveryState.GIVEN_UP
    else:
        pause = min(FIRST_PAUSE_SECONDS * 2.0 ** (parcel.attempt - 1), MAX_PAUSE_SECONDS)
        values |= {"due_at": moment + pause, "done_at": None}
    kind = parcel.kind
    ours = (kind.id == parcel.id, kind.attempts == parcel.attempt, kind.state == DeliveryState.WAITING)
    session.execute(update(kind).where(*ours).values(values))


def find_deliveries(
    session: Session, job: Job, *, before: int | None = None, limit: int = 50
) -> list[tuple[Delivery, Webhook]]:
    """Return up to `limit` messages about a job with ids below `before`, newest first."""
    ahead = () if before is None else (Delivery.id < before,)
    found = _of(job).where(*ahead).order_by(Delivery.id.desc()).limit(limit)
    return [(row[0], row[1]) for row in session.execute(found)]


def count_deliveries(session: Session, job: Job) -> int:
    """Return the number of messages about a job."""
    return session.scalar(select(func.count()).select_from(_of(job).subquery())) or 0


def webhooks_of(session: Session, job: Job) -> list[Webhook]:
    """Return the job's webhooks, oldest first: ten at most."""
    return list(session.scalars(select(Webhook).where(Webhook.job_id == job.id).order_by(Webhook.id)))


def _of(job: Job) -> Select[Delivery, Webhook]:
    return select(Delivery, Webhook).join(Webhook, Webhook.id == Delivery.webhook_id).where(Webhook.job_id == job.id)


def _write(
    session: Session, recipients: Sequence[tuple[int, Job]], state: JobState, moment: float, outcome: object
) -> None:
    rows = [
        {
            "public_id": secrets.token_hex(16),
            "webhook_id": webhook,
            "event": f"job.{state}",
            "body": _body(job, state, moment, outcome),
            "state": DeliveryState.WAITING,
            "attempts": 0,
            "due_at": moment,
            "created_at": moment,
        }
        for webhook, job in recipients
    ]
    if rows:
        session.connection().execute(DELIVERY, rows)


def _body(job: Job, state: JobState, moment: float, outcome: object) -> str:
    """Return the message body. It is small; receivers fetch the result themselves."""
    about = {"kind": job.kind, "method": job.method, "label": job.label}
    data = {"id": job.public_id, "state": state, "outcome": outcome, **about}
    return json.dumps({"type": f"job.{state}", "timestamp": iso_time(moment), "data": data}, ensure_ascii=False)
