"""Experiments with generators over HTTP, made by the command and returned as documents."""

from __future__ import annotations

from itertools import pairwise

import pytest
from flask.testing import FlaskClient

from api.generators import experiments


def test_starts(client: FlaskClient) -> None:
    """Each state follows from the one before by the stated steps; large numbers are decimal strings."""
    found = client.get("/api/v1/generators/starts?name=lcg-1000-21-7&count=3&every=2").get_json()
    states = [int(one["state"][0]) for one in found["starts"]]
    for before, after in pairwise(states):
        assert ((before * 21 + 7) * 21 + 7) % 1000 == after
    assert [one["draw"] for one in found["starts"]] == ["0", "2", "4"]


def test_what_the_command_refuses_is_a_problem(client: FlaskClient) -> None:
    """The problem is the command's own or its usage message, with the parameter if it names one."""
    answer = client.get("/api/v1/generators/starts?name=additive-1-9")
    assert (answer.status_code, answer.get_json()["errors"][0]["parameter"]) == (422, "every")
    answer = client.get("/api/v1/generators/multipliers?modulus=99999999999999999999")
    assert answer.status_code == 422
    assert "modulus" in answer.get_json()["detail"].lower()


def test_one_at_a_time(client: FlaskClient, monkeypatch: pytest.MonkeyPatch) -> None:
    """A request that waits too long gets Retry-After; one that takes too long is stopped and frees its place."""
    monkeypatch.setattr(experiments, "MAX_WAITING_SECONDS", 0.01)
    url = "/api/v1/generators/multipliers?modulus=103"
    with experiments.PLACE:
        answer = client.get(url)
    assert (answer.status_code, answer.headers["Retry-After"]) == (503, "30")
    monkeypatch.setattr(experiments, "MAX_SECONDS", 0.01)
    assert "takes more than" in client.get(url).get_json()["detail"]
    monkeypatch.setattr(experiments, "MAX_SECONDS", 240)
    assert client.get(url).status_code == 200
