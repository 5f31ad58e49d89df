"""Exports of tours hold exactly the stored tours, in every format."""

from __future__ import annotations

import csv
import io
import json
from typing import Any

import numpy as np
import pytest
from sqlalchemy import delete, update

from findings.exports.formats import MixedBoardsError, tour_file
from store.database.db import Database
from store.database.times import iso_time
from store.models.boards import BoardRow
from store.models.tours import TourRow, TourRun
from store.queries.tour_pages import tour_pages
from store.queries.tours import TourFilter, find_tours
from store.tours.encoding import class_text, squares_of
from tests.store.tour_samples import all_tours, store_all

CORNER = TourFilter(board="5x5", start=0)


def as_set(rows: object) -> set[tuple[int, ...]]:
    """Return tours (square numbers) without their order."""
    return {tuple(row) for row in np.asarray(rows).tolist()}


def exported(database: Database, form: str, wanted: TourFilter = CORNER, **more: Any) -> bytes:
    """Return a whole file."""
    with database.reading() as session:
        return b"".join(tour_file(session, wanted, form, **more))


def test_text(database: Database) -> None:
    """JSON Lines and CSV contain the 304 tours of 5x5 from a corner with all their fields."""
    job = store_all(database)
    text = exported(database, "jsonl").decode()
    records = [json.loads(line) for line in text.splitlines()]
    rows = list(csv.DictReader(io.StringIO(exported(database, "csv").decode())))
    numbered = [[5 * (row - 1) + column - 1 for row, column in record["squares"]] for record in records]
    spelled = [[tuple(map(int, square.split(","))) for square in row["squares"].split(" ")] for row in rows]
    with database.reading() as session:
        found = find_tours(session, CORNER, after=0, limit=1000)

    assert numbered == [squares_of(one.board, one.tour).tolist() for one in found]
    assert "\n".join(json.dumps(record, separators=(",", ":")) for record in records) + "\n" == text
    assert {(record["job"], record["closed"], record["piece"]) for record in records} == {(job, False, "1,2")}
    assert [(one["class"], one["symmetry"]) for one in records] == [
        (class_text(one.tour.class_key), one.run.symmetry) for one in found
    ]
    assert [one["found_at"] for one in records] == [iso_time(one.run.found_at) for one in found]
    assert [[list(square) for square in path] for path in spelled] == [record["squares"] for record in records]
    assert {row["closed"] for row in rows} == {"false"}
    assert [row["class"] for row in rows] == [record["class"] for record in records]


@pytest.mark.parametrize("squares", [25, 40 * 25, 1 << 20])
def test_pages(database: Database, squares: int) -> None:
    """Pages of any length keep the order of the list, for a board, a job and a class."""
    job = store_all(database)
    with database.reading() as session:
        key = find_tours(session, CORNER, after=0, limit=1)[0].tour.class_key
        for wanted in (CORNER, TourFilter(job=job, closed=False), TourFilter(class_key=key), TourFilter(closed=True)):
            listed = [one.tour.id for one in find_tours(session, wanted, after=0, limit=2000)]
            pages = list(tour_pages(session, wanted, squares))
            assert [number for page in pages for number in page.ids.tolist()] == listed
            assert max(map(len, pages), default=0) <= max(1, squares // 25)


def test_npy(database: Database) -> None:
    """Numpy reads the array of all tours, which is empty for a board without tours."""
    store_all(database)
    assert as_set(np.load(io.BytesIO(exported(database, "npy", TourFilter())))) == as_set(all_tours())
    assert len(np.load(io.BytesIO(exported(database, "npy", TourFilter(board="6x6"))))) == 0


def test_a_lost_tour_is_no_whole_array(sqlite_database: Database) -> None:
    """If the runs announce more tours than there are rows, the array ends with an error."""
    store_all(sqlite_database)
    with sqlite_database.writing() as session:
        session.execute(delete(TourRow).where(TourRow.id == 7))
    assert len(exported(sqlite_database, "jsonl", TourFilter()).splitlines()) == 1727
    with pytest.raises(RuntimeError, match="1728 tours were announced, 1727 are there"):
        exported(sqlite_database, "npy", TourFilter())


def test_npy_of_two_boards_is_refused(sqlite_database: Database) -> None:
    """Tours of different lengths are refused before anything is written."""
    store_all(sqlite_database)
    with sqlite_database.writing() as session:
        session.add(BoardRow(id=99, label="3x4", piece="1,2", size=12, definition="3x4"))
        session.flush()
        session.execute(update(TourRun).where(TourRun.start == 0).values(board_id=99))
    with sqlite_database.reading() as session, pytest.raises(MixedBoardsError):
        tour_file(session, TourFilter(), "npy")


def test_parquet(database: Database) -> None:
    """Pyarrow reads plain columns, with the class keys on request."""
    parquet = pytest.importorskip("pyarrow.parquet")
    job = store_all(database)
    table = parquet.read_table(io.BytesIO(exported(database, "parquet")))
    columns = table.to_pydict()
    assert as_set(columns["squares"]) == as_set(all_tours()[all_tours()[:, 0] == 0])
    assert {(*row,) for row in zip(*(columns[name] for name in ("board", "piece", "job")), strict=True)} == {
        ("5x5", "1,2", job)
    }
    assert [str(table.schema.field(name).type) for name in ("board", "closed", "squares")] == [
        "string", "bool", "list<element: int32>",
    ]  # fmt: skip
    assert "class" not in columns
    assert pytest.importorskip("pyarrow").default_memory_pool().backend_name == "system"  # none that keeps what it had
    keys = parquet.read_table(io.BytesIO(exported(database, "parquet", classes=True))).to_pydict()["class"]
    assert keys == [json.loads(line)["class"] for line in exported(database, "jsonl").splitlines()]
