"""Boards that take minutes to plan: no request plans a job of them, whatever the kind, method and route."""

from __future__ import annotations

import ast
import time
from collections.abc import Callable
from pathlib import Path
from typing import Any

import pytest
from flask.testing import FlaskClient
from werkzeug.test import TestResponse

from api.submission import cost_estimate
from engine.errors import InvalidProblemError
from engine.kinds.admission import plans_at_once as at_once
from engine.kinds.methods import warm_up_jobs
from engine.kinds.parse import parse_problem
from engine.kinds.planning_cost import plans_at_once
from engine.kinds.table import KINDS
from tests.toy import ToyKind

HOSTILE = ("300x300", "torus:300x300", "2^10", "4^5", "3x33333333", "7x140")
MAX_SECONDS = 3.0
"""Limit of a request's processor time on a busy machine; most take far less, and a plan would take minutes."""

PLANNERS = {
    "admit_later", "certificate_asked", "check_job", "choose_method", "clone_page", "estimate_sweep", "known_result",
    "order_for_plan", "plan_apart", "plan_at_once", "plan_now", "plan_or_defer", "submit_problem",
    "submit_specification", "well_ordered",
}  # fmt: skip
"""Functions that plan a job or estimate its cost, and those that pass a job to one of them."""

Send = Callable[[FlaskClient, dict[str, Any]], TestResponse]


@pytest.fixture(autouse=True)
def toy_kind() -> ToyKind:
    """Leave the registries as they are."""
    return ToyKind()


def _jobs(board: str) -> list[dict[str, Any]]:
    """Return one job of each kind and method on this board."""
    found: dict[tuple[object, object], dict[str, Any]] = {}
    for job in warm_up_jobs():
        if "board" in job:
            found.setdefault((job["kind"], job.get("method")), {**job, "board": board})
    return list(found.values())


def _fields(job: dict[str, Any]) -> dict[str, str]:
    return {name: str(value) for name, value in job.items() if isinstance(value, str)}


def _campaign(job: dict[str, Any]) -> dict[str, Any]:
    return {"boards": [job["board"]], "specifications": [{k: v for k, v in job.items() if k != "board"}]}


def _extend(client: FlaskClient, job: dict[str, Any]) -> TestResponse:
    """Add the job to an existing campaign, then clone the campaign."""
    created = client.post("/api/v1/campaigns", json={"name": "x", **_campaign({"kind": "construct", "board": "5x5"})})
    address = f"/api/v1/campaigns/{created.json['id']}"  # type: ignore[index]
    added = client.post(f"{address}/jobs", json=_campaign(job))
    return client.post(f"{address}/clone", json={"name": "y"}) if added.status_code < 300 else added


ROUTES: dict[str, Send] = {
    "jobs": lambda client, job: client.post("/api/v1/jobs", json=job),
    "check": lambda client, job: client.post("/api/v1/jobs/check", json=job),
    "known": lambda client, job: client.post("/api/v1/jobs?known=first", json=job),
    "campaigns": lambda client, job: client.post("/api/v1/campaigns", json={"name": "x", **_campaign(job)}),
    "campaign": _extend,
    "first": lambda client, job: client.post("/first-tour", data={"board": job["board"]}),
    "form": lambda client, job: client.post("/submit", data=_fields(job)),
    "address": lambda client, job: client.get("/submit", query_string=_fields(job)),
    "checked": lambda client, job: client.get("/submit", query_string={**_fields(job), "check": "true"}),
    "quick": lambda client, job: client.get("/live/preview", query_string={**_fields(job), "quick": "true"}),
    "preview": lambda client, job: client.get("/live/preview", query_string=_fields(job)),
}

BY_MODULE = {
    "api/campaigns/routes.py": {"campaigns", "campaign"},
    "api/jobs/check.py": {"check"},
    "api/jobs/routes.py": {"jobs", "known"},
    "api/submission/cost_estimate.py": {"check", "preview"},
    "api/submission/page.py": {"form", "address", "checked", "quick", "preview", "first"},
    "store/campaigns/grid_pages.py": {"campaigns"},
    "store/campaigns/submission.py": {"campaign"},
}
"""The modules that plan, and the routes above that lead to them."""

NOT_FROM_OUTSIDE = {"api/jobs/actions.py", "api/reproduction/page.py"}
"""Modules whose jobs no request specifies: certificates of stored jobs and jobs of the published tables."""


def test_every_route_that_plans_is_walked() -> None:
    """Every module that plans for a request is listed above with its routes, which language models use too."""
    found = set()
    for path in [*Path("api").rglob("*.py"), *Path("store").rglob("*.py"), Path("cli/service/model_tools.py")]:
        imports = [node for node in ast.walk(ast.parse(path.read_text())) if isinstance(node, ast.ImportFrom)]
        if PLANNERS & {name.name for node in imports for name in node.names}:
            found.add(path.as_posix())
    assert found - NOT_FROM_OUTSIDE == set(BY_MODULE)
    assert set().union(*BY_MODULE.values()) == set(ROUTES)


@pytest.mark.parametrize("board", HOSTILE)
@pytest.mark.parametrize("route", ROUTES)
def test_no_request_plans_a_hostile_board(
    route: str, board: str, client: FlaskClient, monkeypatch: pytest.MonkeyPatch
) -> None:
    """A request plans only what is sure to be planned at once, and answers soon without an error of the server."""
    assert at_once is plans_at_once, "requests decide by the real rule"
    cost_estimate._cost.cache_clear()
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


def test_starts_are_not_listed_to_refuse_an_index() -> None:
    """Listing a hundred million start squares would take a second of a core."""
    problem = parse_problem({"kind": "index", "board": "3x33333333"})
    with pytest.raises(InvalidProblemError, match="no closed tours"):
        KINDS["index"].check(problem)
    assert "starts" not in vars(problem)
