"""The example bodies of the documentation are accepted as they are."""

from __future__ import annotations

from typing import Any

import pytest
from flask.testing import FlaskClient

from api.openapi.examples import CAMPAIGN_PAGES, CAMPAIGNS, CLONES, FIND, JOBS, PRIORITIES, RANK
from engine.kinds.table import MODELS


@pytest.mark.parametrize("words", JOBS)
def test_an_example_of_a_job_is_taken(client: FlaskClient, words: str) -> None:
    """Sent unchanged it becomes a job."""
    answer = client.post("/api/v1/jobs", json=JOBS[words])
    assert answer.status_code == 202, answer.get_json()


@pytest.mark.parametrize("words", CAMPAIGNS)
def test_an_example_of_a_campaign_is_taken(client: FlaskClient, words: str) -> None:
    """The examples of further pages, priorities and clones are accepted, too."""
    answer = client.post("/api/v1/campaigns", json=CAMPAIGNS[words])
    assert answer.status_code == 202, answer.get_json()
    address = answer.headers["Location"]
    for what, examples, status in (
        ("jobs", CAMPAIGN_PAGES, 202),
        ("priority", PRIORITIES, 200),
        ("clone", CLONES, 202),
    ):
        for body in examples.values():
            if what != "jobs" or body.get("specifications", [None])[0] not in CAMPAIGNS[words]["specifications"]:
                sent = client.post(f"{address}/{what}", json=body)
                assert sent.status_code == status, sent.get_json()


def test_every_kind_has_an_example() -> None:
    """The examples cover every kind of job that can be submitted."""
    assert {example["kind"] for example in JOBS.values()} == MODELS.keys()


@pytest.mark.parametrize("body", FIND.values(), ids=FIND)
def test_an_example_of_a_tour_is_looked_up(client: FlaskClient, body: dict[str, Any]) -> None:
    """The example can be looked up."""
    assert client.post("/api/v1/tours/find", json=body).status_code == 200


def test_an_example_of_a_closed_tour_is_read(client: FlaskClient) -> None:
    """It is a closed tour of its board; only the board's index is missing."""
    (body,) = RANK.values()
    found = client.post("/api/v1/tours/find", json={"board": "6x6", **body}).get_json()
    answer = client.post("/api/v1/boards/6x6/cycles/rank", json=body)

    assert found["closed"] is True
    assert answer.status_code == 404
    assert "index" in answer.get_json()["detail"]


def test_the_document_shows_them(client: FlaskClient) -> None:
    """Each body has its examples beside its schema."""
    paths = client.get("/api/v1/openapi.json").get_json()["paths"]
    content = paths["/api/v1/jobs"]["post"]["requestBody"]["content"]["application/json"]
    assert {words: one["value"] for words, one in content["examples"].items()} == dict(JOBS)
