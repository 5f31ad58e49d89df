"""Blocks: for each square, the number of the move that enters it, in all tours of a board in a window of ids."""

from __future__ import annotations

import numpy as np
import pytest
from sqlalchemy import func, select

from store.database.db import Database
from store.models.boards import BoardRow
from store.models.tours import TourBlock, TourColumn, TourRow
from store.tours import square_index
from store.tours.encoding import squares_of
from store.tours.square_index import (
    fill_window,
    ids_of,
    make_blocks,
    next_window,
    numbers_of,
    remove_empty,
    stretches_of,
    window_of,
    write_blocks,
)
from tests.store.tour_samples import delete_runs, store_all


@pytest.fixture(autouse=True)
def _small_windows(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(square_index, "WINDOW", 500)
    monkeypatch.setattr(square_index, "MIN_TOURS", 100)


def make_all(database: Database) -> None:
    """Make the blocks of all windows that are full."""
    window = 0
    while fill_window(database, window):
        window += 1


def test_a_block_says_what_the_tours_say(database: Database) -> None:
    """A block has every number of every tour; the last window is not full and has no block."""
    store_all(database)
    make_all(database)
    with database.reading() as session:
        row = session.scalars(select(BoardRow)).one()
        tours = {tour.id: squares_of(row, tour).tolist() for tour in session.scalars(select(TourRow))}
        seen = []
        for block in session.scalars(select(TourBlock).order_by(TourBlock.window)):
            ids = ids_of(stretches_of(block.ids)).tolist()
            assert {window_of(number) for number in ids} == {block.window}
            columns = select(TourColumn).where(TourColumn.block_id == block.id)
            numbers = {column.square: numbers_of(column.numbers, 25) for column in session.scalars(columns)}
            for place, number in enumerate(ids):
                assert [int(numbers[square][place]) for square in tours[number]] == list(range(25))
            seen.extend(ids)
    assert seen == [number for number in sorted(tours) if number <= 1500]


def test_what_is_stored_twice_stays_as_it_is(database: Database) -> None:
    """Storing a block twice, as two workers may, changes nothing."""
    store_all(database)
    with database.writing() as session:
        made = make_blocks(session, 0)
        write_blocks(session, made)
    with database.writing() as session:
        write_blocks(session, made)
        assert session.scalar(select(func.count()).select_from(TourBlock)) == 1
        assert session.scalar(select(func.count()).select_from(TourColumn)) == 25


def test_few_tours_and_large_boards_get_none(database: Database, monkeypatch: pytest.MonkeyPatch) -> None:
    """A few tours, or a board too large, get no block."""
    store_all(database)
    for name, value in {"MIN_TOURS": 501, "MAX_SQUARES": 24}.items():
        with monkeypatch.context() as changed, database.reading() as session:
            changed.setattr(square_index, name, value)
            assert make_blocks(session, 0) == []


def test_a_block_goes_when_none_of_its_tours_is_left(database: Database) -> None:
    """A block is removed with the last of its tours, and gaps before that do no harm."""
    store_all(database)
    make_all(database)
    with database.writing() as session:
        assert next_window(session) == 3
        delete_runs(session, 1, 900)
        remove_empty(session)
        assert session.scalars(select(TourBlock.window).order_by(TourBlock.window)).all() == [1, 2]
        assert session.scalar(select(func.count()).select_from(TourColumn)) == 50


def test_large_boards_have_wider_numbers() -> None:
    """Numbers take one byte on boards of up to 256 squares, else two."""
    numbers = np.array([0, 255, 256, 299], dtype="<u2")
    assert numbers_of(square_index.zlib.compress(numbers.tobytes()), 300).tolist() == [0, 255, 256, 299]
    assert numbers_of(square_index.zlib.compress(bytes([0, 255])), 256).tolist() == [0, 255]
