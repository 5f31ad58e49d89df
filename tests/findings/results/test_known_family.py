"""The known results of a family: from its own jobs and from counts of single boards."""

from __future__ import annotations

from typing import Any

import pytest
from sqlalchemy.orm import Session

from engine.boards.piece import KNIGHT
from engine.kinds.admission import plan_now
from engine.kinds.parse import parse_problem
from engine.specification.result import Result
from findings.atlas.load import load_atlas
from findings.results.known_family import KnownFamily, families_of, family_name, known_families, known_family
from store.database.db import Database
from store.jobs.lifecycle import change_state, submit
from store.jobs.results import record_result
from store.models.jobs import Job
from store.models.states import JobState

CYCLES = [0] * 9 + [16, 0, 176, 0, 1536]
"""Closed tours of 3x1 to 3x14 (OEIS A070030)."""


def stored_strip(session: Session, **fields: object) -> Job:
    """Store a job about a family."""
    return submit(session, plan_now(parse_problem({"kind": "strip", **fields})))


def count_family(database: Database, terms: list[int], **more: object) -> str:
    """Store a job with these closed tours of 3xn; return its id."""
    figures: dict[str, Any] = {
        "family": "3xn",
        "terms": list(map(str, terms)),
        "growth": {"low": 3.0, "high": 3.25},
        **more,
    }
    with database.writing() as session:
        job = stored_strip(session, family="3xn")
        record_result(session, job, None, Result(extra={"strip": figures}))
        for state in (JobState.RUNNING, JobState.SUCCEEDED):
            change_state(session, job, state, "changed", outcome="complete")
        return str(job.public_id)


@pytest.fixture
def no_families(monkeypatch: pytest.MonkeyPatch) -> None:
    """Remove the families from the atlas."""
    monkeypatch.setattr("findings.results.family_result.family_entries", dict)


@pytest.mark.usefixtures("no_families")
def test_a_family_without_anything(database: Database) -> None:
    """A family without counts has no terms."""
    with database.reading() as session:
        assert known_family(session, "3xn", KNIGHT, "closed") == KnownFamily("3xn", KNIGHT, "closed")
        assert known_families(session) == []


@pytest.mark.usefixtures("no_families")
def test_terms_of_single_boards_and_of_a_job(database: Database) -> None:
    """Terms come from single boards, or from a job with the number that single boards confirm."""
    with database.writing() as session:
        load_atlas(session)
    with database.reading() as session:
        alone = known_family(session, "3xn", KNIGHT, "closed")
    assert (alone.first, list(alone.terms[:14]), alone.job) == (1, CYCLES, None)
    job = count_family(database, CYCLES)
    with database.reading() as session:
        known = known_family(session, "3xn", KNIGHT, "closed")
        listed = {(one.family, one.tours): one for one in known_families(session)}
    assert (known.job, list(known.terms), known.equal, known.different) == (job, CYCLES, 14, ())
    assert [one.number for one in known.oeis] == ["A070030"]
    assert listed["3xn", "closed"] == known
    assert ("nxn", "any") in listed


@pytest.mark.usefixtures("no_families")
def test_a_job_that_says_something_else(database: Database) -> None:
    """Boards whose counts contradict the job are named."""
    with database.writing() as session:
        load_atlas(session)
    count_family(database, [*CYCLES[:-1], 1537])
    with database.reading() as session:
        known = known_family(session, "3xn", KNIGHT, "closed")
    assert (known.equal, known.different, known.oeis) == (13, (14,), ())


def test_the_atlas_tells_of_a_family_in_an_empty_database(database: Database) -> None:
    """The atlas gives the terms until a job has found as much; counts of single boards confirm them."""
    with database.reading() as session:
        alone = known_family(session, "3xn", KNIGHT, "closed")
        grid = known_family(session, "4xn", (1,), "closed")
        listed = {(one.family, one.piece, one.tours) for one in known_families(session)}
    assert alone.found is not None
    assert (alone.job, alone.found.source.kind, alone.found.source.id) == (None, "atlas", "3xn/1,2/strip/closed")
    assert (list(alone.terms[:14]), alone.equal, alone.different) == (CYCLES, 100, ())
    assert grid.equal == 20
    assert {("3xn", KNIGHT, "closed"), ("5xn", KNIGHT, "closed"), ("cylinder:nx3", (1, 3), "closed")} <= listed
    count_family(database, CYCLES, order=42)
    with database.reading() as session:
        assert known_family(session, "3xn", KNIGHT, "closed").job is None
    more = count_family(database, CYCLES * 20, order=42)
    with database.reading() as session:
        assert known_family(session, "3xn", KNIGHT, "closed").job == more


def test_ratios_pass_over_boards_without_tours() -> None:
    """Over a gap of two boards the ratio is a square root, and numbers beyond floats are allowed."""
    assert KnownFamily("3xn", KNIGHT, "closed", 9, (0, 16, 0, 144, 288)).ratios == [(12, 3.0), (13, 2.0)]
    assert KnownFamily("3xn", KNIGHT, "closed", 1, (10**400, 2 * 10**400)).ratios == [(2, 2.0)]


def test_boards_of_a_family() -> None:
    """The boards begin at the family's first n."""
    assert KnownFamily("cylinder:nx3", KNIGHT, "closed", 3, (48, 352)).rows() == [
        (3, "cylinder:3x3", 48), (4, "cylinder:4x3", 352),
    ]  # fmt: skip
    assert KnownFamily("3xn", KNIGHT, "closed").rows() == []


def test_names() -> None:
    """Each family has one name; families that no job counts as a whole keep their own."""
    assert [family_name(name, KNIGHT) for name in ("nx5", "5xn", "2xnx3", "torus:nx3")] == [
        "5xn", "5xn", "2x3xn", "torus:nx3",
    ]  # fmt: skip
    assert KnownFamily("torus:3xn", KNIGHT, "closed").is_strip is False
    assert KnownFamily("3xn", KNIGHT, "closed").is_strip is True


@pytest.mark.parametrize(
    ("label", "families"),
    [
        ("3x10", ["3xn"]),
        ("8x8", ["8xn", "nxn"]),
        ("torus:3x5", ["torus:3xn"]),
        ("2x3x4", ["2x3xn", "2x4xn"]),
        ("cube:4", ["cube:n"]),
        ("mask:##/##", []),
    ],
)
def test_families_of_a_board(database: Database, label: str, families: list[str]) -> None:
    """A board belongs to families by each of its sides, if these may have known results."""
    with database.reading() as session:
        assert sorted(families_of(session, label, KNIGHT)) == families


def test_a_family_that_a_job_has_counted(database: Database) -> None:
    """A counted family is known, but only for its piece."""
    with database.writing() as session:
        job = stored_strip(session, family="11xn", piece=[1, 1])
        for state in (JobState.RUNNING, JobState.SUCCEEDED):
            change_state(session, job, state, "changed", outcome="complete")
    with database.reading() as session:
        assert families_of(session, "11x12", (1, 1)) == ["11xn"]
        assert families_of(session, "11x12", KNIGHT) == []
