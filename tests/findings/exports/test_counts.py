"""Counts as records and as b-files."""

from __future__ import annotations

import pytest

from engine.boards.labels import parse_board
from engine.errors import InvalidProblemError
from engine.specification.result import Count, Result
from findings.exports.counts import (
    DisagreementError,
    b_file,
    count_records,
    family_boards,
    known_terms,
    number_of_counts,
    sequence,
)
from store.database.db import Database
from store.jobs.results import record_result
from store.models.jobs import Job
from tests.store.job_samples import stored_job


def counted(database: Database, board: str, tours: int, **changes: object) -> None:
    """Store a finished job that counted `tours` on the board."""
    with database.writing() as session:
        job: Job = stored_job(session, board=board)
        job.specification = {**job.specification, **changes}
        count = Count(quantity="tours", value=str(tours), method="backtrack")
        record_result(session, job, parse_board(board), Result(counts=[count]))


def test_records_and_sequence(database: Database) -> None:
    """A b-file ends before the first unknown board, partial counts are excluded, and large numbers stay exact."""
    for board, tours in (("1x1", 1), ("2x2", 0), ("3x3", 10**30)):
        counted(database, board, tours)
    counted(database, "3x3", 5, starts=[[1, 1]])
    counted(database, "5x5", 1728)
    with database.reading() as session:
        values = sequence(session, [f"{n}x{n}" for n in range(1, 6)], "tours")
        records = list(count_records(session, board="3x3", quantity="tours"))

    assert values == [1, 0, 10**30, None, 1728]
    assert "".join(b_file(known_terms(values))) == f"1 1\n2 0\n3 {10**30}\n"
    assert [record["value"] for record in records] == [str(10**30), "5"]
    assert {record["convention"] for record in records} == {"directed"}


def test_a_job_for_closed_tours_does_not_deny_the_others(database: Database) -> None:
    """A proof of 0 closed tours does not contradict 104 tours; counts of the search are exported only on request."""
    zero = [Count(quantity=name, value="0", method="proof") for name in ("tours", "closed")]
    found = [("tours", "104"), ("nodes", "3097")]
    with database.writing() as session:
        closed, whole = stored_job(session, board="3x7", tours="closed"), stored_job(session, board="3x7")
        record_result(session, closed, parse_board("3x7"), Result(outcome="impossible", counts=zero))
        counts = [Count(quantity=name, value=value, method="backtrack") for name, value in found]
        record_result(session, whole, parse_board("3x7"), Result(counts=counts))
    with database.reading() as session:
        facts = [(one["quantity"], one["value"]) for one in count_records(session)]
        everything = [(one["quantity"], one["value"]) for one in count_records(session, work=True)]
        named = [one["value"] for one in count_records(session, quantity="tours")]
        numbers = [number_of_counts(session, work=work) for work in (False, True)]

    assert facts == [("closed", "0"), ("tours", "104")]
    assert everything == [("closed", "0"), ("tours", "104"), ("nodes", "3097")]
    assert named == ["104"]
    assert numbers == [2, 3]


def test_a_sequence_goes_on_after_a_proof_that_there_is_none(database: Database) -> None:
    """Proved zeros for 3x5 and 3x6 are terms after the 16 tours of 3x4."""
    for board, tours, outcome in (("3x4", 16, "complete"), ("3x5", 0, "impossible"), ("3x6", 0, "impossible")):
        with database.writing() as session:
            job = stored_job(session, board=board)
            counts = [Count(quantity="tours", value=str(tours), method="proof")]
            record_result(session, job, parse_board(board), Result(outcome=outcome, counts=counts))
    with database.reading() as session:
        assert sequence(session, ["3x4", "3x5", "3x6", "3x7"], "tours") == [16, 0, 0, None]


def test_disagreement_is_told(database: Database) -> None:
    """Two finished jobs with different counts raise DisagreementError."""
    counted(database, "5x5", 1728)
    counted(database, "5x5", 1729)
    with database.reading() as session, pytest.raises(DisagreementError, match="1728, 1729"):
        sequence(session, ["5x5"], "tours")


def test_boards_of_a_family() -> None:
    """Each n, or 2n, stands for a number; that of a word does not, and other text is no board."""
    assert family_boards("3xn", 1, 2) == ["3x1", "3x2"]
    assert family_boards("3x2n", 1, 3) == ["3x2", "3x4", "3x6"]
    assert family_boards("cylinder:nx12", 3, 3) == ["cylinder:3x12"]
    for family in ("{a}xn", "{0}xn", "3x{twice}"):
        with pytest.raises(InvalidProblemError):
            family_boards(family, 1, 2)
