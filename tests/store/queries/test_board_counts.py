"""What finished jobs hold of a board: counts, then the estimates of the last round."""

from __future__ import annotations

from engine.boards.labels import parse_board
from engine.specification.result import Count, Estimate, Result
from store.db import Database
from store.lifecycle import change_state
from store.queries.board_counts import counts_of_board
from store.results import record_estimates, record_result
from store.states import JobState
from tests.store.jobs import stored_job


def estimate(value: float) -> Estimate:
    """Return an estimate."""
    return Estimate(quantity="tours", value=value, standard_error=2.0, estimator="knuth", samples=9)


def test_counts_and_estimates(database: Database) -> None:
    """Of complete jobs on the board alone; of two rounds of estimates the last; starts are told."""
    with database.writing() as session:
        for board, starts in (("5x5", "all"), ("5x5", [[1, 1]]), ("6x6", "all")):
            job = stored_job(session, board=board, starts=starts)
            count = Count(quantity="tours", value="1728", method="backtrack")
            record_estimates(session, job, [estimate(1.0)])
            job.rounds = 1
            record_result(session, job, parse_board(board), Result(counts=[count], estimates=[estimate(1700.0)]))
            change_state(session, job, JobState.SUCCEEDED, "succeeded", outcome="complete")
        unfinished = stored_job(session)
        record_estimates(session, unfinished, [estimate(7.0)])

    with database.reading() as session:
        found = counts_of_board(session, "5x5")

    assert [(one.value, one.standard_error, one.starts) for one in found] == [
        (1728, None, "all"),
        (1728, None, "[1, 1]"),
        (1700.0, 2.0, "all"),
        (1700.0, 2.0, "[1, 1]"),
    ]
    assert {one.piece for one in found} == {"1,2"}
