"""Recently found counts."""

from __future__ import annotations

from engine.boards.labels import parse_board
from engine.specification.result import Count, Result
from findings.results.recent import latest_counts, latest_of_boards, spread
from store.database.db import Database
from store.jobs.lifecycle import change_state
from store.jobs.results import record_result
from store.models.states import JobState
from tests.store.job_samples import drain, stored_job


def test_counts_newest_first(database: Database) -> None:
    """Counts are listed newest first up to a limit."""
    jobs = []
    for _ in range(2):
        with database.writing() as session:
            jobs.append(stored_job(session).public_id)
        drain(database)

    with database.reading() as session:
        found, newest = latest_counts(session, 10), latest_counts(session, 1)

    known = [(one.sources[0].id, one.value, one.subject.board) for one in found]
    assert known == [(job, "165", "5x5") for job in reversed(jobs)]
    assert [one.sources[0].id for one in newest] == [jobs[-1]]


def test_one_count_of_each_board(database: Database) -> None:
    """Each board is listed once, however many jobs counted it."""
    for board in ("4x4", "5x5", "5x5"):
        with database.writing() as session:
            stored_job(session, board=board)
        drain(database)

    with database.reading() as session:
        assert [one.subject.board for one in latest_of_boards(session, 10)] == ["5x5", "4x4"]
        assert [one.subject.board for one in latest_of_boards(session, 1)] == ["5x5"]


def test_a_campaign_does_not_fill_the_list() -> None:
    """Apart from its first few, a campaign's counts come after all others."""
    assert spread("abcdefg", [1, 1, 1, None, None, 2, 1]) == list("abdefcg")


def test_the_count_that_tells_most(database: Database) -> None:
    """The shown count is that of all tours, not the zero of closed ones."""
    numbers = {"tours": "1728", "closed": "0", "cycles": "0"}
    counts = [Count(quantity=name, value=value, method="backtrack") for name, value in numbers.items()]
    with database.writing() as session:
        job = stored_job(session)
        record_result(session, job, parse_board("5x5"), Result(counts=counts))
        for state in (JobState.RUNNING, JobState.SUCCEEDED):
            change_state(session, job, state, "changed", outcome="complete")
    with database.reading() as session:
        assert [(one.quantity, one.value) for one in latest_of_boards(session, 1)] == [("tours", "1728")]
