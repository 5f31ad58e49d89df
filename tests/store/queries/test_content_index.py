"""A search through blocks finds the same tours as looking at every tour, however many tours are in blocks."""

from __future__ import annotations

import pytest
from sqlalchemy import delete, select

from engine.tours.content import Content, parse_fragments, parse_places
from store.database.db import Database
from store.models.tours import TourBlock
from store.queries import content_index as narrowing
from store.queries.content_index import Narrowing
from store.queries.tour_pages import tour_pages
from store.queries.tours import TourFilter, stretches
from store.tours import square_index
from tests.store.tour_samples import BOARD, store_all
from tests.store.tours.test_square_index import make_all

CONTENTS: dict[str, Content] = {
    "a move": Content(fragments=parse_fragments(BOARD, "a1-b3")),
    "a long fragment": Content(fragments=parse_fragments(BOARD, "a1-b3-c5-e4")),
    "a move and a number": Content(parse_fragments(BOARD, "a1-b3"), parse_places(BOARD, "25:c3")),
    "two numbers": Content(places=parse_places(BOARD, "1:a1,13:c3")),
    "a move and a type": Content(parse_fragments(BOARD, "b3-a1"), symmetry_type="rotation180"),
    "a move that is none": Content(fragments=parse_fragments(BOARD, "a1-a2")),
}
FILTERS = {"all": {}, "of the board": {"board": "5x5"}, "from a corner": {"board": "5x5", "start": 0}}


@pytest.fixture(autouse=True)
def _small_windows(monkeypatch: pytest.MonkeyPatch) -> None:
    for module in (square_index, narrowing):
        monkeypatch.setattr(module, "WINDOW", 500)
    monkeypatch.setattr(square_index, "MIN_TOURS", 100)


def found(database: Database, wanted: TourFilter) -> list[int]:
    """Return the ids of all tours with the content."""
    with database.reading() as session:
        return [number for page in tour_pages(session, wanted) for number in page.ids.tolist()]


@pytest.mark.parametrize("name", list(CONTENTS))
@pytest.mark.parametrize("list_name", list(FILTERS))
def test_the_same_is_found(database: Database, name: str, list_name: str) -> None:
    """The same tours are found without blocks, with blocks, and with one window lacking its block."""
    store_all(database)
    wanted = TourFilter(**FILTERS[list_name], content=CONTENTS[name])  # type: ignore[arg-type]  # fields of several types
    looked_at = found(database, wanted)
    make_all(database)
    assert found(database, wanted) == looked_at
    with database.writing() as session:
        session.execute(delete(TourBlock).where(TourBlock.window == 1))
    assert found(database, wanted) == looked_at


def test_only_what_fits_is_read(database: Database) -> None:
    """Of the tours in blocks only those with the content are read; all other tours are read."""
    store_all(database)
    make_all(database)
    content = CONTENTS["two numbers"]
    expected = found(database, TourFilter(content=content))
    with database.reading() as session:
        left = list(Narrowing(session, content).narrow(stretches(session, TourFilter())))
        assert session.scalars(select(TourBlock.window).order_by(TourBlock.window)).all() == [0, 1, 2]
    ids = [one.first + step for one in left for step in range(one.number)]
    assert [number for number in ids if number <= 1500] == [number for number in expected if number <= 1500]
    assert [number for number in ids if number > 1500] == list(range(1501, 1729))
    assert 0 < len(expected) < 300


def test_a_tour_stored_after_its_block_is_looked_at(database: Database) -> None:
    """A block knows its ids, and a run with further ids is read tour by tour."""
    store_all(database)
    with database.writing() as session:
        (made,) = square_index.make_blocks(session, 0)
        kept = made.ids != 250
        square_index.write_blocks(session, [square_index.Block(1, 0, made.ids[kept], made.columns[:, kept].copy())])
        left = list(Narrowing(session, CONTENTS["a move that is none"]).narrow(stretches(session, TourFilter())))
    inside = [one for one in left if one.first <= 500]
    assert inside
    assert any(one.first <= 250 < one.first + one.number for one in inside)
    assert len(inside) == 1
