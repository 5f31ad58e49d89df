"""Other code takes over a job after it has computed the same slices, or unchecked on request."""

from __future__ import annotations

from dataclasses import replace

import pytest
from sqlalchemy.orm import Session

from engine.code_digest import job_code_digest, own_code_digests
from engine.kinds.common.method import Method
from store.arrays import digest
from store.database.db import Database
from store.errors import AdoptionRefusedError, StaleLeaseError
from store.jobs.current_result import shards_of
from store.jobs.lifecycle import cancel, get_job
from store.jobs.slice_commit import commit
from store.models.shards import Shard
from store.models.states import JobState
from store.queries.jobs import events, version
from store.trust.adoption import adopt
from store.trust.rechecks import CheckResult, RecheckLease, claim_recheck, finish_check, release_check
from tests.store.job_samples import finish, put_results_together, stored_job, take, work
from tests.toy import ToyKind

OWN = job_code_digest("enumerate", "auto")


def begun(database: Database, shards: int = 2, slices: int = 2) -> str:
    """Return a job of other code whose shards each have `slices` slices of 3 numbers."""
    with database.writing() as session:
        job = stored_job(session, ToyKind(shards=shards, n=100)).public_id
    for _ in range(shards * slices):
        lease = take(database)
        assert lease is not None
        finish(database, lease, 3)
    with database.writing() as session:
        get_job(session, job).code_digest = "before"
    return job


def ask(database: Database, job: str, *, check: bool = True) -> None:
    """Ask for the adoption."""
    with database.writing() as session:
        adopt(session, job, check=check)


def next_check(database: Database, seconds: float = 60.0) -> RecheckLease | None:
    """Claim a check."""
    with database.writing() as session:
        return claim_recheck(session, "new", own_code_digests(), seconds)


def run_again(lease: RecheckLease) -> CheckResult:
    """Run a slice of the toy again."""
    again = work(lease, lease.work)  # type: ignore[arg-type]  # it has all that is looked at
    return CheckResult(digest(again.checkpoint), again.digest)


def answer(database: Database, lease: RecheckLease, result: CheckResult) -> None:
    """Record the result of a check."""
    with database.writing() as session:
        finish_check(session, lease, "new", result)


def look(database: Database, job: str) -> tuple[str, dict[str, object] | None, list[str]]:
    """Return the job's engine, its adoption and the names of its events."""
    with database.reading() as session:
        row = get_job(session, job)
        return row.code_digest, row.adoption, [event.name for event in events(session, row)]


def test_equal_slices_adopt(database: Database) -> None:
    """Every shard's last slice is run again from its beginning; if all agree, the job continues."""
    job = begun(database)
    assert take(database) is None
    ask(database, job)
    assert look(database, job)[0] == "before"
    while (lease := next_check(database)) is not None:
        assert lease.work == 3
        answer(database, lease, run_again(lease))
    engine, adoption, names = look(database, job)
    assert (engine, adoption) == (OWN, None)
    assert names[-2:] == ["adoption-asked", "adopted"]
    with database.reading() as session:
        told = events(session, get_job(session, job))[-1].data
    assert told == {"before": "before", "after": OWN, "checked": 2}
    assert take(database) is not None


def test_one_that_differs_refuses(database: Database) -> None:
    """On a difference the job keeps its code and the shard is named; an unchecked adoption remains possible."""
    job = begun(database)
    ask(database, job)
    first, second = next_check(database), next_check(database)
    assert first is not None
    assert second is not None
    answer(database, first, run_again(first))
    answer(database, second, replace(run_again(second), result_digest="other"))
    engine, adoption, names = look(database, job)
    assert engine == "before"
    assert adoption is not None
    assert (adoption["state"], adoption["equal"], adoption["different"]) == ("refused", 1, ["toy 1, slice 0"])
    assert names[-1] == "adoption-refused"
    ask(database, job, check=False)
    assert look(database, job)[0] == OWN


def test_what_cannot_be_run_again_refuses(database: Database) -> None:
    """A check that fails is tried again before its error refuses the adoption."""
    job = begun(database, shards=1)
    ask(database, job)
    tries = 0
    while (lease := next_check(database)) is not None:
        answer(database, lease, CheckResult(error="Traceback\nLostFileError: gone"))
        tries += 1
    assert tries == 3
    adoption = look(database, job)[1]
    assert adoption is not None
    assert adoption["unknown"] == ["toy 0, slice 1: LostFileError: gone"]


def test_jobs_of_earlier_versions(database: Database) -> None:
    """Jobs without stored inputs of their last slices can only be adopted unchecked."""
    job = begun(database, shards=1)
    with database.writing() as session:
        for shard in _shards(session, job):
            shard.input_seq = None
    ask(database, job)
    adoption = look(database, job)[1]
    assert adoption is not None
    assert adoption["state"] == "refused"


def test_a_job_that_has_not_begun(database: Database) -> None:
    """A job that has not begun has nothing to compare, and is adopted at once."""
    job = begun(database, slices=0)
    ask(database, job)
    assert look(database, job)[0] == OWN


def test_unchecked_adoption_ends_the_wait_for_second_runs(database: Database) -> None:
    """A job that waited only for second runs by the old code ends after an unchecked adoption."""
    with database.writing() as session:
        job = stored_job(session, ToyKind(shards=1, n=3)).public_id
    lease = take(database)
    assert lease is not None
    with database.writing() as session:
        commit(session, lease, "w", work(lease, 3), 1.0)
        get_job(session, job).code_digest = "before"

    ask(database, job, check=False)

    put_results_together(database)
    with database.reading() as session:
        assert get_job(session, job).state == JobState.SUCCEEDED


def test_a_lease_may_be_lost_or_given_back(database: Database) -> None:
    """The check of a silent worker is given to another worker, and the late answer changes nothing."""
    job = begun(database, shards=1)
    ask(database, job)
    late = next_check(database, -1.0)
    assert late is not None
    held = next_check(database)
    assert held is not None
    with pytest.raises(StaleLeaseError):
        answer(database, late, CheckResult(error="too late"))
    with database.writing() as session:
        release_check(session, held)
    again = next_check(database)
    assert again is not None
    answer(database, again, run_again(again))
    assert look(database, job)[0] == OWN


def test_other_checkpoint_formats_are_refused(database: Database, monkeypatch: pytest.MonkeyPatch) -> None:
    """A job whose checkpoint format this code cannot read is not adopted, checked or not."""
    job = begun(database)
    monkeypatch.setattr("store.trust.adoption.get_method", lambda *_: Method("", (), checkpoint_format=99))
    for check in (True, False):
        with pytest.raises(AdoptionRefusedError, match=r"format \d+, this code reads format 99"):
            ask(database, job, check=check)


def test_ended_jobs_are_refused(database: Database) -> None:
    """An ended job cannot be adopted, and its open checks are no longer given out."""
    job = begun(database)
    ask(database, job)
    with database.writing() as session:
        cancel(session, job)
    assert next_check(database) is None
    with pytest.raises(AdoptionRefusedError, match="cancelled"):
        ask(database, job)


def test_asking_twice_changes_nothing(database: Database) -> None:
    """A repeated request changes nothing, and the check continues."""
    job = begun(database)
    ask(database, job)
    with database.reading() as session:
        before = version(session.connection(), job)
    ask(database, job)
    with database.reading() as session:
        assert version(session.connection(), job) == before
    lease = next_check(database)
    assert lease is not None
    answer(database, lease, run_again(lease))
    with database.reading() as session:
        assert version(session.connection(), job) != before


def test_large_inputs_are_kept_now_and_then(database: Database, monkeypatch: pytest.MonkeyPatch) -> None:
    """A shard with large checkpoints keeps only some inputs, so an earlier slice is run again."""
    monkeypatch.setattr("store.jobs.slice_commit.LARGE_INPUT", 1)
    monkeypatch.setattr("store.jobs.slice_commit.LARGE_INPUT_EVERY", 4)
    job = begun(database, shards=1, slices=7)
    ask(database, job)
    lease = next_check(database)
    assert lease is not None
    answer(database, lease, run_again(lease))
    assert look(database, job)[0] == OWN
    with database.reading() as session:
        assert [shard.input_seq for shard in _shards(session, job)] == [4]


def _shards(session: Session, job: str) -> list[Shard]:
    return shards_of(session, get_job(session, job))
