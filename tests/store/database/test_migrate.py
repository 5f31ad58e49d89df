"""Migrations go up, agree with the models, go down and up again, on both databases."""

from __future__ import annotations

import json
import shutil
from pathlib import Path
from typing import Any

import pytest
from sqlalchemy import inspect, select, text

from engine.boards.labels import parse_board
from engine.specification.result import Count, Estimate, Result
from findings.setup import upgrade
from store.database.db import Database, open_database
from store.database.migrate import FOLDER, check, downgrade, draft, is_current, newest_revision
from store.jobs.lifecycle import change_state
from store.jobs.results import record_result
from store.jobs.shard_totals import sums_of
from store.models.results import CountRow, EstimateRow, PartRow
from store.models.shards import Shard, Slice
from store.models.states import JobState
from store.models.tours import TourFeatures
from store.settings import Settings
from tests.store.job_samples import drain, stored_job
from tests.store.tour_samples import store_all
from tests.store.tours.test_features import kept, measure_all, walked
from tests.toy import ToyKind

JOB_OF_THE_OLD = """
INSERT INTO jobs (id, public_id, kind, specification, fingerprint, state, priority, weight, served, rounds, engine,
created_at) VALUES (1, 'old', 'sample', '{"rng": {"seed": 100000000000000000}}', 'f', 'succeeded', 0, 1, 0, 1, 'e', 0)
"""


@pytest.fixture(params=["sqlite", pytest.param("postgresql", marks=pytest.mark.service)])
def empty(request: pytest.FixtureRequest, tmp_path: Path) -> Settings:
    """Settings of a database without tables."""
    if request.param == "sqlite":
        return Settings(data=tmp_path)
    return Settings(database_url=request.getfixturevalue("postgresql_url"))


def test_up_check_down_up(empty: Settings) -> None:
    """A full downgrade leaves no table of ours, and the upgrade works again afterwards."""
    database = open_database(empty)
    downgrade(empty)
    assert not is_current(database)

    upgrade(empty)
    check(empty)
    assert is_current(database)
    downgrade(empty)
    assert set(inspect(database.engine).get_table_names()) <= {"alembic_version"}
    upgrade(empty)

    assert is_current(database)
    database.close()


def test_the_planner_knows_the_published_figures(empty: Settings) -> None:
    """Loading the figures updates the planner's statistics; an upgrade that loads none leaves them alone."""
    known = {
        True: "SELECT count(*) FROM sqlite_stat1 WHERE tbl = 'published_figures'",
        False: "SELECT count(*) FROM pg_stats WHERE tablename = 'published_figures'",
    }
    upgrade(empty)
    database = open_database(empty)
    with database.reading() as session:
        assert session.execute(text(known[database.is_sqlite])).scalar_one() > 0
    asked: list[str] = []
    with pytest.MonkeyPatch.context() as patch:
        patch.setattr("findings.setup.analyze", lambda _, tables: asked.extend(tables))
        upgrade(empty)
    assert asked == []
    database.close()


def test_a_draft_has_what_the_models_have_more(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    """A draft for tables that no migration makes has the next number, creates them and can be undone."""
    folder = tmp_path / "migrations"
    shutil.copytree(FOLDER, folder)
    for path in sorted((folder / "versions").glob("[0-9]*.py"))[1:]:
        path.unlink()
    monkeypatch.setattr("store.database.migrate.FOLDER", folder)

    made = draft("all_that_came_later")
    settings = Settings(data=tmp_path / "data")
    for move in (upgrade, downgrade, upgrade, check):
        move(settings)

    assert made == folder / "versions" / "0002_all_that_came_later.py"
    assert made.read_text().startswith('"""All that came later.')


def test_migrations_are_numbered_and_named() -> None:
    """Files read 0001_what_it_does.py without gaps, and the newest is known by its number."""
    names = sorted(path.name for path in (FOLDER / "versions").glob("*.py"))

    assert [name[:5] for name in names] == [f"{number:04d}_" for number in range(1, len(names) + 1)]
    assert newest_revision() == names[-1][:4]


@pytest.mark.service
def test_floats_that_had_become_integers_are_floats_again(postgresql_url: str) -> None:
    """Floats that JSONB turned into integers are restored in results; counts, seeds and small integers stay."""
    settings = Settings(database_url=postgresql_url)
    upgrade(settings)
    downgrade(settings, "0002")
    written = {"widths": [1e21, 5e-324, 1.7e308, -0.25, 1.2345678901234567e25], "runs": 12, "modulus": 2**64, "n": None}
    database = open_database(settings)
    with database.writing() as session:
        session.execute(text(JOB_OF_THE_OLD))
        session.execute(
            text("INSERT INTO result_parts (job_id, part, payload) VALUES (1, 'extra', CAST(:p AS jsonb))"),
            {"p": json.dumps(written)},
        )
    upgrade(settings)
    with database.writing() as session:
        found = session.scalars(select(PartRow.payload)).one()
        kept = session.execute(text("SELECT specification FROM jobs")).scalar_one()
        session.execute(text("DELETE FROM jobs"))
    database.close()

    assert repr(dict(sorted(found.items()))) == repr(dict(sorted(written.items())))
    assert kept == {"rng": {"seed": 10**17}}


def test_sums_begin_with_those_of_the_shards_there(empty: Settings) -> None:
    """Jobs of an older database get the sums of their shards."""
    downgrade(empty)
    upgrade(empty)
    database = open_database(empty)
    with database.writing() as session:
        job = stored_job(session, ToyKind(shards=2)).id
    drain(database, numbers=4)
    with database.reading() as session:
        before = sums_of(session, [job])

    downgrade(empty, "0014")
    upgrade(empty)

    with database.reading() as session:
        assert sums_of(session, [job])[job] == pytest.approx(before[job])
        assert (before[job].shards, before[job].finished) == (2, 2)
    database.close()


def test_old_rows_lose_nothing_up_and_down(sqlite_settings: Settings) -> None:
    """Shards and all that refers to them are still there after the migrations that change their table."""
    database = open_database(sqlite_settings)
    with database.writing() as session:
        job = stored_job(session, ToyKind(shards=1)).id
    drain(database, numbers=3)
    downgrade(sqlite_settings, "0003")
    upgrade(sqlite_settings)

    with database.reading() as session:
        assert session.scalars(select(Shard.job_id)).all() == [job]
        assert session.scalars(select(Slice.seq)).all() == [0, 1, 2, 3]
    database.close()


BROKEN = {
    "jobs": ("UPDATE jobs SET step = 'resting' WHERE id = :job", "UPDATE jobs SET step = NULL WHERE id = :job"),
    "shards": ("UPDATE shards SET crashes = -1 WHERE job_id = :job", "UPDATE shards SET crashes = 0"),
    "job_sums": (
        "UPDATE job_sums SET shards = -1 WHERE job_id = :job",
        "UPDATE job_sums SET shards = 2 WHERE job_id = :job",
    ),
}


@pytest.mark.parametrize("table", BROKEN)
def test_an_old_row_that_breaks_a_constraint_is_named(empty: Settings, table: str) -> None:
    """A bad row stops the upgrade before any change; once it is mended, the upgrade succeeds and keeps all rows."""
    upgrade(empty)
    database = open_database(empty)
    with database.writing() as session:
        job = stored_job(session, ToyKind(shards=2)).id
    downgrade(empty, "0023")
    with database.writing() as session:
        before = session.execute(text(f"SELECT * FROM {table} ORDER BY 1")).all()
        session.execute(text(BROKEN[table][0]), {"job": job})

    with pytest.raises(RuntimeError, match=f"a row of {table} breaks one of ck_{table}_.*mend it"):
        upgrade(empty)
    assert not is_current(database)
    with database.writing() as session:
        session.execute(text(BROKEN[table][1]), {"job": job})
    upgrade(empty)

    assert is_current(database)
    with database.reading() as session:
        rows = session.execute(text(f"SELECT * FROM {table} ORDER BY 1")).all()
        assert [row[: len(before[0])] for row in rows] == before  # later migrations may add columns, at the end
        assert sums_of(session, [job])[job].shards == 2
    database.close()


def test_old_figures_are_told_what_they_are_of(empty: Settings) -> None:
    """Old counts and estimates get board, fact, starts and restriction, and lose nothing."""
    upgrade(empty)
    database = open_database(empty)
    found = Result(
        counts=[
            Count(quantity="tours", value="304", method="backtrack"),
            Count(quantity="dead_ends", value="3836", method="backtrack"),
        ],
        estimates=[
            _estimate(square=[1, 1], squares=4, batches=16, interval_95=[1.0, 3.0]),
            _estimate(warnings=["few"]),
        ],
    )
    with database.writing() as session:
        job = stored_job(session, starts=[[1, 1]])
        record_result(session, job, parse_board("5x5"), found)
        for state in (JobState.RUNNING, JobState.SUCCEEDED):
            change_state(session, job, state, "succeeded", outcome="complete")
    before = _figures(database, job.id)

    downgrade(empty, "0008")
    upgrade(empty)

    assert _figures(database, job.id) == before
    assert [(row["fact"], row["starts"], row["restriction"] is None) for row in before[0]] == [
        ("tours", "[[1, 1]]", True),
        ("dead_ends", "[[1, 1]]", False),
    ]
    assert [row["extra"].get("batches") for row in before[1]] == [16, None]
    database.close()


def _estimate(**more: object) -> Estimate:
    known = {"quantity": "tours", "value": 2.0, "standard_error": 0.5, "estimator": "knuth", "samples": 9}
    return Estimate.model_validate(known | more)


def _figures(database: Database, job: int) -> list[list[dict[str, Any]]]:
    """Return every column of a job's counts and estimates."""
    with database.reading() as session:
        return [
            [
                dict(row)
                for row in session.execute(
                    select(table.__table__).where(table.job_id == job).order_by(table.id)
                ).mappings()
            ]
            for table in (CountRow, EstimateRow)
        ]


def test_tours_from_before_are_to_be_measured(empty: Settings) -> None:
    """Tours stored before statistics existed are marked as unmeasured, and are then measured."""
    upgrade(empty)
    database = open_database(empty)
    store_all(database)
    downgrade(empty, "0029")
    upgrade(empty)
    with database.reading() as session:
        rows = session.execute(select(TourFeatures.first, TourFeatures.tours, TourFeatures.counts)).all()
    assert [tuple(row) for row in rows] == [(1, 1728, None)]
    measure_all(database)
    assert kept(database) == walked(database)
    database.close()
