"""What was found lately."""

from __future__ import annotations

from findings.results.recent import latest_counts, latest_of_boards
from store.database.db import Database
from tests.store.job_samples import drain, stored_job


def test_counts_newest_first(database: Database) -> None:
    """Two finished jobs of one count each; a limit keeps the newest."""
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
    """However many jobs count it again."""
    for board in ("4x4", "5x5", "5x5"):
        with database.writing() as session:
            stored_job(session, board=board)
        drain(database)

    with database.reading() as session:
        assert [one.subject.board for one in latest_of_boards(session, 10)] == ["5x5", "4x4"]
        assert [one.subject.board for one in latest_of_boards(session, 1)] == ["5x5"]
