"""The SQL views show the same data as the programs, on both databases."""

from __future__ import annotations

from datetime import datetime
from typing import Any

import pytest
from sqlalchemy import text

from engine.boards.labels import parse_board
from engine.specification.result import Count, Estimate, Result
from store.database.db import Database
from store.jobs.results import record_result
from store.queries.tours import TourFilter, find_tours
from store.tours.encoding import class_text, squares_of
from tests.store.campaigns.samples import COUNT, page_of, stored_campaign
from tests.store.job_samples import stored_job
from tests.store.tour_samples import BOARD, store_all

LARGE = 26_534_728_821_064 * 10**30


def rows(database: Database, query: str) -> list[dict[str, Any]]:
    """Return what a query gives, by the names of its columns."""
    with database.reading() as session:
        return [dict(row) for row in session.execute(text(query)).mappings()]


def moment(written: str) -> float:
    """Return a time from a view as seconds since 1970."""
    assert written.endswith("Z")
    return datetime.fromisoformat(written).timestamp()


def test_tours(database: Database) -> None:
    """Squares are coordinates, keys of classes as everywhere, times in UTC."""
    job = store_all(database)
    with database.reading() as session:
        found = find_tours(session, TourFilter(board="5x5", start=0), after=0, limit=400)
        ends = [squares_of(one.board, one.tour)[[0, -1]].tolist() for one in found]
    listed = {row["id"]: row for row in rows(database, "SELECT * FROM tour_list WHERE start_square = '1,1'")}

    assert len(listed) == 304
    for one, (start, end) in zip(found, ends, strict=True):
        row = listed[one.tour.id]
        assert [row[f"{name}_square"] for name in ("start", "end")] == [
            ",".join(map(str, BOARD.square(number))) for number in (start, end)
        ]
        assert (row["class"], row["job"], row["board"]) == (class_text(one.tour.class_key), job, "5x5")
        assert row["code_digest"] == row["engine"] == one.code_digest
        assert moment(row["found_at"]) == pytest.approx(one.run.found_at, abs=0.002)


def test_figures_and_jobs(database: Database) -> None:
    """Counts keep every digit, and jobs are listed with the sums of their shards."""
    with database.writing() as session:
        job = stored_job(session)
        part = Estimate(quantity="tours", value=1.5e9, standard_error=2.0, estimator="knuth", samples=10)
        counts = [Count(quantity="tours", value=str(LARGE), method="backtrack")]
        record_result(session, job, parse_board("5x5"), Result(counts=counts, estimates=[part]))

    assert [(row["board"], row["quantity"], row["value"]) for row in rows(database, "SELECT * FROM count_list")] == [
        ("5x5", "tours", str(LARGE))
    ]
    (estimate,) = rows(database, "SELECT value, standard_error FROM estimate_list WHERE board = '5x5'")
    assert tuple(estimate.values()) == (1.5e9, 2.0)
    (listed,) = rows(database, f"SELECT * FROM job_list WHERE id = '{job.public_id}'")
    assert (listed["state"], listed["shards"], listed["finished_at"]) == ("queued", 3, None)


def test_campaigns(database: Database) -> None:
    """Each row is a cell: the campaign, its board and specification, and the job."""
    campaign = stored_campaign(database, page_of(["5x5", "3x4"], [COUNT]), "Grid")
    found = rows(database, "SELECT * FROM campaign_list ORDER BY board_number")

    assert [(row["campaign"], row["name"], row["board"], row["state"]) for row in found] == [
        (campaign, "Grid", "5x5", "queued"), (campaign, "Grid", "3x4", "queued"),
    ]  # fmt: skip
    assert {row["job"] for row in found} == {row["id"] for row in rows(database, "SELECT id FROM job_list")}


def test_other_programs_read_them(sqlite_database: Database) -> None:
    """DuckDB, if installed with its SQLite reader, lists tours by its own SQL."""
    duckdb = pytest.importorskip("duckdb")
    store_all(sqlite_database)
    try:
        with duckdb.connect() as connection:
            connection.execute(f"ATTACH '{sqlite_database.engine.url.database}' AS tours (TYPE sqlite, READ_ONLY)")
            assert connection.execute("SELECT count(*) FROM tours.tour_list").fetchone() == (1728,)
    except duckdb.Error as error:
        pytest.skip(f"DuckDB has no reader of SQLite here: {error}")
