"""Each sweep spends a moment on retention."""

from __future__ import annotations

from dataclasses import replace

import pytest
from sqlalchemy import func, select, update

from store.database.db import Database
from store.jobs.lifecycle import cancel, get_job
from store.jobs.retention import Tidied
from store.models.deletions import Deletion
from store.models.jobs import Job
from store.models.tours import TourBlock
from store.settings import Settings
from store.tours import square_index
from tests.store.job_samples import drain, put_results_together, stored_job
from tests.store.tour_samples import store_all
from tests.toy import ToyKind
from workers.retention import Housekeeper


def test_a_large_job_is_tidied_in_several_sweeps(database: Database) -> None:
    """Each sweep handles at least one page and continues after the last."""
    with database.writing() as session:
        job = stored_job(session, ToyKind(shards=60)).public_id
    drain(database)
    keeper, states = Housekeeper(database, Settings()), []
    for _ in range(3):
        keeper.keep(0.0)
        with database.reading() as session:
            states.append(get_job(session, job).tidied)
    assert states == [Tidied.NO, Tidied.NO, Tidied.COMPRESSED]


def test_old_cancelled_jobs_are_deleted(database: Database) -> None:
    """Old cancelled jobs are deleted only if a number of days is set, with the reason in the ledger."""
    with database.writing() as session:
        job = stored_job(session).public_id
        cancel(session, job)
    put_results_together(database)
    with database.writing() as session:
        session.execute(update(Job).values(finished_at=1.0))
    Housekeeper(database, Settings()).keep()
    with database.reading() as session:
        assert session.scalar(select(func.count()).select_from(Deletion)) == 0
    Housekeeper(database, replace(Settings(), keep_failed_days=7)).keep()
    with database.reading() as session:
        entry = session.scalars(select(Deletion)).one()
        assert (entry.public_id, entry.reason) == (job, "failed and cancelled jobs are kept for 7 days")


def test_full_windows_of_tours_get_their_blocks(database: Database, monkeypatch: pytest.MonkeyPatch) -> None:
    """Each sweep makes one block, also after a restart, unless the setting turns blocks off."""
    monkeypatch.setattr(square_index, "WINDOW", 500)
    monkeypatch.setattr(square_index, "MIN_TOURS", 100)
    store_all(database)

    def made() -> list[int]:
        with database.reading() as session:
            return list(session.scalars(select(TourBlock.window).order_by(TourBlock.window)))

    Housekeeper(database, replace(Settings(), search_columns=False)).keep()
    assert made() == []
    keeper, seen = Housekeeper(database, Settings()), []
    for _ in range(2):
        keeper.keep()
        seen.append(made())
    keeper = Housekeeper(database, Settings())
    for _ in range(2):
        keeper.keep()
        seen.append(made())
    assert seen == [[0], [0, 1], [0, 1, 2], [0, 1, 2]]
