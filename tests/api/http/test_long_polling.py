"""Requests that wait for a job to change, on the real server."""

from __future__ import annotations

import http.client
import json
import threading
from collections.abc import Callable, Iterator
from concurrent.futures import Future, ThreadPoolExecutor
from dataclasses import replace
from typing import Any

import pytest
from flask import Flask
from flask.testing import FlaskClient
from sqlalchemy.exc import OperationalError

from api.app import create_app
from api.http.long_polling import AT_A_TIME, Waiters
from api.server import THREADS, Server
from store.api_keys import create_key, list_keys, revoke_key
from store.database.db import Database
from store.jobs.deletion import delete_job
from store.jobs.lifecycle import cancel, pause
from store.queries import jobs as queries
from store.settings import Settings
from tests.api.conftest import SilentNotifier
from tests.servers import START_SECONDS, wait_until
from tests.store.job_samples import put_results_together, stored_job

LONG = 60
MANY = 4 * THREADS


class Served:
    """A server, and clients of it in threads of their own."""

    def __init__(self, app: Flask) -> None:
        self.server = Server(app, "127.0.0.1", 0)
        self.server.start()
        self.clients = ThreadPoolExecutor(2 * MANY)

    def get(self, path: str, **headers: str) -> tuple[int, dict[str, str], Any]:
        """Return status, headers and document of an answer."""
        connection = http.client.HTTPConnection("127.0.0.1", self.server.port, timeout=START_SECONDS)
        connection.request("GET", path, headers={name.replace("_", "-"): text for name, text in headers.items()})
        answer = connection.getresponse()
        text = answer.read()
        connection.close()
        return answer.status, dict(answer.headers), json.loads(text) if text else None

    def ask(self, path: str, **headers: str) -> Future[tuple[int, dict[str, str], Any]]:
        """Send a request as `get` does, in a thread of its own; return the future of its answer."""
        return self.clients.submit(self.get, path, **headers)

    def end(self) -> None:
        """Stop everything."""
        self.server.stop()
        self.clients.shutdown()

    @property
    def resting(self) -> int:
        """Return the number of requests that wait."""
        return len(self.server._waiters._resting)

    def wait_for(self, number: int) -> None:
        """Wait until this number of requests wait."""
        wait_until(lambda: self.resting == number, f"{number} requests rest")


def started(settings: Settings, database: Database) -> Served:
    """Return a server on a database."""
    notifier: Any = SilentNotifier()
    return Served(create_app(settings, database, notifier))


@pytest.fixture
def served(database: Database, sqlite_settings: Settings) -> Iterator[Served]:
    """A server on either database."""
    served = started(sqlite_settings, database)
    yield served
    served.end()


@pytest.fixture
def job(database: Database) -> str:
    """A job's path."""
    with database.writing() as session:
        return f"/api/v1/jobs/{stored_job(session).public_id}"


def change(database: Database, job: str, what: Callable[..., object] = pause) -> None:
    """Change a job as another process would."""
    with database.writing() as session:
        what(session, job.rpartition("/")[2])


def test_many_wait_and_keep_nobody_waiting(served: Served, job: str, database: Database) -> None:
    """Far more requests than threads may wait; a change answers all of them, and other requests are not delayed."""
    tag = served.get(job)[1]["Etag"]
    asked = [served.ask(f"{job}?wait={LONG}", **({"If_None_Match": tag} if i % 2 else {})) for i in range(MANY)]
    served.wait_for(MANY)
    assert served.get("/health/live")[0] == 200
    assert not any(one.done() for one in asked)

    change(database, job)
    answers = [one.result(START_SECONDS) for one in asked]
    assert {(status, document["state"]) for status, _, document in answers} == {(200, "paused")}
    assert {headers["Etag"] for _, headers, _ in answers} == {served.get(job)[1]["Etag"]} != {tag}
    assert served.resting == 0


def test_only_those_of_the_job_are_told(served: Served, job: str, database: Database) -> None:
    """Requests for other jobs keep waiting."""
    with database.writing() as session:
        other = f"/api/v1/jobs/{stored_job(session).public_id}"
    asked, rests = served.ask(f"{job}?wait={LONG}"), served.ask(f"{other}?wait={LONG}")
    served.wait_for(2)
    change(database, job)
    assert asked.result(START_SECONDS)[2]["state"] == "paused"
    assert (served.resting, rests.done()) == (1, False)


def test_the_time_ends(served: Served, job: str, monkeypatch: pytest.MonkeyPatch) -> None:
    """After the wait a request with the current tag gets 304, one without a tag the unchanged job."""
    rested: list[object] = []
    add = Waiters.add
    monkeypatch.setattr(Waiters, "add", lambda self, *given: rested.append(given) or add(self, *given))
    status, headers, document = served.get(f"{job}?wait=0.3")
    assert (status, document["state"], len(rested)) == (200, "queued", 1)
    assert served.get(f"{job}?wait=0.3", If_None_Match=headers["Etag"])[::2] == (304, None)
    assert len(rested) == 2


def test_who_holds_an_old_tag_is_answered_at_once(served: Served, job: str, database: Database) -> None:
    """A change between two requests is not missed."""
    tag = served.get(job)[1]["Etag"]
    change(database, job)
    assert served.get(f"{job}?wait={LONG}", If_None_Match=tag)[2]["state"] == "paused"


@pytest.mark.parametrize("known", [False, True])
def test_a_job_that_has_ended_keeps_nobody_waiting(served: Served, job: str, database: Database, known: bool) -> None:
    """A job that has ended is answered at once, with its tag or without."""
    change(database, job, cancel)
    headers = {"If_None_Match": served.get(job)[1]["Etag"]} if known else {}
    assert served.get(f"{job}?wait={LONG}", **headers)[0] == (304 if known else 200)


def test_no_job(served: Served, job: str, database: Database, monkeypatch: pytest.MonkeyPatch) -> None:
    """An unknown job is a 404 at once; one that ends and is deleted between two looks is a 410 at the next."""
    assert served.get(f"/api/v1/jobs/{16 * '0'}?wait={LONG}")[0] == 404
    asked = served.ask(f"{job}?wait={LONG}")
    served.wait_for(1)
    with monkeypatch.context() as patch:
        patch.setattr(Waiters, "_tags", lambda *_: None)
        change(database, job, cancel)
        put_results_together(database)
        delete_job(database, job.rpartition("/")[2])
    assert asked.result(START_SECONDS)[0] == 410


def test_one_too_many(served: Served, job: str) -> None:
    """A request beyond the limit is answered at once with Retry-After; those before it keep waiting."""
    served.server._waiters._most = 1
    asked = served.ask(f"{job}?wait={LONG}")
    served.wait_for(1)
    status, headers, _ = served.get(f"{job}?wait={LONG}")
    assert (status, headers["Retry-After"]) == (200, "1")
    assert served.get(f"{job}?wait={LONG}", If_None_Match=headers["Etag"])[0] == 304
    assert (served.resting, asked.done()) == (1, False)


def test_a_client_that_has_gone(served: Served, job: str) -> None:
    """A client that has gone no longer occupies a place among the waiting."""
    for _ in range(2 * AT_A_TIME):
        connection = http.client.HTTPConnection("127.0.0.1", served.server.port)
        connection.request("GET", f"{job}?wait={LONG}")
        served.wait_for(1)
        connection.close()
        served.wait_for(0)
    assert served.get(f"{job}?wait=0.1")[0] == 200


def test_a_server_that_ends(served: Served, job: str) -> None:
    """A server that stops first answers all waiting requests."""
    asked = [served.ask(f"{job}?wait={LONG}") for _ in range(MANY)]
    served.wait_for(MANY)
    served.server.stop()
    assert {one.result(START_SECONDS)[0] for one in asked} == {200}


def test_a_database_that_is_silent(
    served: Served, job: str, database: Database, monkeypatch: pytest.MonkeyPatch
) -> None:
    """Waiting requests learn of a change once the database answers again."""
    silent, asked_for = threading.Event(), threading.Event()
    versions = queries.versions

    def answer(*given: Any) -> Any:
        if silent.is_set():
            asked_for.set()
            raise OperationalError("", {}, Exception("away"))
        return versions(*given)

    monkeypatch.setattr(queries, "versions", answer)
    asked = served.ask(f"{job}?wait={LONG}")
    served.wait_for(1)
    silent.set()
    change(database, job)
    assert asked_for.wait(START_SECONDS)
    assert not asked.done()
    silent.clear()
    assert asked.result(START_SECONDS)[2]["state"] == "paused"


def test_a_wait_is_one_request_by_a_key_that_still_holds(
    database: Database, sqlite_settings: Settings, job: str, request: pytest.FixtureRequest
) -> None:
    """A wait counts as one request, and a key revoked meanwhile gets 401."""
    settings = replace(sqlite_settings, require_keys=True, requests_per_second=0.2)  # two in ten seconds
    with database.writing() as session:
        key = create_key(session, "me", "read")
    request.addfinalizer((served := started(settings, database)).end)
    asked = served.ask(f"{job}?wait={LONG}", Authorization=f"Bearer {key}")
    served.wait_for(1)
    change(database, job)
    assert asked.result(START_SECONDS)[0] == 200
    again = served.ask(f"{job}?wait={LONG}", Authorization=f"Bearer {key}")
    served.wait_for(1)
    with database.writing() as session:
        revoke_key(session, list_keys(session)[0].id)
    change(database, job, cancel)
    assert again.result(START_SECONDS)[0] == 401


@pytest.mark.parametrize("wait", ["-1", "61", "nan", "soon", ""])
def test_a_wait_that_is_none(client: FlaskClient, job_id: str, wait: str) -> None:
    """A malformed or too long wait is a 422 that names the parameter."""
    answer = client.get(f"/api/v1/jobs/{job_id}?wait={wait}")
    assert answer.status_code == 422
    assert [fault["parameter"] for fault in answer.get_json()["errors"]] == ["wait"]


def test_another_server(client: FlaskClient, job_id: str) -> None:
    """A server that cannot keep requests waiting answers at once."""
    first = client.get(f"/api/v1/jobs/{job_id}?wait={LONG}")
    assert first.status_code == 200
    again = client.get(f"/api/v1/jobs/{job_id}?wait={LONG}", headers={"If-None-Match": first.headers["ETag"]})
    assert again.status_code == 304
