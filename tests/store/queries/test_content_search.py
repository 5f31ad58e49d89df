"""Searching by content gives the same tours whatever the size of pages and the time allowed."""

from __future__ import annotations

from typing import Any

import pytest

from engine.tours.content import Content, parse_fragments, parse_places
from findings.exports.formats import MixedBoardsError, tour_file
from store.database.db import Database
from store.queries import content_search
from store.queries.content_search import count, search
from store.queries.tours import TourFilter, find_tours
from store.tours.encoding import squares_of
from tests.store.tour_samples import BOARD, store_all

CONTENTS: dict[str, Content] = {
    "a fragment": Content(fragments=parse_fragments(BOARD, "a1-b3-c5")),
    "a move and a number": Content(parse_fragments(BOARD, "a1-b3"), parse_places(BOARD, "25:c3")),
    "the first square": Content(places=parse_places(BOARD, "1:c3")),
    "a type": Content(symmetry_type="rotation180"),
    "nothing that there is": Content(fragments=parse_fragments(BOARD, "a1-a2")),
}
LISTS = {"all": {}, "board": {"board": "5x5"}, "start": {"board": "5x5", "start": 0}}


@pytest.fixture(autouse=True)
def _small_pages(monkeypatch: pytest.MonkeyPatch) -> None:
    """Look through a few hundred tours at a time."""
    monkeypatch.setattr(content_search, "FIRST_SQUARES", 25 * 50)
    monkeypatch.setattr(content_search, "MAX_SQUARES", 25 * 333)


def searched(database: Database, wanted: TourFilter, limit: int, seconds: float) -> list[int]:
    """Follow a search to its end; return the ids of the tours."""
    found: list[int] = []
    after: int | None = 0
    while after is not None:
        with database.reading() as session:
            page = search(session, wanted, after=after, limit=limit, seconds=seconds)
        assert len(page.tours) <= limit
        assert page.last is None or page.last != after
        found.extend(entry.tour.id for entry in page.tours)
        after = page.last
    return found


def looked_at(database: Database, wanted: TourFilter, content: Content) -> list[int]:
    """Return what the search should find, by looking at every tour."""
    with database.reading() as session:
        rows: list[Any] = find_tours(session, wanted, after=0, limit=5000)
    tours = [(row.tour.id, squares_of(row.board, row.tour)[None, :], row.run.symmetry) for row in rows]
    kept = []
    for number, tour, symmetry in tours:
        walk = tour[0].tolist()
        fits = all(any(walk[k : k + len(one)] == list(one) for k in range(25)) for one in content.fragments)
        fits &= all(walk[step - 1] == square for step, square in content.places)
        if fits and (content.symmetry_type is None or symmetry == 2):
            kept.append(number)
    return kept


@pytest.mark.parametrize("name", list(CONTENTS))
def test_a_search_finds_what_looking_finds(database: Database, name: str) -> None:
    """The search finds these tours in the order of the list, with any limit, even without any time."""
    job = store_all(database, slices=2)
    for fields in (*LISTS.values(), {"job": job}):
        wanted = TourFilter(**fields, content=CONTENTS[name])
        expected = looked_at(database, TourFilter(**fields), CONTENTS[name])
        assert bool(expected) == (
            name != "nothing that there is" and (name, fields) != ("the first square", LISTS["start"])
        )
        for limit, seconds in ((1000, 60.0), (25, 0.0)):
            assert searched(database, wanted, limit, seconds) == expected


def test_a_count_says_whether_all_were_looked_at(database: Database) -> None:
    """A complete count is exact; a partial one is lower and marked as capped."""
    store_all(database)
    wanted = TourFilter(board="5x5", content=CONTENTS["a fragment"])
    expected = len(looked_at(database, TourFilter(), CONTENTS["a fragment"]))
    with database.reading() as session:
        whole, part = count(session, wanted, seconds=60.0), count(session, wanted, seconds=0.0)
    assert (whole.tours, whole.capped) == (expected, False)
    assert part.tours < expected
    assert part.capped


def test_an_export_has_what_is_searched_for(database: Database) -> None:
    """A search is exported line by line, but not as an array, which begins with its number of rows."""
    store_all(database)
    wanted = TourFilter(board="5x5", content=CONTENTS["a fragment"])
    with database.reading() as session:
        lines = b"".join(tour_file(session, wanted, "csv")).decode().splitlines()
        with pytest.raises(MixedBoardsError, match="by content"):
            tour_file(session, wanted, "npy")
    assert len(lines) - 1 == len(looked_at(database, TourFilter(), CONTENTS["a fragment"])) > 0
    assert all("5,1 3,2 1,3" in line for line in lines[1:])
