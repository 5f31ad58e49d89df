"""The outbox: messages are written together with the change they report, and one worker at a time sends each."""

from __future__ import annotations

import json

import pytest
from sqlalchemy import select, update
from sqlalchemy.orm import Session

from store.database.db import Database, now
from store.jobs.lifecycle import cancel, change_state, get_job, pause, reset_job, resume
from store.models.jobs import Job
from store.models.states import JobState
from store.models.webhooks import Delivery, DeliveryState
from store.webhooks.outbox import (
    ENDS,
    FIRST_PAUSE_SECONDS,
    MAX_PAUSE_SECONDS,
    MAX_PER_JOB,
    DeliveryAttempt,
    OutgoingMessage,
    TooManyWebhooksError,
    add_webhook,
    claim_deliveries,
    count_deliveries,
    find_deliveries,
    is_due,
    record_attempt,
    remove_webhook,
    webhooks_of,
)
from tests.store.job_samples import drain, stored_job, take

URL = "https://hooks.example/"
FAILED = DeliveryAttempt(503, "the receiver answered 503")


@pytest.fixture
def job(database: Database) -> str:
    """A job with a webhook for its end."""
    with database.writing() as session:
        job = stored_job(session, label="mine")
        add_webhook(session, job, URL, ENDS, "me")
        return job.public_id


def told(database: Database) -> list[str]:
    """Return the events of all messages, oldest first."""
    with database.reading() as session:
        return list(session.scalars(select(Delivery.event).order_by(Delivery.id)))


def end(database: Database, job: str) -> None:
    """Cancel a job."""
    with database.writing() as session:
        cancel(session, job)


def claim(database: Database, most: int = 10, lease: float = 60.0) -> list[OutgoingMessage]:
    """Claim the due messages."""
    with database.writing() as session:
        return claim_deliveries(session, most, lease)


def record(database: Database, parcel: OutgoingMessage, attempt: DeliveryAttempt, most: int = 12) -> Delivery:
    """Record an attempt to send a message; return the message."""
    with database.writing() as session:
        record_attempt(session, parcel, attempt, most)
    with database.reading() as session:
        return session.get_one(Delivery, parcel.id)


def make_due(database: Database) -> None:
    """Make every pause and lease expire."""
    with database.writing() as session:
        session.execute(update(Delivery).values(due_at=0.0))


def test_a_job_that_succeeds(database: Database, job: str) -> None:
    """The message names the job and its outcome; other states write no message."""
    drain(database)
    [parcel] = claim(database)
    message = json.loads(parcel.body)
    assert (parcel.url, parcel.attempt) == (URL, 1)
    assert (message["type"], message["timestamp"][-1]) == ("job.succeeded", "Z")
    assert message["data"] == {
        "id": job, "state": "succeeded", "outcome": "complete", "kind": "enumerate", "method": "auto",
        "label": "mine",
    }  # fmt: skip
    assert told(database) == ["job.succeeded"]


def test_the_states_that_are_wanted(database: Database) -> None:
    """A message is written each time the job enters one of the chosen states."""
    with database.writing() as session:
        job = stored_job(session).public_id
        add_webhook(session, get_job(session, job), URL, [JobState.PAUSED, JobState.CANCELLED])
    for _ in range(2):
        with database.writing() as session:
            pause(session, job)
        with database.writing() as session:
            resume(session, job)
    end(database, job)
    assert told(database) == ["job.paused", "job.paused", "job.cancelled"]


def test_a_job_begun_again_comes_to_rest(database: Database) -> None:
    """A job that is reset while pausing reports its pause, and later its end."""
    with database.writing() as session:
        job = stored_job(session).public_id
        add_webhook(session, get_job(session, job), URL, [JobState.PAUSED, JobState.CANCELLED])
    assert take(database) is not None
    with database.writing() as session:
        reset_job(session, pause(session, job))
        assert get_job(session, job).state == JobState.PAUSED
    end(database, job)
    assert told(database) == ["job.paused", "job.cancelled"]


def test_a_change_that_is_not_committed(database: Database, job: str) -> None:
    """A change that is not committed writes no message."""

    def fail(session: Session) -> None:
        cancel(session, job)
        raise ZeroDivisionError

    with pytest.raises(ZeroDivisionError), database.writing() as session:
        fail(session)
    assert told(database) == []


def test_a_webhook_that_comes_late(database: Database, job: str) -> None:
    """A webhook added after the job's end is notified at once; adding it again changes only its states."""
    end(database, job)
    with database.writing() as session:
        add_webhook(session, get_job(session, job), URL + "late")
        add_webhook(session, get_job(session, job), URL + "late")
        add_webhook(session, get_job(session, job), URL + "other", [JobState.PAUSED])
        add_webhook(session, get_job(session, job), URL + "other", [JobState.SUCCEEDED])
        found = [(one.url, one.states) for one in webhooks_of(session, get_job(session, job))]
    assert told(database) == 2 * ["job.cancelled"]
    assert found[1:] == [(URL + "late", [*map(str, ENDS)]), (URL + "other", ["succeeded"])]


def test_not_too_many(database: Database, job: str) -> None:
    """A job has at most ten webhooks."""
    with database.writing() as session:
        for number in range(1, MAX_PER_JOB):
            add_webhook(session, get_job(session, job), f"{URL}{number}")
    with pytest.raises(TooManyWebhooksError, match="10"), database.writing() as session:
        add_webhook(session, get_job(session, job), f"{URL}more")


def test_many_jobs_at_once(database: Database) -> None:
    """A change to many jobs writes messages only for those with webhooks."""
    with database.writing() as session:
        jobs = [stored_job(session) for _ in range(5)]
        for job in jobs[:3]:
            add_webhook(session, job, URL)
        for job in jobs:
            change_state(session, job, JobState.CANCELLED, "cancelled", outcome="cancelled")
    assert told(database) == 3 * ["job.cancelled"]


def test_a_message_is_given_to_one_worker(database: Database, job: str) -> None:
    """A message has one sender per lease; after an expired lease the next worker sends the same body."""
    end(database, job)
    [first] = claim(database)
    with database.reading() as session:
        assert not is_due(session)
    assert claim(database) == []
    make_due(database)
    with database.reading() as session:
        assert is_due(session)
    [second] = claim(database)
    assert (second.public_id, second.body, second.attempt) == (first.public_id, first.body, 2)

    record(database, first, FAILED)
    assert record(database, second, DeliveryAttempt(204, None)).state == DeliveryState.DELIVERED
    assert record(database, first, FAILED).state == DeliveryState.DELIVERED
    make_due(database)
    assert claim(database) == []


def test_pauses_double_up_to_an_hour_and_then_it_is_given_up(database: Database, job: str) -> None:
    """Pauses double up to an hour, and a message is given up after the configured number of attempts."""
    end(database, job)
    pauses = []
    for _ in range(12):
        make_due(database)
        [parcel] = claim(database)
        delivery = record(database, parcel, FAILED)
        with database.reading() as session:
            pauses.append(delivery.due_at - now(session))
    for number, length in enumerate(pauses[:11]):
        longest = min(FIRST_PAUSE_SECONDS * 2**number, MAX_PAUSE_SECONDS)
        assert longest - 60 < length <= longest
    assert (delivery.state, delivery.attempts, delivery.status) == (DeliveryState.GIVEN_UP, 12, 503)
    make_due(database)
    assert claim(database) == []


def test_what_is_refused_for_good(database: Database, job: str) -> None:
    """A message refused for good is not tried again."""
    end(database, job)
    [parcel] = claim(database)
    assert record(database, parcel, DeliveryAttempt(None, "not allowed", for_good=True)).state == DeliveryState.GIVEN_UP


def test_the_list_goes_by_pages(database: Database, job: str) -> None:
    """The messages of one job are listed page by page, newest first."""
    end(database, job)
    with database.writing() as session:
        for number in range(4):
            add_webhook(session, get_job(session, job), f"{URL}{number}")
        other = stored_job(session)
        add_webhook(session, other, URL)
        cancel(session, other.public_id)
    with database.reading() as session:
        row = get_job(session, job)
        first = find_deliveries(session, row, limit=3)
        rest = find_deliveries(session, row, before=first[-1][0].id, limit=3)
        assert count_deliveries(session, row) == 5
    urls = [webhook.url for _, webhook in (*first, *rest)]
    assert urls == [f"{URL}3", f"{URL}2", f"{URL}1", f"{URL}0", URL]


def test_they_go_with_their_job(database: Database, job: str) -> None:
    """A deleted job leaves no messages."""
    end(database, job)
    with database.writing() as session:
        session.delete(session.scalars(select(Job)).one())
    assert told(database) == []


def test_who_is_removed_is_told_no_more(database: Database, job: str) -> None:
    """A removed webhook loses its messages, even one being sent; others stay, and it may be added again."""
    with database.writing() as session:
        add_webhook(session, get_job(session, job), URL + "other")
    end(database, job)
    parcels = claim(database)
    with database.writing() as session:
        row = get_job(session, job)
        assert [remove_webhook(session, row, url) for url in (URL, URL, URL + "none")] == [True, False, False]
        assert [hook.url for hook in webhooks_of(session, row)] == [URL + "other"]
        assert count_deliveries(session, row) == 1
    for parcel in parcels:
        with database.writing() as session:
            record_attempt(session, parcel, FAILED, 12)
    with database.writing() as session:
        row = get_job(session, job)
        add_webhook(session, row, URL)
        assert [(hook.url, message.state) for message, hook in find_deliveries(session, row)] == [
            (URL, DeliveryState.WAITING), (URL + "other", DeliveryState.WAITING),
        ]  # fmt: skip
