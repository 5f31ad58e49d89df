"""Counts as records and as b-files."""

from __future__ import annotations

from typing import Any

import pytest

from engine.boards.labels import parse_board
from engine.specification.result import Count, Result
from store.db import Database
from store.exports.counts import DisagreementError, b_file, count_records, sequence
from store.models.jobs import Job
from store.results import record_result
from tests.store.jobs import stored_job


def counted(database: Database, board: str, tours: int, **changes: Any) -> None:
    """Store a finished job that counted `tours` on the board."""
    with database.writing() as session:
        job: Job = stored_job(session, board=board)
        job.specification = {**job.specification, **changes}
        count = Count(quantity="tours", value=str(tours), method="backtrack")
        record_result(session, job, parse_board(board), Result(counts=[count]))


def test_records_and_sequence(database: Database) -> None:
    """A b-file ends before the first unknown board; parts of a board do not count; large numbers stay exact."""
    for board, tours in (("1x1", 1), ("2x2", 0), ("3x3", 10**30)):
        counted(database, board, tours)
    counted(database, "3x3", 5, starts=[[1, 1]])
    counted(database, "5x5", 1728)
    with database.reading() as session:
        values = sequence(session, [f"{n}x{n}" for n in range(1, 6)], "tours")
        records = list(count_records(session, board="3x3", quantity="tours"))

    assert values == [1, 0, 10**30, None, 1728]
    assert "".join(b_file(values)) == f"1 1\n2 0\n3 {10**30}\n"
    assert [record["value"] for record in records] == [str(10**30), "5"]
    assert {record["convention"] for record in records} == {"directed"}


def test_disagreement_is_told(database: Database) -> None:
    """Two finished jobs with different counts make no sequence."""
    counted(database, "5x5", 1728)
    counted(database, "5x5", 1729)
    with database.reading() as session, pytest.raises(DisagreementError, match="1728, 1729"):
        sequence(session, ["5x5"], "tours")
