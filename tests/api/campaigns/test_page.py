"""Campaigns on their pages: the list, the grid, and what is done there."""

from __future__ import annotations

import re
from typing import Any

import pytest
from flask.testing import FlaskClient

from api.campaigns import page as campaigns_page
from store.database.db import Database
from tests.store.campaigns.samples import plan_all
from tests.store.job_samples import drain

GRID: dict[str, Any] = {
    "name": "<Squares>",
    "boards": ["5x5", "3x4", {"rows": ["###", "#.#", "###"]}],
    "specifications": [{"kind": "enumerate"}, {"kind": "enumerate", "tours": "closed"}],
}
CELL = re.compile(r'<a class="cell (\w+)" href="(/jobs/\w+)"')


@pytest.fixture
def campaign(client: FlaskClient) -> str:
    """A submitted campaign."""
    return str(client.post("/api/v1/campaigns", json=GRID).get_json()["id"])


def test_the_grid_has_a_cell_for_each_job(client: FlaskClient, sqlite_database: Database, campaign: str) -> None:
    """Rows are boards, columns specifications; each cell says its state and leads to its job, which leads back."""
    plan_all(sqlite_database, 1)
    drain(sqlite_database)
    page = client.get(f"/campaigns/{campaign}").text
    cells = CELL.findall(page)

    assert [state for state, _ in cells] == ["succeeded", *["queued"] * 5]
    listed = client.get(f"/api/v1/campaigns/{campaign}/jobs").get_json()["items"]
    assert [address for _, address in cells] == [f"/jobs/{one['job']['id']}" for one in listed]
    assert "&lt;Squares&gt;" in page
    assert page.count('<th scope="row">') == 3
    assert "tours any" in page
    assert "tours closed" in page
    assert f'<a href="/campaigns/{campaign}">&lt;Squares&gt;</a>' in client.get(cells[0][1]).text


def test_a_large_grid_is_shown_by_parts(client: FlaskClient, monkeypatch: pytest.MonkeyPatch, campaign: str) -> None:
    """Each part leads to the next and back."""
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
    """Pause and resume at once, cancel after a question."""
    assert client.post(f"/campaigns/{campaign}/pause").status_code == 303
    assert {state for state, _ in CELL.findall(client.get(f"/campaigns/{campaign}").text)} == {"paused"}
    client.post(f"/campaigns/{campaign}/resume")
    asked = client.post(f"/campaigns/{campaign}/cancel").text
    assert "Cancel all jobs of &lt;Squares&gt;?" in asked
    assert {state for state, _ in CELL.findall(client.get(f"/campaigns/{campaign}").text)} == {"queued"}
    client.post(f"/campaigns/{campaign}/cancel", data={"confirmed": "yes"})
    page = client.get(f"/campaigns/{campaign}").text
    assert {state for state, _ in CELL.findall(page)} == {"cancelled"}
    assert "<form" not in page
    assert client.post(f"/campaigns/{campaign}/burn").status_code == 404


def test_live_parts(client: FlaskClient, campaign: str) -> None:
    """A poll is answered with 304 until something changes; the list forgets a campaign that was deleted."""
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
