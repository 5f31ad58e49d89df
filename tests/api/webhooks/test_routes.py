"""Webhooks over HTTP: only allowed addresses receive messages, of the requested states, and every message is listed."""

from __future__ import annotations

from dataclasses import replace
from typing import Any

import pytest
from flask.testing import FlaskClient

from api.app import create_app
from api.openapi.examples import WEBHOOKS
from store.database.db import Database
from store.settings import Settings
from store.webhooks.outbox import MAX_PER_JOB
from tests.api.conftest import JOB
from tests.store.job_samples import drain
from tests.webhooks import SECRET

ALLOWED = "https://hooks.example/"
URL = ALLOWED + "cavalier?for=me&of=all"
JOBS = "/api/v1/jobs"


@pytest.fixture
def client(database: Database, sqlite_settings: Settings, notifier: Any) -> FlaskClient:
    """A client of a service that allows an address, on either database."""
    settings = replace(sqlite_settings, webhook_urls=(ALLOWED,), webhook_secret=SECRET)
    return create_app(settings, database, notifier).test_client()


def events(client: FlaskClient, job: str) -> list[tuple[str, str, str]]:
    """Return the messages about a job, newest first."""
    items = client.get(f"{JOBS}/{job}/deliveries").get_json()["items"]
    return [(one["event"], one["url"], one["state"]) for one in items]


def test_a_job_that_is_submitted_with_a_webhook(client: FlaskClient, database: Database) -> None:
    """A repeated submission registers one webhook, which gets one message."""
    for _ in range(2):
        sent = client.post(JOBS, json=JOB, query_string={"webhook": URL}, headers={"Idempotency-Key": "k"})
        assert sent.status_code == 202
    job = sent.get_json()["id"]
    [hook] = client.get(f"{JOBS}/{job}/webhooks").get_json()["items"]
    assert (hook["url"], hook["states"], hook["owner"]) == (URL, ["succeeded", "failed", "cancelled"], None)
    assert events(client, job) == []
    drain(database)
    assert events(client, job) == [("job.succeeded", URL, "waiting")]

    again = client.post(JOBS, json=JOB, query_string={"webhook": ALLOWED + "late", "reuse": "true"})
    assert (again.status_code, again.get_json()["id"]) == (200, job)
    assert events(client, job)[0] == ("job.succeeded", ALLOWED + "late", "waiting")


def test_a_webhook_in_the_body(client: FlaskClient, database: Database) -> None:
    """It is registered with the job for the states it names, and is not part of the specification."""
    body = {**JOB, "webhook": {"url": URL, "states": ["paused", "succeeded", "paused"]}}
    for _ in range(2):
        sent = client.post(JOBS, json=body, headers={"Idempotency-Key": "k"})
        assert sent.status_code == 202
    job = sent.get_json()
    [hook] = client.get(f"{JOBS}/{job['id']}/webhooks").get_json()["items"]
    assert (hook["url"], hook["states"]) == (URL, ["paused", "succeeded"])
    assert "webhook" not in job["specification"]
    other = client.post(JOBS, json={**body, "webhook": {"url": URL}}, headers={"Idempotency-Key": "k"})
    assert other.status_code == 422
    drain(database)
    assert events(client, job["id"]) == [("job.succeeded", URL, "waiting")]

    sent = client.post(JOBS, json={**JOB, "webhook": {"url": ALLOWED + "late"}}, query_string={"reuse": "true"})
    assert (sent.status_code, sent.get_json()["id"]) == (200, job["id"])
    assert events(client, job["id"])[0] == ("job.succeeded", ALLOWED + "late", "waiting")


@pytest.mark.parametrize(
    ("webhook", "places"),
    [
        ({"url": "https://evil.example/"}, ["/webhook/url"]),
        ({}, ["/webhook/url"]),
        ({"url": URL, "states": ["queued"]}, ["/webhook/states/0"]),
        ({"url": URL, "secret": "x"}, ["/webhook/secret"]),
        (URL, ["/webhook"]),
    ],
)
def test_a_webhook_in_the_body_that_is_wrong(client: FlaskClient, webhook: object, places: list[str]) -> None:
    """It is refused by its place, also by the check, and no job is stored."""
    sent = client.post(JOBS, json={**JOB, "webhook": webhook})
    assert (sent.status_code, [fault["pointer"] for fault in sent.get_json()["errors"]]) == (422, places)
    checked = client.post(f"{JOBS}/check", json={**JOB, "webhook": webhook}).get_json()
    assert (checked["valid"], [fault["pointer"] for fault in checked["errors"]]) == (False, places)
    assert client.get(JOBS).get_json()["items"] == []


def test_a_check_of_a_job_with_a_webhook(client: FlaskClient) -> None:
    """A correct webhook does not change the check's answer; a submission names every fault of job and webhook."""
    body = {**JOB, "webhook": {"url": URL}}
    assert client.post(f"{JOBS}/check", json=body).get_json() == client.post(f"{JOBS}/check", json=JOB).get_json()
    wrong = client.post(JOBS, json={"kind": "enumerate", "board": "zz", "webhook": {"states": []}})
    places = [fault["pointer"] for fault in wrong.get_json()["errors"]]
    assert sorted(places) == ["/board", "/webhook/states", "/webhook/url"]


def test_a_job_that_is_given_a_webhook(client: FlaskClient, job_id: str) -> None:
    """Messages are made for the requested states, listed by the page, and shown on the job's page."""
    sent = client.post(f"{JOBS}/{job_id}/webhooks", json={"url": URL, "states": ["paused", "cancelled", "paused"]})
    assert (sent.status_code, sent.get_json()["states"]) == (201, ["paused", "cancelled"])
    client.post(f"{JOBS}/{job_id}/pause")
    client.post(f"{JOBS}/{job_id}/cancel")
    assert [event for event, _, _ in events(client, job_id)] == ["job.cancelled", "job.paused"]

    first = client.get(f"{JOBS}/{job_id}/deliveries?limit=1&count=true").get_json()
    rest = client.get(first["next"]).get_json()
    assert (first["total"], [one["event"] for one in rest["items"]]) == (2, ["job.paused"])
    assert rest["items"][0]["due_at"] is not None
    page = client.get(f"/jobs/{job_id}").text
    assert "https://hooks.example/cavalier?for=me&amp;of=all" in page
    assert "job.cancelled" in page


def test_a_page_of_a_job_that_nobody_is_told_of(client: FlaskClient, job_id: str) -> None:
    """The page of a job without a webhook does not mention webhooks."""
    assert "Webhooks" not in client.get(f"/jobs/{job_id}").text


@pytest.mark.parametrize("url", ["https://evil.example/", "ftp://hooks.example/", "https://hooks.example/../", "x"])
def test_what_is_not_allowed(client: FlaskClient, job_id: str, url: str) -> None:
    """A forbidden address is refused by its place, and neither job nor webhook is stored."""
    sent = client.post(JOBS, json=JOB, query_string={"webhook": url})
    assert sent.status_code == 422
    assert [fault["parameter"] for fault in sent.get_json()["errors"]] == ["webhook"]
    assert len(client.get(JOBS).get_json()["items"]) == 1
    given = client.post(f"{JOBS}/{job_id}/webhooks", json={"url": url})
    assert given.status_code == 422
    assert [fault["pointer"] for fault in given.get_json()["errors"]] == ["/url"]
    assert client.get(f"{JOBS}/{job_id}/webhooks").get_json() == {"items": []}


@pytest.mark.parametrize(
    ("body", "place"),
    [
        ({}, "/url"),
        ({"url": 7}, "/url"),
        ({"url": URL, "states": []}, "/states"),
        ({"url": URL, "states": ["queued"]}, "/states"),
        ({"url": URL, "secret": "x"}, "/secret"),
    ],
)
def test_a_body_that_is_wrong(client: FlaskClient, job_id: str, body: dict[str, Any], place: str) -> None:
    """The fault names the field."""
    sent = client.post(f"{JOBS}/{job_id}/webhooks", json=body)
    assert (sent.status_code, sent.get_json()["errors"][0]["pointer"]) == (422, place)


def test_not_too_many(client: FlaskClient, job_id: str) -> None:
    """A job has at most ten webhooks."""
    for number in range(MAX_PER_JOB + 1):
        sent = client.post(f"{JOBS}/{job_id}/webhooks", json={"url": f"{ALLOWED}{number}"})
    assert sent.status_code == 422
    assert "10" in sent.get_json()["detail"]


def test_a_webhook_that_is_removed(client: FlaskClient, job_id: str) -> None:
    """It is removed by its address as given; an unknown address is a 404, a missing one a 422."""
    hooks = f"{JOBS}/{job_id}/webhooks"
    client.post(hooks, json={"url": URL})
    client.post(hooks, json={"url": ALLOWED})
    assert client.delete(hooks, query_string={"url": URL}).status_code == 204
    assert [one["url"] for one in client.get(hooks).get_json()["items"]] == [ALLOWED]
    client.post(f"{JOBS}/{job_id}/cancel")
    assert events(client, job_id) == [("job.cancelled", ALLOWED, "waiting")]
    gone = client.delete(hooks, query_string={"url": URL})
    assert (gone.status_code, URL in gone.get_json()["detail"]) == (404, True)
    unnamed = client.delete(hooks)
    assert (unnamed.status_code, unnamed.get_json()["errors"][0]["parameter"]) == (422, "url")


def test_no_job(client: FlaskClient) -> None:
    """An unknown job is a 404."""
    for path in ("webhooks", "deliveries"):
        assert client.get(f"{JOBS}/{16 * '0'}/{path}").status_code == 404
    assert client.post(f"{JOBS}/{16 * '0'}/webhooks", json={"url": URL}).status_code == 404


@pytest.mark.parametrize("words", WEBHOOKS)
def test_an_example_is_taken(client: FlaskClient, job_id: str, words: str) -> None:
    """Each example is accepted unchanged where its address is allowed."""
    assert client.post(f"{JOBS}/{job_id}/webhooks", json=WEBHOOKS[words]).status_code == 201


def test_a_service_that_allows_none(sqlite_settings: Settings, sqlite_database: Database, notifier: Any) -> None:
    """Without settings no address is allowed, and the refusal names the setting."""
    client = create_app(sqlite_settings, sqlite_database, notifier).test_client()
    sent = client.post(JOBS, json=JOB, query_string={"webhook": URL})
    assert sent.status_code == 422
    assert "CAVALIER_WEBHOOK_URLS" in sent.get_json()["detail"]
