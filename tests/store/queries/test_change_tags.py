"""The pulse of the store."""

from __future__ import annotations

from store.database.db import Database
from store.jobs.maintenance import report_worker
from store.queries.change_tags import pulse
from tests.store.job_samples import stored_job, take


def test_it_beats_when_something_happens_and_only_then(database: Database) -> None:
    """A submission, a claim and a worker's report change the pulse; reading does not."""
    seen = []

    def look() -> None:
        with database.reading() as session:
            seen.append(pulse(session))

    look()
    look()
    with database.writing() as session:
        stored_job(session)
    look()
    take(database)
    look()
    with database.writing() as session:
        report_worker(session, "one", 1, "digest", 0.0)
    look()

    assert seen[0] == seen[1]
    assert len(set(seen)) == 4
