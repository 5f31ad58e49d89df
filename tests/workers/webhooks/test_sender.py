"""The messenger: messages of the outbox reach a receiver in a process of its own despite all failures."""

from __future__ import annotations

import signal
import sys
from collections.abc import Iterator
from dataclasses import replace
from pathlib import Path

import pytest
from sqlalchemy import select, update

from store.database.db import Database
from store.jobs.lifecycle import cancel, get_job
from store.models.webhooks import Delivery, DeliveryState
from store.settings import Settings
from store.webhooks.outbox import add_webhook
from tests.servers import Process, wait_until
from tests.store.job_samples import stored_job
from tests.webhooks import SECRET, Receiver
from workers.webhooks.sender import Messenger

DELIVER = "from tests.workers.webhooks.test_sender import deliver; deliver()"


@pytest.fixture
def settings(receiver: Receiver, monkeypatch: pytest.MonkeyPatch) -> Settings:
    """Settings that allow the receiver, with short times."""
    monkeypatch.setattr("store.webhooks.outbox.FIRST_PAUSE_SECONDS", 0.01)
    monkeypatch.setattr("workers.webhooks.sender.LOOK_SECONDS", 0.05)
    return replace(receiver.settings(Settings()), webhook_seconds=1.0, webhook_attempts=4)


@pytest.fixture
def messenger(database: Database, settings: Settings) -> Iterator[Messenger]:
    """Start a messenger."""
    thread = Messenger(database, settings)
    thread.start()
    yield thread
    thread.stop()
    thread.join()


def end_one(database: Database, *urls: str) -> str:
    """Cancel a job with these webhooks; return its id."""
    with database.writing() as session:
        job = stored_job(session).public_id
        for url in urls:
            add_webhook(session, get_job(session, job), url)
        cancel(session, job)
    return job


def messages(database: Database) -> list[Delivery]:
    """Return all messages, oldest first."""
    with database.reading() as session:
        return list(session.scalars(select(Delivery).order_by(Delivery.id)))


def wait_for(database: Database, *states: DeliveryState) -> list[Delivery]:
    """Return the messages once they are in these states."""
    wait_until(lambda: [one.state for one in messages(database)] == list(states), f"messages are {states}")
    return messages(database)


@pytest.mark.usefixtures("messenger")
def test_a_receiver_that_fails_first(database: Database, receiver: Receiver) -> None:
    """A failing receiver gets the same message with the same id until it accepts it."""
    end_one(database, receiver.url + "fails")
    [delivery] = wait_for(database, DeliveryState.DELIVERED)
    assert (delivery.attempts, delivery.status, delivery.detail) == (3, 204, None)
    assert len({(got["headers"]["webhook-id"], got["body"]) for got in receiver.got}) == 1
    assert len(receiver.got) == 3


@pytest.mark.usefixtures("messenger")
def test_a_receiver_that_hangs_keeps_no_other_waiting(database: Database, receiver: Receiver) -> None:
    """A hanging receiver is given up with the reason after the configured attempts, and delays no other."""
    end_one(database, receiver.url + "hangs", receiver.url + "ok")
    hangs, ok = wait_for(database, DeliveryState.GIVEN_UP, DeliveryState.DELIVERED)
    assert (hangs.attempts, hangs.status, hangs.detail) == (4, None, "no answer within 1 s")
    assert ok.attempts == 1
    assert ok.done_at is not None
    assert hangs.done_at is not None
    assert ok.done_at < hangs.done_at


@pytest.mark.usefixtures("messenger")
def test_what_is_refused_for_good_is_sent_once_or_never(database: Database, receiver: Receiver) -> None:
    """A 410 is final after one attempt, and a forbidden address is never contacted."""
    end_one(database, receiver.url + "gone", "http://127.0.0.1:9/ok")
    gone, refused = wait_for(database, DeliveryState.GIVEN_UP, DeliveryState.GIVEN_UP)
    assert (gone.attempts, gone.status) == (1, 410)
    assert (refused.attempts, refused.status) == (1, None)
    assert "CAVALIER_WEBHOOK_URLS" in str(refused.detail)
    assert [got["path"] for got in receiver.got] == ["/gone"]


def test_an_error_of_ours_keeps_no_other_waiting(
    database: Database, receiver: Receiver, settings: Settings, monkeypatch: pytest.MonkeyPatch
) -> None:
    """An internal error is recorded, and the message is tried again."""
    monkeypatch.setattr("workers.webhooks.sender.post", lambda *_: 1 // 0)
    end_one(database, receiver.url + "ok")
    thread = Messenger(database, settings)
    thread.start()
    [delivery] = wait_for(database, DeliveryState.GIVEN_UP)
    thread.stop()
    thread.join()
    assert "ZeroDivisionError" in str(delivery.detail)


def test_without_an_allowed_address_it_does_nothing(database: Database) -> None:
    """Without an allowed address the messenger ends at once."""
    thread = Messenger(database, Settings())
    thread.start()
    thread.join()


def deliver() -> None:
    """Deliver the messages of the given database until killed."""
    url, allowed = sys.argv[1:]
    settings = Settings(database_url=url, webhook_urls=(allowed,), webhook_secret=SECRET, webhook_seconds=60.0)
    Messenger(Database(url), settings).run()


def test_a_deliverer_that_is_killed(database: Database, receiver: Receiver, settings: Settings, tmp_path: Path) -> None:
    """A message whose sender is killed is sent again, unchanged, after its lease."""
    end_one(database, receiver.url + "hangs")
    command = [sys.executable, "-c", DELIVER, database.writer.url.render_as_string(hide_password=False), receiver.url]
    with Process(command, tmp_path / "deliverer.log", {}) as process:
        wait_until(lambda: len(receiver.got) == 1 or not process.alive, "the message is being sent")
        assert process.alive, process.log.read_text()
        process.end(signal.SIGKILL)
    [delivery] = messages(database)
    assert (delivery.state, delivery.attempts, delivery.done_at) == (DeliveryState.WAITING, 1, None)

    with database.writing() as session:
        session.execute(update(Delivery).values(due_at=0.0))  # the lease is over
    thread = Messenger(database, settings)
    thread.start()
    wait_until(lambda: len(receiver.got) == 2, "it comes again")
    thread.stop()
    thread.join()
    first, second = receiver.got
    assert (first["headers"]["webhook-id"], first["body"]) == (second["headers"]["webhook-id"], second["body"])
