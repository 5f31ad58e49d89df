"""Stored statistics equal those recomputed from the stored paths, however rows come and go."""

from __future__ import annotations

from functools import lru_cache

import numpy as np
import pytest
from numpy.typing import NDArray
from sqlalchemy import delete, func, select, update
from sqlalchemy.orm import Session

from engine.boards.labels import parse_board
from engine.features.measure_kernel import measure_stream
from engine.features.table import ABSENT, LINE, MAGIC, STATISTICS
from store.database.db import Database
from store.models.boards import BoardRow
from store.models.shards import Shard
from store.models.tours import TourFeatures, TourRow, TourRun
from store.tours import square_index
from store.tours.encoding import own_run, squares_of
from store.tours.features import Place, fill, insert_features, next_place, values_of
from store.tours.square_index import ids_of, stretches_of, window_of
from tests.reference.lines import line_of, sums
from tests.store.tour_samples import delete_runs, store_all

POINTS = [tuple(square) for square in parse_board("5x5").coordinates.tolist()]


@pytest.fixture(autouse=True)
def _small_windows(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(square_index, "WINDOW", 500)


@lru_cache(maxsize=2000)
def told(path: tuple[int, ...]) -> dict[str, int]:
    """Return the statistics of a tour of 5x5, recomputed from its segments and its numbers."""
    numbers = np.argsort(np.array(path)).reshape(5, 5) + 1
    names = {"none": 0, "semimagic": 1, "magic": 2}
    return line_of([POINTS[square] for square in path], closed=False) | {MAGIC: names[sums(numbers.tolist())]}


def walked(database: Database) -> dict[int, dict[str, int]]:
    """Return the statistics of all stored tours by their ids."""
    with database.reading() as session:
        row = session.scalars(select(BoardRow)).one()
        tours = session.scalars(select(TourRow).join(TourRun, own_run()))
        return {tour.id: told(tuple(squares_of(row, tour).tolist())) for tour in tours}


def kept(database: Database) -> dict[int, dict[str, int]]:
    """Return the stored statistics by tour id, after checking each row against its counts and window."""
    found: dict[int, dict[str, int]] = {}
    with database.reading() as session:
        for row in session.scalars(select(TourFeatures).where(TourFeatures.counts.is_not(None))):
            ids = range(row.first, row.last + 1) if row.ids is None else ids_of(stretches_of(row.ids)).tolist()
            assert {window_of(number) for number in ids} == {row.window}
            assert (ids[0], ids[-1], len(ids)) == (row.first, row.last, row.tours)
            assert not set(found) & set(ids)
            found |= {number: {} for number in ids}
            assert row.counts is not None
            for name, counts in row.counts.items():
                values = values_of(getattr(row, name), max(map(int, counts))).tolist()
                assert {str(value): values.count(value) for value in values} == counts
                for number, value in zip(ids, values, strict=True):
                    found[number][name] = value
    return found


def write(session: Session, board: int, first: int, number: int, found: NDArray[np.integer] | None) -> None:
    """Store the statistics of tours."""
    for statement, row in insert_features(board, first, number, found):
        session.execute(statement, row)


def measure_all(database: Database) -> int:
    """Measure all that is due; return the number of places."""
    done = 0
    while True:
        with database.reading() as session:
            place = next_place(session)
        if place is None:
            return done
        fill(database, place, measure_stream)
        done += 1


def measured(database: Database) -> None:
    """Store all tours of 5x5, and measure them."""
    store_all(database)
    measure_all(database)


def rows(database: Database) -> list[tuple[int, int]]:
    """Return the window and the number of tours of each row."""
    with database.reading() as session:
        columns = select(TourFeatures.window, TourFeatures.tours).order_by(TourFeatures.first)
        return [(window, tours) for window, tours in session.execute(columns)]


def test_tours_that_nobody_measured(database: Database) -> None:
    """Unmeasured tours are measured later, with one row per window, the last one included."""
    store_all(database)
    assert kept(database) == {}
    assert measure_all(database) == 4
    assert rows(database) == [(0, 500), (1, 500), (2, 500), (3, 228)]
    assert kept(database) == walked(database)
    assert measure_all(database) == 0


def test_tours_that_come_measured(database: Database) -> None:
    """Measured tours are stored as they come, cut at window ends; later each full window becomes one row."""
    measured(database)
    with database.writing() as session:
        board = session.scalars(select(BoardRow)).one()
        session.execute(delete(TourFeatures))
        tours = np.array([squares_of(board, tour) for tour in session.scalars(select(TourRow).order_by(TourRow.id))])
        found = measure_stream(parse_board("5x5"), (1, 2), tours, np.zeros(len(tours), np.bool_))
        for begin in range(0, len(tours), 300):
            part = found[begin : begin + 300]
            write(session, board.id, begin + 1, len(part), part.astype(np.int16))
    assert [tours for _, tours in rows(database)] == [300, 200, 100, 300, 100, 200, 300, 228]
    assert kept(database) == walked(database)
    assert measure_all(database) == 3
    assert rows(database) == [(0, 500), (1, 500), (2, 500), (3, 228)]
    assert kept(database) == walked(database)


@pytest.mark.parametrize(("first", "last"), [(1, 1728), (1, 700), (450, 470), (501, 501), (1720, 1728)])
def test_deleted_tours_are_forgotten(database: Database, first: int, last: int) -> None:
    """A row that loses tours stops counting at once; it is rebuilt from the rest, or removed if none is left."""
    measured(database)
    with database.writing() as session:
        delete_runs(session, first, last)
    left = walked(database)
    assert not set(kept(database)) & set(range(first, last + 1))
    measure_all(database)
    assert kept(database) == left


def test_a_shortened_run(database: Database) -> None:
    """A run shortened by a deletion loses the statistics of its removed tour only."""
    measured(database)
    with database.writing() as session:
        run = session.scalars(select(TourRun).order_by(TourRun.count.desc()).limit(1)).one()
        last = run.id + run.count - 1
        session.execute(delete(TourRow).where(TourRow.id == last))
        session.execute(update(TourRun).where(TourRun.id == run.id).values(count=run.count - 1))
    measure_all(database)
    assert last not in kept(database)
    assert kept(database) == walked(database)


def test_what_changes_meanwhile_is_measured_again(database: Database) -> None:
    """Tours deleted during a measurement leave no statistics behind."""
    store_all(database)

    def deleting(*given: object) -> NDArray[np.int32]:
        with database.writing() as session:
            delete_runs(session, 1, 10)
        return measure_stream(*given)  # type: ignore[arg-type]

    with database.reading() as session:
        place = next_place(session)
    assert place is not None
    fill(database, place, deleting)
    assert kept(database) == {}
    measure_all(database)
    assert kept(database) == walked(database)
    assert min(kept(database)) == 11


def test_a_commit_that_comes_late(database: Database) -> None:
    """Late tours get a row of their own among the ids of other rows, until the window becomes one row."""
    measured(database)
    with database.writing() as session:
        shard = session.scalars(select(Shard).limit(1)).one()
        board = session.scalars(select(BoardRow)).one().id
        gone = session.scalars(select(TourRow).where(TourRow.id.between(100, 199)).order_by(TourRow.id)).all()
        paths = [(tour.class_key, tour.path) for tour in gone]
        delete_runs(session, 100, 199)
        seq = 99
    measure_all(database)
    with database.writing() as session:
        for number, (key, path) in enumerate(paths, 100):
            session.add(TourRow(id=number, class_key=key, path=path))
        session.add(
            TourRun(
                id=100, count=100, board_id=board, shard_id=shard.id, seq=seq, start=0, end=2, closed=False, symmetry=1,
                found_at=1.0,
            )
        )  # fmt: skip
        write(session, board, 100, 100, None)
    assert measure_all(database) == 1
    assert kept(database) == walked(database)
    assert len(kept(database)) == 1728


def test_boards_without_statistics_get_no_row(database: Database) -> None:
    """A board without statistics gets no row, neither on insertion nor later."""
    store_all(database)

    def nothing(*given: object) -> NDArray[np.int32]:
        return np.full((len(given[2]), len(STATISTICS)), ABSENT, np.int32)  # type: ignore[arg-type]

    with database.writing() as session:
        session.execute(delete(TourFeatures))
        board = session.scalars(select(BoardRow.id)).one()
        write(session, board, 1, 9, np.full((9, len(STATISTICS)), ABSENT))
        assert session.scalar(select(func.count()).select_from(TourFeatures)) == 0
        write(session, board, 1, 9, None)
    fill(database, Place(board, 0), nothing)
    assert rows(database) == []


def test_sums_alone(database: Database) -> None:
    """A statistic that a board does not have has no column and no counts."""
    store_all(database)
    found = np.full((9, len(STATISTICS)), ABSENT)
    found[:, STATISTICS.index(MAGIC)] = [0, 1, 2, 0, 0, 0, 0, 0, 0]
    with database.writing() as session:
        session.execute(delete(TourFeatures))
        write(session, session.scalars(select(BoardRow.id)).one(), 1, 9, found)
        row = session.scalars(select(TourFeatures)).one()
        assert row.counts == {MAGIC: {"0": 7, "1": 1, "2": 1}}
        assert all(getattr(row, name) is None for name in LINE)


def test_large_values() -> None:
    """Values up to 255 take one byte each, larger ones two or four."""
    for most, kind in ((255, "<u1"), (256, "<u2"), (65535, "<u2"), (65536, "<u4")):
        values = np.array([0, most], dtype=kind)
        assert values_of(square_index.zlib.compress(values.tobytes()), most).tolist() == [0, most]
