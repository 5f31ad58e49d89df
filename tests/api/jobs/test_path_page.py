"""The way of a distance job as a page and as files."""

from __future__ import annotations

from typing import Any

import pytest
from flask.testing import FlaskClient

from drawing.style import STEPS_OF_SHADE
from store.database.db import Database
from tests.api.pages import found_jobs

KEY = STEPS_OF_SHADE + 1
"""Shades in the key beside a board."""


def found(client: FlaskClient, database: Database, body: dict[str, Any], extra: dict[str, Any]) -> str:
    """Return the id of a distance job on 8x8 with these results."""
    return found_jobs.found(client, database, {"kind": "distance", "board": "8x8", "from": "a1", **body}, extra)


def test_a_collecting_walk_is_walked_on_a_page_of_its_own(client: FlaskClient, sqlite_database: Database) -> None:
    """That page has its steps, player and files, and the job's page links to it."""
    walk = {"rule": "snake", "body": 2, "length": 2, "lower_bound": 2, "exact": True, "collected": [[6, 2]]}
    job_id = found(
        client, sqlite_database, {"via": ["b3"], "walk": "snake", "body": 2},
        {"walk": {**walk, "squares": [[8, 1], [6, 2], [7, 4]]}},
    )  # fmt: skip

    page, way = client.get(f"/jobs/{job_id}").text, client.get(f"/jobs/{job_id}/way").text

    assert f"/jobs/{job_id}/way#play" in page
    assert "A walk of 2 moves collects all the squares with the snake&#39;s body in the way." in page
    assert 'class="walk" data-squares="20,300 60,220 140,260"' in way
    assert 'id="player"' in way
    assert "animateTransform" in client.get(f"/jobs/{job_id}/path.svg?animated=true").text
    assert client.get(f"/jobs/{job_id}/path.gif").data.startswith(b"GIF89a")
    assert client.get(f"/jobs/{job_id}/path.zip").data.startswith(b"PK")
    assert client.get(f"/jobs/{job_id}/path.svg?animated=maybe").status_code == 422


def test_two_orders_of_search_are_shown(client: FlaskClient, sqlite_database: Database) -> None:
    """Their counts are given in words, and two boards number the squares, each with a key."""
    order = {"entered": 3, "moves": 2, "squares": [[8, 1], [6, 2], [7, 4]]}
    job_id = found(client, sqlite_database, {}, {"orders": {"breadth_first": order, "depth_first": order}})

    page = client.get(f"/jobs/{job_id}").text

    assert "Depth-first search entered 3 squares" in page
    assert client.get(f"/jobs/{job_id}/orders/depth_first.svg").text.count("<rect") == 64 + KEY
    assert client.get(f"/jobs/{job_id}/way").status_code == 404


def test_an_uncrossed_path_is_drawn_straight(client: FlaskClient, sqlite_database: Database) -> None:
    """Each move is a line instead of steps, which shows that none cross; a cycle returns to its first square."""
    path = [[1, 1], [2, 3], [4, 4], [3, 2], [1, 1]]
    job_id = found_jobs.found(
        client, sqlite_database, {"kind": "uncrossed", "board": "4x4", "tours": "closed"},
        {"uncrossed": {"length": 4, "upper_bound": 4, "exact": True, "paths": "9"}, "path": path},
    )  # fmt: skip

    page, way = client.get(f"/jobs/{job_id}").text, client.get(f"/jobs/{job_id}/way").text

    assert "The longest closed uncrossed path has 4 moves; 9 are that long" in page
    assert "<h2>An uncrossed path</h2>" in page
    assert "An uncrossed path of 4 moves on 4x4" in way
    assert "the long leg first" not in way
    assert 'd="M20 20l80 40"' in client.get(f"/jobs/{job_id}/path.svg").text


@pytest.mark.parametrize("name", ["orders/breadth_first.svg", "path.gif", "way"])
def test_what_another_job_lacks_is_not_there(client: FlaskClient, name: str) -> None:
    """Pages and files that a job lacks are 404s."""
    job_id = client.post("/api/v1/jobs", json={"kind": "enumerate", "board": "5x5"}).get_json()["id"]
    assert client.get(f"/jobs/{job_id}/{name}").status_code == 404
