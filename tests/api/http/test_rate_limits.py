"""Limits of requests by key, by address and in total, counted by one process or by all that share a Redis."""

from __future__ import annotations

from dataclasses import replace
from typing import Any

import pytest
from flask.testing import FlaskClient

from api.app import create_app
from api.http.rate_limits import TRIES, Rates
from store.api_keys import create_key
from store.database.db import Database
from store.settings import Settings
from tests.api.conftest import JOB

JOBS = "/api/v1/jobs"


def client_of(settings: Settings, database: Database, notifier: Any) -> FlaskClient:
    """Return a client of an application with these settings."""
    return create_app(settings, database, notifier).test_client()


def test_a_key_has_its_own_requests(sqlite_settings: Settings, sqlite_database: Database, notifier: Any) -> None:
    """Ten requests in ten seconds pass and state the number left, the next gets 429; other clients are not affected."""
    with sqlite_database.writing() as session:
        first, second = ({"Authorization": f"Bearer {create_key(session, name, 'read')}"} for name in ("a", "b"))
    client = client_of(replace(sqlite_settings, requests_per_second=1.0), sqlite_database, notifier)
    passed = [client.get(JOBS, headers=first) for _ in range(10)]
    refused = client.get(JOBS, headers=first)

    assert [answer.status_code for answer in passed] == [200] * 10
    assert [answer.headers["RateLimit"].split(";")[1] for answer in passed] == [
        f"r={left}" for left in range(9, -1, -1)
    ]
    assert (refused.status_code, refused.get_json()["type"]) == (429, "urn:cavalier:problem:too-many")
    assert 1 <= int(refused.headers["Retry-After"]) <= 20
    assert refused.headers["RateLimit-Policy"] == '"requests";q=10;w=10'
    assert client.get(JOBS, headers=second).status_code == 200
    assert client.get(JOBS).status_code == 200
    assert client.get("/health/live").status_code == 200


def test_all_together(sqlite_settings: Settings, sqlite_database: Database, notifier: Any) -> None:
    """The total limit applies however many addresses there are."""
    client = client_of(replace(sqlite_settings, requests_per_second_all=0.3), sqlite_database, notifier)
    got = [client.get(JOBS, environ_base={"REMOTE_ADDR": f"10.0.0.{n}"}).status_code for n in range(4)]
    assert got == [200, 200, 200, 429]


def test_wrong_keys_count_by_address(sqlite_settings: Settings, sqlite_database: Database, notifier: Any) -> None:
    """Invented keys share the limit of their address."""
    client = client_of(replace(sqlite_settings, requests_per_second=0.3, require_keys=True), sqlite_database, notifier)
    got = [client.get(JOBS, headers={"Authorization": f"Bearer made-up-{n}"}).status_code for n in range(4)]
    assert got == [401, 401, 401, 429]


def test_tries_to_sign_in_are_limited(sqlite_settings: Settings, sqlite_database: Database, notifier: Any) -> None:
    """Too many tries from one address block even the right key for a while, but no other address."""
    with sqlite_database.writing() as session:
        key = create_key(session, "me", "read")
    client = client_of(replace(sqlite_settings, require_keys=True), sqlite_database, notifier)
    wrong = [client.post("/sign-in", data={"key": "wrong"}).status_code for _ in range(TRIES.amount + 1)]
    refused = client.post("/sign-in", data={"key": key})
    elsewhere = client.post("/sign-in", data={"key": key}, environ_base={"REMOTE_ADDR": "10.0.0.1"})

    assert wrong == [401] * TRIES.amount + [429]
    assert (refused.status_code, "Set-Cookie" in refused.headers) == (429, False)
    assert int(refused.headers["Retry-After"]) >= 1
    assert elsewhere.status_code == 303


@pytest.mark.parametrize(("proxies", "expected"), [(0, [401, 429, 429]), (1, [401, 401, 429])])
def test_addresses_behind_a_proxy(
    sqlite_settings: Settings, sqlite_database: Database, notifier: Any, proxies: int, expected: list[int]
) -> None:
    """The address added by the trusted proxy counts, not one that the client claims."""
    settings = replace(sqlite_settings, requests_per_second=0.1, require_keys=True, proxies=proxies)
    client = client_of(settings, sqlite_database, notifier)
    said = ["9.9.9.1, 10.0.0.1", "9.9.9.2, 10.0.0.2", "9.9.9.3, 10.0.0.2"]
    assert [client.get(JOBS, headers={"X-Forwarded-For": addresses}).status_code for addresses in said] == expected


def test_a_right_key_forgives_the_tries_before(
    sqlite_settings: Settings, sqlite_database: Database, notifier: Any
) -> None:
    """A sign-in with the right key resets the count of failed tries."""
    with sqlite_database.writing() as session:
        key = create_key(session, "me", "read")
    client = client_of(replace(sqlite_settings, require_keys=True), sqlite_database, notifier)
    for _ in range(3):
        for _ in range(TRIES.amount - 1):
            assert client.post("/sign-in", data={"key": "wrong"}).status_code == 401
        assert client.post("/sign-in", data={"key": key}).status_code == 303


@pytest.mark.service
def test_processes_count_together(redis_url: str) -> None:
    """Two processes on one Redis have one limit between them."""
    settings = Settings(broker_url=redis_url, requests_per_second=0.4)
    one, other = Rates(settings), Rates(settings)
    assert [rates.count("a")[0] for rates in (one, other, one, other, one)] == [True] * 4 + [False]


def test_without_its_redis_a_process_counts_for_itself() -> None:
    """Without its broker a process counts by itself, and loses no time at each request."""
    rates = Rates(Settings(broker_url="redis://127.0.0.1:1/0", requests_per_second=0.4))
    assert [rates.count("a")[0] for _ in range(5)] == [True] * 4 + [False]


def test_as_many_jobs_as_are_allowed(sqlite_settings: Settings, sqlite_database: Database, notifier: Any) -> None:
    """A further job is refused until one has ended; a repeated request with its key does not count as further."""
    client = client_of(replace(sqlite_settings, queued_jobs=2), sqlite_database, notifier)
    first = client.post(JOBS, json=JOB, headers={"Idempotency-Key": "k"}).get_json()["id"]
    assert client.post(JOBS, json=JOB).status_code == 202
    refused = client.post(JOBS, json=JOB)
    again = client.post(JOBS, json=JOB, headers={"Idempotency-Key": "k"})

    assert (refused.status_code, refused.headers["RateLimit"]) == (429, '"jobs";r=0')
    assert int(refused.headers["Retry-After"]) >= 1
    assert again.get_json()["id"] == first
    assert client.post(f"{JOBS}/{first}/cancel").status_code == 200
    assert client.post(JOBS, json=JOB).status_code == 202
