"""The outbox: a message is written in the transaction of the change that it tells of, and sent by a worker later.

A worker that sends one moves its due moment on first, so that nobody else does; where the worker is killed the message
is due again by itself. So each comes at least once, always with the same id and the same body.
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
"""Messages with where they go."""

DELIVERY = insert(Delivery.__table__)  # type: ignore[arg-type]  # it is a Table


class TooManyWebhooksError(ValueError):
    """A job or a campaign has as many as it may have."""


@dataclass(frozen=True)
class OutgoingMessage:
    """A message that a worker is to send now. attempt: from 1. kind: whose row it is."""

    id: int
    public_id: str
    url: str
    body: str
    attempt: int
    kind: type[Delivery | CampaignWebhook] = Delivery


@dataclass(frozen=True)
class DeliveryAttempt:
    """What came of sending. status: of HTTP, None without an answer. detail: None where it was taken."""

    status: int | None
    detail: str | None
    for_good: bool = False


def add_webhook(
    session: Session, job: Job, url: str, states: Sequence[JobState] = ENDS, owner: str | None = None
) -> Webhook:
    """Have an allowed address told of a job (which is locked); given again, it is told of these states instead.

    Where the job is in one of these states already and has ended, it is told at once. TooManyWebhooksError beyond ten.
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
    """Tell an address of a job no more, and forget the messages to it; whether it was told at all."""
    ours = delete(Webhook).where(Webhook.job_id == job.id, Webhook.url == url)
    return session.connection().execute(ours).rowcount > 0


def write_deliveries(session: Session, jobs: Sequence[Job], state: JobState, moment: float, outcome: object) -> None:
    """Write the messages to all who want to be told that these jobs have come to this state."""
    if state not in REPORTED_STATES:
        return
    by_id = {job.id: job for job in jobs}
    wanted = select(WEBHOOKS.c.id, WEBHOOKS.c.job_id, WEBHOOKS.c.states).where(WEBHOOKS.c.job_id.in_(by_id))
    found = session.connection().execute(wanted)
    _write(session, [(row.id, by_id[row.job_id]) for row in found if state in row.states], state, moment, outcome)


def is_due(session: Session) -> bool:
    """Whether a message waits to be sent now."""
    moment = now(session)
    return any(session.scalar(select(kind.id).where(*_due(kind, moment)).limit(1)) is not None for kind in ADDRESSED)


def claim_deliveries(session: Session, most: int, lease_seconds: float) -> list[OutgoingMessage]:
    """Take up to so many messages that are due; others may have them after the lease."""
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
    """Write down what came of sending, unless the message was given to somebody else meanwhile.

    It is sent again after 5 s, then after twice as long each time, an hour at most; not after so many attempts.
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
    """Return how many messages there are about a job."""
    return session.scalar(select(func.count()).select_from(_of(job).subquery())) or 0


def webhooks_of(session: Session, job: Job) -> list[Webhook]:
    """Return who is told of a job, oldest first: ten at most."""
    return list(session.scalars(select(Webhook).where(Webhook.job_id == job.id).order_by(Webhook.id)))


def _of(job: Job) -> Select[Delivery, Webhook]:
    return select(Delivery, Webhook).join(Webhook, Webhook.id == Delivery.webhook_id).where(Webhook.job_id == job.id)


def _write(session: Session, told: Sequence[tuple[int, Job]], state: JobState, moment: float, outcome: object) -> None:
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
        for webhook, job in told
    ]
    if rows:
        session.connection().execute(DELIVERY, rows)


def _body(job: Job, state: JobState, moment: float, outcome: object) -> str:
    """Return the message: little enough to be sent anywhere; what was found is asked for."""
    about = {"kind": job.kind, "method": job.method, "label": job.label}
    data = {"id": job.public_id, "state": state, "outcome": outcome, **about}
    return json.dumps({"type": f"job.{state}", "timestamp": iso_time(moment), "data": data}, ensure_ascii=False)
