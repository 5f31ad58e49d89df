"""A worker far from its database: round trips of slices that store tours."""

from __future__ import annotations

import pytest
from sqlalchemy import func, select

from engine.kinds.admission import plan_now
from engine.kinds.parse import parse_problem
from store.database.db import Database, number_of
from store.jobs.current_result import current_result
from store.jobs.lifecycle import get_job, submit
from store.models.shards import Shard
from store.models.states import ShardState
from store.models.tours import TourRow
from store.settings import Settings
from tests.far_database import RARELY, Line
from workers.notifier import LocalNotifier
from workers.worker import WorkerProcess

JOB = {"kind": "enumerate", "board": "5x6", "method": "warnsdorff", "store": "all"}


def rows(database: Database) -> int:
    """Count the stored tours."""
    with database.reading() as session:
        return number_of(session, TourRow)


def finished_shards(database: Database) -> int:
    """Count the shards that are finished."""
    with database.reading() as session:
        return number_of(session, Shard, Shard.state == ShardState.FINISHED)


@pytest.mark.service
def test_a_slice_with_tours_takes_three(postgresql_database: Database, monkeypatch: pytest.MonkeyPatch) -> None:
    """A slice takes a claim, a reservation of numbers for its tours and a commit; every tour is stored at the end.

    At the end of a shard a few more round trips check whether the job continues. No number is wasted.
    """
    monkeypatch.setattr("workers.slices.MIN_SLICE", 0.0)
    monkeypatch.setattr("workers.slices.Pace.learn", lambda *_: None)
    with Line(postgresql_database.engine.url.render_as_string(hide_password=False)) as line:
        database = Database(line.url)
        worker = WorkerProcess(
            Settings(slice_seconds=0.0, confirm_share=RARELY), database, LocalNotifier(1), capacity=1
        )
        with database.writing() as session:
            job = submit(session, plan_now(parse_problem(JOB))).public_id
        for _ in range(20):
            assert worker.work_once()

        before, stored, finished = line.trips, rows(postgresql_database), finished_shards(postgresql_database)
        for _ in range(20):
            assert worker.work_once()
        assert line.trips - before <= 60 + 4 * (finished_shards(postgresql_database) - finished)
        assert rows(postgresql_database) > stored

        while worker.work_once():
            pass
        with database.reading() as session:
            found = current_result(session, get_job(session, job)).counts[0].value
        assert rows(postgresql_database) == int(found) > 1000
        with postgresql_database.reading() as session:
            assert session.scalar(select(func.max(TourRow.id))) == int(found)
        database.close()
