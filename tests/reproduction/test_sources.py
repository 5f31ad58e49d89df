"""Sources and the jobs that reproduce their tables, on SQLite and PostgreSQL."""

from __future__ import annotations

import pytest

from engine.kinds.admission import plan_now
from engine.kinds.parse import parse_problem
from findings.references.data_files import SOURCES
from reproduction.registry import TABLES
from reproduction.sources import all_sources, source_tables
from store.database.db import Database
from store.jobs.lifecycle import submit
from tests.store.real_jobs import run_all


@pytest.fixture(autouse=True)
def toy_kind() -> None:
    """Keep the registries unchanged: here a distance job does its own work."""


def test_every_source_has_its_tables(database: Database) -> None:
    """Each table appears once, each figure has its recorded verdict, and each job a valid specification."""
    assert tuple(all_sources()) == SOURCES
    with database.reading() as session:
        tables = [table for name in SOURCES for table in source_tables(session, name)]
    assert sorted(table.name for table in tables) == sorted(TABLES)
    assert {one.origin for table in tables for one in table.figures} == {"record"}
    for table in tables:
        names = {job.name for job in table.jobs}
        assert all(set(one.jobs) <= names for one in table.figures)
        assert sum(table.verdicts.values()) == len(table.figures)


def test_a_finished_job_gives_ours(database: Database) -> None:
    """A waiting job is named; a finished one gives the figure and picture, while other tables keep the record."""
    specification = TABLES["torus_8x8"].jobs(False)["torus_8x8"]
    with database.writing() as session:
        job = submit(session, plan_now(parse_problem({**specification, "label": "mine"}))).public_id
    with database.reading() as session:
        (waiting,) = source_tables(session, "knights-luxembourg", "torus_8x8")
    run_all(database)
    with database.reading() as session:
        (done,) = source_tables(session, "knights-luxembourg", "torus_8x8")
        (other,) = source_tables(session, "knights-luxembourg", "distances_8x8")

    assert [(one.job, one.state) for one in waiting.jobs] == [(job, "queued")]
    assert [one.origin for one in waiting.figures] == ["record"]
    assert [(one.job, one.state) for one in done.jobs] == [(job, "succeeded")]
    (figure,) = done.figures
    assert (figure.origin, figure.jobs, figure.comparison.verdict) == ("jobs", ("torus_8x8",), "equal")
    assert list(done.pictures) == ["Fewest moves on torus:8x8"]
    assert [one.origin for one in other.figures] == ["record"]


def test_no_such_table(database: Database) -> None:
    """A source without the table gives nothing."""
    with database.reading() as session:
        assert source_tables(session, "delphi", "torus_8x8") == []
