"""Boards that would take minutes to plan: no request plans a job of them, whichever kind, method and route."""

from __future__ import annotations

import time
from collections.abc import Callable
from typing import Any

import pytest
from flask.testing import FlaskClient
from werkzeug.test import TestResponse

from engine.kinds.admission import plans_at_once as at_once
from engine.kinds.methods import warm_up_jobs
from engine.kinds.planning_cost import plans_at_once
from engine.kinds.table import KINDS
from tests.toy import ToyKind

HOSTILE = ("300x300", "torus:300x300", "2^10", "4^5")
MAX_SECONDS = 2.0
"""Processor time of a request, some twenty times what the slowest takes."""

Send = Callable[[FlaskClient, dict[str, Any]], TestResponse]


@pytest.fixture(autouse=True)
def toy_kind() -> ToyKind:
    """Leave the registries as they are."""
    return ToyKind()


def _jobs(board: str) -> list[dict[str, Any]]:
    """Return a job of each kind and method on this board, each kind and method once."""
    found: dict[tuple[object, object], dict[str, Any]] = {}
    for job in warm_up_jobs():
        if "board" in job:
            found.setdefault((job["kind"], job.get("method")), {**job, "board": board})
    return list(found.values())


def _fields(job: dict[str, Any]) -> dict[str, str]:
    return {name: str(value) for name, value in job.items() if isinstance(value, str)}


ROUTES: dict[str, Send] = {
    "jobs": lambda client, job: client.post("/api/v1/jobs", json=job),
    "check": lambda client, job: client.post("/api/v1/jobs/check", json=job),
    "campaigns": lambda client, job: client.post(
        "/api/v1/campaigns",
        json={
            "name": "x",
            "boards": [job["board"]],
            "specifications": [{k: v for k, v in job.items() if k != "board"}],
        },
    ),
    "form": lambda client, job: client.post("/submit", data=_fields(job)),
    "address": lambda client, job: client.get("/submit", query_string=_fields(job)),
    "preview": lambda client, job: client.get("/live/preview", query_string=_fields(job)),
}


@pytest.mark.parametrize("board", HOSTILE)
@pytest.mark.parametrize("route", ROUTES)
def test_no_request_plans_a_hostile_board(
    route: str, board: str, client: FlaskClient, monkeypatch: pytest.MonkeyPatch
) -> None:
    """What a request plans is what is sure to be planned at once; each answers soon, without a fault of ours."""
    assert at_once is plans_at_once, "requests decide by the real rule"
    planned: list[object] = []
    for kind in KINDS.values():

        def plan(problem: Any, real: Callable[[Any], object] = kind.plan) -> object:
            planned.append(problem)
            return real(problem)

        monkeypatch.setattr(kind, "plan", plan)
    slow = {}
    for job in _jobs(board):
        begun = time.process_time()
        answer = ROUTES[route](client, job)
        seconds = time.process_time() - begun
        assert answer.status_code < 500, (job, answer.text)
        if seconds > MAX_SECONDS:
            slow[str(job)] = seconds
    assert slow == {}
    assert [problem for problem in planned if not plans_at_once(problem)] == []
