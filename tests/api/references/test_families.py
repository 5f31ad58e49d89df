"""Families over HTTP."""

from __future__ import annotations

from typing import Any
from unittest.mock import ANY

import numpy as np
import pytest
from flask.testing import FlaskClient
from sqlalchemy import select

from engine.kinds.strip.denominator import pack_coefficients
from engine.specification.result import Result
from store.database.db import Database
from store.jobs.lifecycle import change_state
from store.jobs.results import record_result
from store.models.jobs import Job
from store.models.states import JobState


@pytest.fixture
def no_families(monkeypatch: pytest.MonkeyPatch) -> None:
    """Let the atlas have no families."""
    monkeypatch.setattr("findings.results.family_result.family_entries", dict)


def sample_figures(terms: int, **more: object) -> dict[str, Any]:
    """Return sample figures of a job on 3xn."""
    return {
        "family": "3xn",
        "counts": "cycles",
        "states": [37, 37],
        "entries": 485,
        "period": 2,
        "first": 10,
        "digest": "0" * 64,
        "terms": ["0"] * terms,
        "growth": {"low": 3.0, "high": 3.25},
        **more,
    }


def source_of(job: str) -> dict[str, Any]:
    """Return the source that names a job."""
    names = ("cpu_seconds", "samples", "seed", "printed", "link", "specification", "certificate")
    named = {"kind": "job", "id": job, "title": job, "method": "strip", "code": ANY, "way": ANY}
    return named | dict.fromkeys(names)


def finish_family(client: FlaskClient, database: Database, figures: dict[str, Any], **fields: object) -> str:
    """Store a finished job with these figures and return its id."""
    answer = client.post("/api/v1/jobs", json={"kind": "strip", "family": "3xn", **fields})
    assert answer.status_code == 202, answer.get_json()
    name: str = answer.get_json()["id"]
    with database.writing() as session:
        job = session.scalars(select(Job).where(Job.public_id == name)).one()
        record_result(session, job, None, Result(extra={"strip": figures}))
        for state in (JobState.RUNNING, JobState.SUCCEEDED):
            change_state(session, job, state, "changed", outcome="complete")
    return name


@pytest.mark.usefixtures("no_families")
def test_what_is_known_of_a_family(client: FlaskClient, sqlite_database: Database) -> None:
    """Of several jobs the one that tells most is shown, for either spelling of the family."""
    address = "/api/v1/families/3xn"
    assert client.get(address).status_code == 404
    order = {"order": 42, "after": 44, "primes": [7, 11], "used": 192, "proved": True}
    best = finish_family(client, sqlite_database, sample_figures(5, **order), terms=5)
    finish_family(client, sqlite_database, sample_figures(9), terms=9)
    found = client.get(address).get_json()
    assert (found["job"], found["order"], found["terms"]) == (best, 42, ["0"] * 5)
    assert client.get("/api/v1/families/nx3?tours=closed&piece=2,1").get_json() == found
    assert client.get(address + "?tours=any").status_code == 404
    assert client.get(address + "?piece=1,3").status_code == 404


def test_what_is_no_family(client: FlaskClient) -> None:
    """It is a 404 that says so; a wrong query names its field."""
    answer = client.get("/api/v1/families/5x5")
    assert answer.status_code == 404
    assert "is no family" in answer.get_json()["detail"]
    assert client.get("/api/v1/families/5xn?tours=none").get_json()["errors"][0]["parameter"] == "tours"


def test_what_is_no_family_is_refused_with_its_field(client: FlaskClient) -> None:
    """A job of it is refused by the pointer of the field."""
    for fields, pointer in (({"family": "5x5"}, "/family"), ({"family": "9xn"}, "/family"), ({"terms": 0}, "/terms")):
        answer = client.post("/api/v1/jobs", json={"kind": "strip", "family": "3xn", **fields})
        assert answer.status_code == 422
        assert [error["pointer"] for error in answer.get_json()["errors"]] == [pointer]


@pytest.mark.usefixtures("no_families")
def test_one_term_far_along(client: FlaskClient, sqlite_database: Database) -> None:
    """It follows from the recurrence that a job found; wrong parameters are refused by name."""
    order = {"order": 1, "after": 1, "primes": [7, 11], "used": 3, "proved": True, "recurrence": ["2"]}
    found = sample_figures(0, **order) | {"terms": ["1", "2", "4"]}
    job = finish_family(client, sqlite_database, found)
    address = "/api/v1/families/3xn/terms/"
    document = client.get(address + "1000000000000000000?modulo=1000000007").get_json()
    assert document == {
        "family": "3xn",
        "counts": "cycles",
        "n": "1000000000000000000",
        "modulo": "1000000007",
        "value": str(pow(2, 10**18 - 1, 10**9 + 7)),
        "method": "recurrence",
        "order": 1,
        "checked": 3,
        "proved": True,
        "job": job,
        "source": source_of(job),
    }
    assert client.get(address + "10000").get_json()["value"] == str(2**9999)
    assert client.get(address + "3").get_json() == {
        "family": "3xn", "counts": "cycles", "n": "3", "value": "4", "method": "counted", "proved": True, "job": job,
        "source": source_of(job),
    }  # fmt: skip
    for asked, parameter in (("0", "n"), ("x", "n"), ("-1", "n"), ("10001", "n"), ("5?modulo=1", "modulo")):
        refused = client.get(address + asked)
        assert refused.status_code == 422, asked
        assert [error["parameter"] for error in refused.get_json()["errors"]] == [parameter]
    assert client.get("/api/v1/families/4xn/terms/5").status_code == 404


@pytest.mark.usefixtures("no_families")
def test_powers_of_a_denominator_that_divide_another(client: FlaskClient, sqlite_database: Database) -> None:
    """Jobs of open and of closed tours are compared; a job without a denominator is refused by its parameter."""
    address = "/api/v1/families/3xn/division"
    assert client.get(address).status_code == 404
    shared = {"after": 5, "primes": [11], "used": 70, "proved": False}
    line, square = (
        [pack_coefficients(np.array(rule, np.uint32))] for rule in ([1, 9], [1, 7, 4])
    )  # 1 - 2x, and its square
    part = sample_figures(3, order=1, denominators=line, **shared)
    job = finish_family(client, sqlite_database, part)
    whole = sample_figures(3, order=2, denominators=square, **shared)
    other = finish_family(client, sqlite_database, whole, tours="open")
    assert client.get(address).get_json() == {
        "family": "3xn",
        "order": 2,
        "divisor": 1,
        "primes": [11],
        "powers": [
            {"power": 1, "divides": True, "degrees": [-1]},
            {"power": 2, "divides": True, "degrees": [-1]},
            {"power": 3, "divides": False, "degrees": [2]},
        ],
        "job": other,
        "divisor_job": job,
        "source": source_of(other),
        "divisor_source": source_of(job),
    }
    assert client.get(address + "?tours=closed&divisor=open").get_json()["powers"][0]["degrees"] == [1]
    finish_family(client, sqlite_database, sample_figures(9, order=1, **shared), terms=9)
    refused = client.get(address)
    assert (refused.status_code, refused.get_json()["errors"][0]["parameter"]) == (422, "divisor")


def test_the_atlas_of_a_fresh_service(client: FlaskClient) -> None:
    """The atlas is the source of families, terms and divisions without a job; with known=first none is made."""
    found = client.get("/api/v1/families/5xn").get_json()
    assert (found["job"], found["order"], found["terms"][5]) == (None, 8212, "8")
    assert (found["source"]["kind"], found["source"]["title"]) == ("atlas", "Cavalier atlas")
    assert found["source"]["id"] == "5xn/1,2/strip/closed"
    far = client.get("/api/v1/families/3xn/terms/1000000000000000000?modulo=1000000007").get_json()
    assert (far["value"], far["proved"], far["job"], far["source"]["kind"]) == ("500673871", True, None, "atlas")
    division = client.get("/api/v1/families/3xn/division").get_json()
    assert [one["divides"] for one in division["powers"]] == [True, True, False]
    assert (division["job"], division["divisor_source"]["id"]) == (None, "3xn/1,2/strip/closed")

    answer = client.post("/api/v1/jobs?known=first", json={"kind": "strip", "family": "5xn"})
    assert answer.status_code == 200
    assert answer.get_json()["extra"]["strip"]["order"] == 8212
    assert client.get("/api/v1/jobs").get_json()["items"] == []
