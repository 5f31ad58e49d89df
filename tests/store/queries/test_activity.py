"""Who works on what, and what a job waits for."""

from __future__ import annotations

from engine.digest import engine_digest
from store.db import Database
from store.lifecycle import pause
from store.queries.activity import waiting_for
from store.sweeping import report_worker
from tests.store.jobs import stored_job


def test_a_job_waits_for_a_worker_of_its_own_code(database: Database) -> None:
    """None alive, one with other code, one with the same; a paused job waits for nobody."""
    with database.writing() as session:
        job = stored_job(session).public_id
        seen = [waiting_for(session, job)]
        for engine in ("other code", engine_digest()):
            report_worker(session, engine, 1, engine, 0.0)
            seen.append(waiting_for(session, job))
        resting = stored_job(session, label="paused").public_id
        pause(session, resting)
        seen.append(waiting_for(session, resting))
    assert seen == ["worker", "engine", None, None]
