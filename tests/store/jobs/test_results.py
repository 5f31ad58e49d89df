"""A job's results are read as they were written."""

from __future__ import annotations

from engine.boards.labels import parse_board
from engine.specification.result import (
    Count,
    DepthStatistics,
    EndStatistics,
    Estimate,
    Result,
    SquareStatistics,
)
from store.database.db import Database
from store.jobs.results import load_result, record_result
from tests.store.job_samples import stored_job

RESULT = Result(
    outcome="complete",
    explanation="counted",
    counts=[
        Count(quantity="tours", value=str(10**60 + 7), method="frontier"),
        Count(quantity="cycles", convention="undirected", value="0", method="frontier"),
    ],
    estimates=[
        Estimate(quantity="tours", value=1.5e16, standard_error=1e13, estimator="knuth", samples=7, bias="none")
    ],
    squares=[
        SquareStatistics(square=[1, 1], tours="304", closed="0", dead_ends="5", nodes="9"),
        SquareStatistics(square=[1, 2], tours="0"),
    ],
    ends=[EndStatistics(start=[1, 1], end=[5, 5], tours="56")],
    depths=[DepthStatistics(depth=1, reached=3, mean_moves=5.25, width=5.25, inverse_probability=None)],
    extra={"histogram": [1, 2, 3]},
)


def test_results_round_trip(database: Database) -> None:
    """Every part, fields unknown to the tables included, survives the database."""
    with database.writing() as session:
        job = stored_job(session)
        record_result(session, job, parse_board("5x5"), RESULT)

    with database.reading() as session:
        assert load_result(session, job, parse_board("5x5")) == RESULT
