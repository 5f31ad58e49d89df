"""Counts and their certificates: a count that was tampered with is found."""

from __future__ import annotations

import pytest
from sqlalchemy import select

from engine.boards.labels import parse_board
from findings.results.job_view import JobView
from findings.results.result_document import result_document
from findings.statements.board_facts import find_contradicted, gather_board_facts
from findings.statements.statement import Certificate, Statement
from store.database.db import Database
from store.jobs.lifecycle import get_job
from store.models.results import CountRow, SquareRow
from store.queries.jobs import events
from tests.store.real_jobs import run_job as run

CLOSED = {"kind": "enumerate", "board": "5x6", "tours": "closed", "method": "frontier"}
CERTIFICATE = {"kind": "certificate", "board": "5x6", "tours": "closed"}
ANY = {"kind": "enumerate", "board": "3x4", "method": "frontier"}
PRIME = str(2**61 - 1)


@pytest.fixture(autouse=True)
def toy_kind() -> None:
    """Keep the registries unchanged."""


def known(database: Database, label: str) -> dict[tuple[str, str], Statement]:
    """Return the exact facts counted by jobs, by quantity and start."""
    with database.reading() as session:
        found = gather_board_facts(session, parse_board(label))
    return {
        (one.quantity, str(one.subject.starts)): one
        for one in found
        if one.exact and any(source.kind == "job" for source in one.sources)
    }


def plant(database: Database, job: str, more: int) -> None:
    """Make the counts of a job wrong."""
    with database.writing() as session:
        number = get_job(session, job).id
        for row in session.scalars(select(CountRow).where(CountRow.job_id == number)):
            row.value += more


def names(database: Database, job: str) -> list[str]:
    """Return the names of a job's events."""
    with database.reading() as session:
        return [one.name for one in events(session, get_job(session, job), limit=100)]


def test_a_right_count_is_certified(database: Database) -> None:
    """A correct count is certified with the job's name, as a second, independent way; its history has this too."""
    counted = run(database, CLOSED)
    assert known(database, "5x6")["cycles", "all"].confirmed_by == ("frontier",)
    certificate = run(database, CERTIFICATE)

    facts = known(database, "5x6")

    assert {name for name, _ in facts} == {"cycles", "closed"}
    for one in facts.values():
        assert one.certificates == (Certificate(certificate, PRIME, agrees=True),)
        assert one.confirmed_by == ("certificate", "frontier")
        assert not one.is_contradicted
    assert names(database, counted)[-1] == "certified"
    with database.reading() as session:
        assert find_contradicted(session) == []
        document = result_document(session, get_job(session, certificate))
    compared = document["extra"]["certificate"]["compared"]
    assert {row["value"] for row in compared} == {"8", "480", "16"}
    assert all(row["agrees"] and counted in row["sources"] for row in compared)
    assert document["job"]["answer"].startswith(f"All {len(compared)} exact counts known of this agree")


def test_a_wrong_count_is_contradicted(database: Database) -> None:
    """A certificate contradicts a wrong count that is older or newer, and never confirms it."""
    before = run(database, CLOSED)
    plant(database, before, 2)
    certificate = run(database, CERTIFICATE)

    wrong = known(database, "5x6")["cycles", "all"]
    assert (wrong.value, wrong.confirmed_by) == ("10", ("frontier",))
    assert wrong.certificates == (Certificate(certificate, PRIME, agrees=False),)
    assert names(database, before)[-1] == "contradicted"
    with database.reading() as session:
        assert {one.value for one in find_contradicted(session)} == {"10", "482"}
        row = get_job(session, before)
        assert [one.agrees for one in JobView(session, row).certificates] == [False]
        answer = result_document(session, get_job(session, certificate))["job"]["answer"]
    assert answer.startswith("2 of ")

    plant(database, before, -2)
    assert not known(database, "5x6")["cycles", "all"].is_contradicted


def test_a_wrong_count_of_a_square_is_contradicted(database: Database) -> None:
    """Start squares are compared with the certificate one by one, each for its whole class."""
    counted = run(database, ANY)
    run(database, {"kind": "certificate", "board": "3x4", "starts": ["d3"]})
    corner = known(database, "3x4")["tours", "((1, 1),)"]
    assert [one.agrees for one in corner.certificates] == [True]

    with database.writing() as session:
        number = get_job(session, counted).id
        row = session.scalars(select(SquareRow).where(SquareRow.job_id == number, SquareRow.square == 0)).one()
        assert row.tours is not None
        row.tours += 1

    with database.reading() as session:
        found = find_contradicted(session)
    assert [(one.quantity, one.subject.starts) for one in found] == [("tours", ((1, 1),))]
