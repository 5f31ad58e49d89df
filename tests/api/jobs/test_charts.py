"""The charts of a job's page."""

from __future__ import annotations

import pytest

from api.jobs.charts import work_charts
from findings.results.job_view import JobView
from store.database.db import Database
from store.jobs.current_result import shards_of
from tests.store.job_samples import stored_job, write_slice

SLICES = 20


def test_the_share_done_grows_to_that_of_now(database: Database) -> None:
    """The share grows with the work of the slices; a job without a ledger has no charts."""
    with database.writing() as session:
        idle, job = stored_job(session), stored_job(session)
        job.started_at, job.finished_at = 1000.0, 1000.0 + SLICES
        shard = shards_of(session, job)[0]
        for seq in range(SLICES):
            write_slice(session, shard, seq, 1001.0 + seq, 1.0)
        ids = idle.public_id, job.public_id
    with database.reading() as session:
        none, (done, rate) = (work_charts(JobView.find(session, one), 0.6) for one in ids)
        (alone,) = work_charts(JobView.find(session, ids[1]), 1e-8)
    assert none == []
    assert alone == rate, "a search of years has no share to show"
    shares = [share for _, share in done.series[0].points]
    steps = len(shares)
    assert shares == pytest.approx([60 * (step + 1) / steps for step in range(steps)])
    assert [moment for moment, _ in done.series[0].points] == [moment for moment, _ in rate.series[0].points]
