"""A job with the facts derived from it."""

from __future__ import annotations

import pytest

from engine.specification.result import Result
from findings.results import job_view
from findings.results.job_view import JobView
from store.database.db import Database
from store.jobs.current_result import problem_of
from store.jobs.lifecycle import get_job
from store.models.jobs import Job
from tests.store.job_samples import stored_job


def test_a_view_reads_each_part_once(database: Database, monkeypatch: pytest.MonkeyPatch) -> None:
    """The specification is parsed only once, for all parts."""
    parsed: list[Job] = []

    def parse(job: Job) -> object:
        parsed.append(job)
        return problem_of(job)

    monkeypatch.setattr(job_view, "problem_of", parse)
    with database.writing() as session:
        view = JobView(session, get_job(session, stored_job(session).public_id), Result())
        assert view.board is not None
        assert view.label == view.board.label
        assert view.statements == view.certificates == []
        assert view.answer() is None
    assert len(parsed) == 1


def test_a_job_that_goes_on_has_no_time_and_no_certificate(database: Database) -> None:
    """A running job has no time and no certificate; its result so far comes from its shards' statistics."""
    with database.writing() as session:
        job = stored_job(session)
        view = JobView.find(session, job.public_id)
        assert not view.has_ended
        assert view.seconds is None
        assert not view.is_certifiable
        assert [shard.number for shard in view.shards] == list(range(len(view.shards)))
        assert [count.value for count in view.result.counts] == ["0"]
