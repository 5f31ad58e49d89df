"""Exports of tours hold exactly the stored tours, in every format."""

from __future__ import annotations

import csv
import io
import json
from pathlib import Path

import numpy as np
import pytest

from store.db import Database
from store.exports.arrays import MixedBoardsError, write_npy, write_parquet
from store.exports.text import csv_lines, json_lines, tour_records
from store.exports.tour_pages import tour_pages
from store.queries.found_tours import TourFilter
from tests.store.tour_samples import all_tours, store_all

CORNER = TourFilter(board="5x5", start=0)


def as_set(rows: object) -> set[tuple[int, ...]]:
    """Return tours (square numbers) without their order."""
    return {tuple(row) for row in np.asarray(rows).tolist()}


def test_text(database: Database) -> None:
    """JSON Lines and CSV read back to the 304 tours of 5x5 from a corner, whatever the page."""
    job = store_all(database)
    wanted = as_set(all_tours()[all_tours()[:, 0] == 0])
    with database.reading() as session:
        lines = list(json_lines(tour_records(tour_pages(session, CORNER, page=100))))
        rows = list(csv.DictReader(io.StringIO("".join(csv_lines(tour_records(tour_pages(session, CORNER)))))))
    records = [json.loads(line) for line in lines]
    numbered = [[5 * (row - 1) + column - 1 for row, column in record["squares"]] for record in records]
    spelled = [[tuple(map(int, square.split(","))) for square in row["squares"].split()] for row in rows]

    assert len(records) == 304
    assert as_set(numbered) == wanted
    assert {record["job"] for record in records} == {job}
    assert [[list(square) for square in path] for path in spelled] == [record["squares"] for record in records]
    assert {row["closed"] for row in rows} == {"false"}
    assert [row["class"] for row in rows] == [record["class"] for record in records]


def test_npy(database: Database, tmp_path: Path) -> None:
    """Numpy reads the array back; of nothing it is empty."""
    store_all(database)
    with database.reading() as session, (tmp_path / "all.npy").open("wb") as file:
        assert write_npy(file, tour_pages(session, TourFilter(), page=500)) == 1728
    with database.reading() as session, (tmp_path / "none.npy").open("wb") as file:
        assert write_npy(file, tour_pages(session, TourFilter(board="6x6"))) == 0
    assert as_set(np.load(tmp_path / "all.npy")) == as_set(all_tours())
    assert len(np.load(tmp_path / "none.npy")) == 0


def test_npy_of_two_boards_is_refused(sqlite_database: Database) -> None:
    """Their tours have rows of different length."""
    store_all(sqlite_database)
    with sqlite_database.reading() as session:
        (page,) = tour_pages(session, CORNER)
    with pytest.raises(MixedBoardsError):
        write_npy(io.BytesIO(), [page, type(page)(**vars(page) | {"piece": "1,4"})])


def test_parquet(database: Database) -> None:
    """Pyarrow reads back what was written; without the package the import says so."""
    parquet = pytest.importorskip("pyarrow.parquet")
    store_all(database)
    file = io.BytesIO()
    with database.reading() as session:
        assert write_parquet(file, tour_pages(session, CORNER, page=100)) == 304
    table = parquet.read_table(io.BytesIO(file.getvalue())).to_pydict()
    assert as_set(table["squares"]) == as_set(all_tours()[all_tours()[:, 0] == 0])
    assert set(table["board"]) == {"5x5"}
