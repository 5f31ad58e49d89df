"""The page on which a puzzle is solved by hand."""

from __future__ import annotations

import re
from typing import Any

import pytest
from flask.testing import FlaskClient

from store.database.db import Database
from tests.api.pages.found_jobs import found

PUZZLE = {
    "grid": " 1  .  .  .\n .  .  .  9\n .  .  .  .\n",
    "givens": 2,
    "level": "direct",
    "guesses": 0,
    "known_at_once": 12,
    "needed": 2,
    "kept_for_ease": 0,
    "made": [[2, 0]],
    "solution": [[1, 1], [2, 3]],
}
GIVEN = {"kind": "complete", "board": "3x4", "givens": [{"square": "a3", "number": 1}]}


def test_a_puzzle_is_a_board_to_be_filled(client: FlaskClient, sqlite_database: Database) -> None:
    """Every square is a button, given ones with their number; the solution is elsewhere. The job's page links here."""
    job_id = found(client, sqlite_database, {"kind": "puzzle", "board": "3x4"}, {"puzzle": PUZZLE})

    job, page = client.get(f"/jobs/{job_id}").text, client.get(f"/jobs/{job_id}/puzzle").text

    assert f"/jobs/{job_id}/puzzle" in job
    assert job.count("<span></span>") == 10
    assert "<span>9</span>" in job
    assert "A puzzle with 2 numbers and one solution. Propagation alone finds it." in job
    buttons = re.findall(r'<button type="button" data-square="(\d+)"( data-given)? aria-label="([^"]*)">(\d*)', page)
    assert [number for number, _, _, _ in buttons] == [str(square) for square in range(12)]
    assert [one for one in buttons if one[1]] == [
        ("0", " data-given", "a3: 1", "1"),
        ("7", " data-given", "d2: 9", "9"),
    ]
    assert "[[9, 6]," in page
    assert "2 of 12 numbers are given." in page
    assert f'data-solution="/jobs/{job_id}/puzzle/solution.json"' in page


def test_the_solution_is_a_document_of_its_own(client: FlaskClient, sqlite_database: Database) -> None:
    """It lists the number of each square row by row, and exists only for puzzles that a job made."""
    whole = [[row, column] for column in range(1, 5) for row in (1, 2, 3)]
    job_id = found(
        client, sqlite_database, {"kind": "puzzle", "board": "3x4"}, {"puzzle": PUZZLE | {"solution": whole}}
    )
    solution = client.get(f"/jobs/{job_id}/puzzle/solution.json").get_json()
    assert solution == {"numbers": [1, 4, 7, 10, 2, 5, 8, 11, 3, 6, 9, 12]}
    unique = {"completion": {"verdict": "unique", "guesses": "0", "directed": True}}
    other = found(client, sqlite_database, GIVEN, unique)
    assert client.get(f"/jobs/{other}/puzzle/solution.json").status_code == 404
    assert "data-solution" not in client.get(f"/jobs/{other}/puzzle").text


def test_given_numbers_are_a_puzzle_too(client: FlaskClient, sqlite_database: Database) -> None:
    """A completion with a solution has a puzzle page; a page of open tours is not marked as closed."""
    unique = {"completion": {"verdict": "unique", "guesses": "0", "directed": True}}
    job_id = found(client, sqlite_database, GIVEN, unique)
    assert "a3: 1" in client.get(f"/jobs/{job_id}/puzzle").text
    closed = found(client, sqlite_database, {"kind": "puzzle", "board": "3x4", "tours": "open"}, {"puzzle": PUZZLE})
    assert "data-closed" not in client.get(f"/jobs/{closed}/puzzle").text


@pytest.mark.parametrize(
    ("body", "extra"),
    [
        (GIVEN, {"completion": {"verdict": "none", "guesses": "0", "directed": True}}),
        (GIVEN | {"barred": [["a3", "b1"]]}, {"completion": {"verdict": "unique", "guesses": "0", "directed": True}}),
        ({"kind": "puzzle", "board": "3x4"}, {}),
        ({"kind": "enumerate", "board": "3x4"}, {}),
    ],
)
def test_what_is_no_puzzle_has_no_page(
    client: FlaskClient, sqlite_database: Database, body: dict[str, Any], extra: dict[str, Any]
) -> None:
    """The job's page has no link, and the address is a 404."""
    job_id = found(client, sqlite_database, body, extra)
    assert f"/jobs/{job_id}/puzzle" not in client.get(f"/jobs/{job_id}").text
    assert client.get(f"/jobs/{job_id}/puzzle").status_code == 404
