"""The pages of campaigns: the list, the grid, and the actions."""

from __future__ import annotations

import re
from typing import Any

import pytest
from flask.testing import FlaskClient
from sqlalchemy import select

from api.campaigns import page as campaigns_page
from engine.boards.labels import parse_board
from engine.specification.result import Count, Estimate, Result
from store.database.db import Database
from store.jobs.lifecycle import change_state
from store.jobs.results import record_result
from store.models.jobs import Job
from store.models.states import JobState
from tests.store.campaigns.samples import plan_all
from tests.store.job_samples import drain

GRID: dict[str, Any] = {
    "name": "<Squares>",
    "boards": ["5x5", "3x4", {"rows": ["###", "#.#", "###"]}],
    "specifications": [{"kind": "enumerate"}, {"kind": "enumerate", "tours": "closed"}],
}
ESTIMATE = Estimate(quantity="tours", value=164.0, standard_error=2.0, estimator="uniform", samples=1000)
VALUE = re.compile(r'<a class="cell \w+"[^>]*><span aria-hidden="true">([^<]*)</span>')
CELL = re.compile(r'<a class="cell (\w+)" href="(/jobs/\w+)"')


@pytest.fixture
def campaign(client: FlaskClient) -> str:
    """A submitted campaign."""
    return str(client.post("/api/v1/campaigns", json=GRID).get_json()["id"])


def test_the_grid_has_a_cell_for_each_job(client: FlaskClient, sqlite_database: Database, campaign: str) -> None:
    """Rows are boards, columns specifications; each cell shows its state and links to its job, which links back."""
    plan_all(sqlite_database, 1)
    drain(sqlite_database)
    page = client.get(f"/campaigns/{campaign}").text
    cells = CELL.findall(page)

    assert [state for state, _ in cells] == ["succeeded", *["queued"] * 5]
    listed = client.get(f"/api/v1/campaigns/{campaign}/jobs").get_json()["items"]
    assert [address for _, address in cells] == [f"/jobs/{one['job']['id']}" for one in listed]
    assert "&lt;Squares&gt;" in page
    assert page.count('<th scope="row">') == 3
    assert "tours: any" in page
    assert "tours: closed" in page
    assert f'<a href="/campaigns/{campaign}">&lt;Squares&gt;</a>' in client.get(cells[0][1]).text


def test_cells_have_values(client: FlaskClient, sqlite_database: Database) -> None:
    """A cell shows its count, estimate or "none"; rows are sorted by board or by value."""
    grid = {"name": "Values", "boards": ["6x6", "3x10", "3x4", "3x3", "4x5"], "specifications": [{"kind": "enumerate"}]}
    address = f"/campaigns/{client.post('/api/v1/campaigns', json=grid).get_json()['id']}"
    found: dict[str, Result] = {
        "6x6": Result(counts=[Count(quantity="tours", value="6637920", method="frontier")]),
        "3x4": Result(counts=[Count(quantity="tours", value="16", method="frontier")]),
        "3x3": Result(outcome="impossible"),
        "4x5": Result(estimates=[ESTIMATE]),
    }
    with sqlite_database.writing() as session:
        for job in session.scalars(select(Job)):
            if (result := found.get(job.specification["board"])) is not None:
                record_result(session, job, parse_board(job.specification["board"]), result)
                for state in (JobState.RUNNING, JobState.SUCCEEDED):
                    change_state(session, job, state, "changed", outcome=result.outcome)
    shown = {order: VALUE.findall(client.get(f"{address}?sort={order}").text) for order in ("given", "board", "value")}

    assert shown["given"] == ["6,637,920", "·", "16", "none", "≈ 164"]
    assert shown["board"] == ["none", "16", "·", "≈ 164", "6,637,920"]
    assert shown["value"] == ["16", "≈ 164", "6,637,920", "none", "·"]
    page = client.get(address).text
    assert page.index("Results as CSV") < page.index('<table class="grid tiles">')


def test_a_large_grid_is_shown_by_parts(client: FlaskClient, monkeypatch: pytest.MonkeyPatch, campaign: str) -> None:
    """Each part of the grid leads to its neighbours."""
    monkeypatch.setattr(campaigns_page, "MAX_COLUMNS", 1)
    monkeypatch.setattr(campaigns_page, "MAX_CELLS", 2)
    first = client.get(f"/campaigns/{campaign}").text
    last = client.get(f"/campaigns/{campaign}?board=2&specification=1").text

    assert (len(CELL.findall(first)), len(CELL.findall(last))) == (2, 1)
    assert "Boards 1 to 2 of 3" in first
    assert f"/campaigns/{campaign}?board=2&amp;specification=0" in first
    assert f"/campaigns/{campaign}?board=0&amp;specification=1" in first
    assert "Specifications 2 to 2 of 2" in last
    assert f"/campaigns/{campaign}?board=0&amp;specification=1" in last
    assert len(CELL.findall(client.get(f"/campaigns/{campaign}?board=99&specification=99").text)) == 0


def test_buttons(client: FlaskClient, campaign: str) -> None:
    """Pause and resume act at once; cancel asks first."""
    assert client.post(f"/campaigns/{campaign}/pause").status_code == 303
    assert {state for state, _ in CELL.findall(client.get(f"/campaigns/{campaign}").text)} == {"paused"}
    client.post(f"/campaigns/{campaign}/resume")
    asked = client.post(f"/campaigns/{campaign}/cancel").text
    assert "Cancel all jobs of &lt;Squares&gt;?" in asked
    assert {state for state, _ in CELL.findall(client.get(f"/campaigns/{campaign}").text)} == {"queued"}
    client.post(f"/campaigns/{campaign}/cancel", data={"confirmed": "yes"})
    page = client.get(f"/campaigns/{campaign}").text
    assert {state for state, _ in CELL.findall(page)} == {"cancelled"}
    assert "<form" not in page.partition('<section id="notes">')[0]
    assert client.post(f"/campaigns/{campaign}/burn").status_code == 404


def test_live_parts(client: FlaskClient, campaign: str) -> None:
    """A poll gets 304 until something changes; a deleted campaign disappears from the list."""
    for page, live in (("/campaigns", "/live/campaigns"), (f"/campaigns/{campaign}", f"/live/campaigns/{campaign}")):
        tag = re.search(r'data-tag="([^"]*)"', client.get(page).text)
        assert tag is not None
        held = {"If-None-Match": tag[1].replace("&#34;", '"')}
        assert (
            client.get(f"{live}?board=0&specification=0" if campaign in live else live, headers=held).status_code == 304
        )
    assert campaign in client.get("/campaigns").text
    client.delete(f"/api/v1/campaigns/{campaign}")
    assert campaign not in client.get("/campaigns").text
    assert client.get(f"/campaigns/{campaign}").status_code == 404


def test_one_specification_makes_pictures(client: FlaskClient, sqlite_database: Database) -> None:
    """With one specification the grid shows a tour of each board; with several it stays a table."""
    grid = {"name": "One", "boards": ["5x5", "3x4"], "specifications": [{"kind": "enumerate", "store": "all"}]}
    address = f"/campaigns/{client.post('/api/v1/campaigns', json=grid).get_json()['id']}"
    plan_all(sqlite_database, 2)
    drain(sqlite_database)
    page = client.get(address).text
    assert 'class="grid tiles"' in page
    assert page.count('<td class="picture">') == 2
    several = client.post("/api/v1/campaigns", json=GRID).get_json()["id"]
    assert 'class="grid"' in client.get(f"/campaigns/{several}").text
