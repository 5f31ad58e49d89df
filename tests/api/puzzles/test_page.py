"""The page of the puzzle of the day, and its sheets."""

from __future__ import annotations

import re
from datetime import UTC, datetime, timedelta

import pytest
from flask.testing import FlaskClient

from api.puzzles.daily import puzzle_of

DAY = datetime(2026, 11, 20, tzinfo=UTC).date()


@pytest.fixture(autouse=True)
def today(monkeypatch: pytest.MonkeyPatch) -> None:
    """Set the date to one on which all tests rely."""

    class Clock(datetime):
        """A clock that stands still."""

        @classmethod
        def now(cls, tz: object = None) -> datetime:  # type: ignore[override]
            """Return the evening of the day."""
            assert tz is UTC
            return datetime(2026, 11, 20, 23, 59, tzinfo=UTC)

    monkeypatch.setattr("api.puzzles.page.datetime", Clock)


def given(page: str) -> dict[int, int]:
    """Return the numbers that a page gives, by square."""
    found = re.findall(r'data-square="(\d+)" data-given aria-label="[^"]*">(\d+)<', page)
    return {int(square): int(number) for square, number in found}


@pytest.mark.parametrize("degree", ["easy", "medium", "hard"])
def test_today_everybody_gets_the_same_puzzle(client: FlaskClient, degree: str) -> None:
    """The page has exactly the numbers of the day, with or without its date; the solution has its own address."""
    page = client.get(f"/puzzles?degree={degree}").text
    puzzle = puzzle_of(DAY, degree)  # type: ignore[arg-type]  # a degree

    assert given(page) == puzzle.numbers
    assert "puzzle&#39;s" not in page
    assert given(client.get(f"/puzzles?degree={degree}&date=2026-11-20").text) == puzzle.numbers
    assert given(client.get(f"/puzzles?degree={degree}&date=2026-11-19").text) != puzzle.numbers
    address = re.search(r'data-solution="([^"]+)"', page)
    assert address is not None
    solution = client.get(address[1].replace("&amp;", "&")).get_json()["numbers"]
    assert {square: number for square, number in enumerate(solution, 0) if square in puzzle.given} == puzzle.numbers
    assert sorted(solution) == list(range(1, 65))


def test_days_lead_to_each_other(client: FlaskClient) -> None:
    """A page links the day before and, up to today, the day after."""
    assert 'rel="next"' not in client.get("/puzzles").text
    assert 'href="/puzzles?degree=easy&amp;date=2026-11-20" rel="next"' in client.get("/puzzles?date=2026-11-19").text
    assert 'rel="prev"' not in client.get("/puzzles?date=2000-01-01").text


@pytest.mark.parametrize("count", [4, 6])
def test_a_sheet_has_puzzles_of_several_days(client: FlaskClient, count: int) -> None:
    """Each puzzle has its numbers in the order of the squares, and its solution on request."""
    page = client.get(f"/puzzles/sheet?degree=hard&count={count}").text
    both = client.get(f"/puzzles/sheet?degree=hard&count={count}&solutions=true").text
    days = [DAY - timedelta(days=back) for back in range(count)]

    assert page.count('class="puzzle"') == count
    assert both.count('class="puzzle"') == 2 * count
    assert re.findall(r"· (\S+)</figcaption>", page) == [day.isoformat() for day in days]
    shown = [text for text in re.findall(r"<span>(\d*)</span>", page) if text]
    wanted = [puzzle_of(day, "hard").numbers for day in days]
    assert shown == [str(numbers[square]) for numbers in wanted for square in sorted(numbers)]


@pytest.mark.parametrize(
    ("query", "field"),
    [
        ("degree=cruel", "degree"), ("date=2026-11-21", "date"), ("date=1999-12-31", "date"), ("date=soon", "date"),
        ("count=5", "count"), ("count=04", "count"), ("solutions=1", "solutions"), ("colour=red", "colour"),
    ],
)  # fmt: skip
def test_wrong_parameters_are_named(client: FlaskClient, query: str, field: str) -> None:
    """A future or too early day, a sheet of other than four or six puzzles and unknown values are refused by name."""
    answer = client.get(f"/puzzles/sheet?{query}")
    assert answer.status_code == 422
    assert [error["parameter"] for error in answer.get_json()["errors"]] == [field]
    if field in ("degree", "date"):
        assert client.get(f"/puzzles?{query}").status_code == 422
        assert client.get(f"/puzzles/solution.json?{query}").status_code == 422
