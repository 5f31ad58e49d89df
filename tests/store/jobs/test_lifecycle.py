"""The life of a job: the actions allowed in each state, rounds, and what remains at its end."""

from __future__ import annotations

import pytest

from engine.kinds.common.kind import Plan
from engine.specification.result import Count, Result
from store.database.db import Database
from store.errors import JobNotFoundError, StaleLeaseError
from store.jobs.current_result import current_result
from store.jobs.lifecycle import cancel, find_equal, get_job, pause, resume
from store.models.states import TERMINAL, TRANSITIONS, IllegalTransitionError, JobState
from store.queries.jobs import events, progress, version
from tests.store.job_samples import drain, finish, stored_job, take
from tests.toy import ToyKind, toy_problem


def test_terminal_states_have_no_way_out() -> None:
    """The table lists every state, and only terminal states have no successor."""
    assert set(TRANSITIONS) == set(JobState)
    assert {state for state, after in TRANSITIONS.items() if not after} == TERMINAL


def test_pause_waits_for_the_slice_at_work(database: Database) -> None:
    """A job with a slice at work is pausing until the slice is committed, then paused; the slice's results are kept."""
    with database.writing() as session:
        job = stored_job(session, ToyKind(shards=2))
    lease = take(database)
    assert lease is not None

    with database.writing() as session:
        assert pause(session, job.public_id).state == JobState.PAUSING
    finish(database, lease, 3)

    with database.reading() as session:
        paused = get_job(session, job.public_id)
        assert paused.state == JobState.PAUSED
        assert progress(session, paused).work == 3


def test_pausing_again_while_the_slice_is_still_at_work(database: Database) -> None:
    """A job that was resumed before its slice was committed can be paused once more."""
    with database.writing() as session:
        job = stored_job(session, ToyKind(shards=2))
    lease = take(database)
    assert lease is not None
    for verb, state in ((pause, JobState.PAUSING), (resume, JobState.QUEUED), (pause, JobState.PAUSING)):
        with database.writing() as session:
            assert verb(session, job.public_id).state == state
    finish(database, lease, 3)
    with database.reading() as session:
        assert get_job(session, job.public_id).state == JobState.PAUSED


def test_resume_goes_on_to_the_same_result(database: Database) -> None:
    """Pausing and resuming five times does not change the result."""
    with database.writing() as session:
        job = stored_job(session)
    for _ in range(5):
        lease = take(database)
        assert lease is not None
        finish(database, lease, 2)
        with database.writing() as session:
            pause(session, job.public_id)
        assert take(database) is None
        with database.writing() as session:
            assert resume(session, job.public_id).state == JobState.QUEUED

    drain(database)

    with database.reading() as session:
        done = get_job(session, job.public_id)
        assert current_result(session, done).counts[0].value == "165"


def test_cancel_keeps_what_was_committed(database: Database) -> None:
    """The committed slices are the result of a cancelled job; a slice at work can no longer commit."""
    with database.writing() as session:
        job = stored_job(session)
    first = take(database)
    assert first is not None
    finish(database, first)
    late = take(database)
    assert late is not None

    with database.writing() as session:
        cancel(session, job.public_id)
    with pytest.raises(StaleLeaseError):
        finish(database, late)

    with database.reading() as session:
        done = get_job(session, job.public_id)
        result = current_result(session, done)
        assert (done.state, result.outcome, result.counts[0].value) == (JobState.CANCELLED, "cancelled", "55")


@pytest.mark.parametrize("verb", [pause, resume, cancel])
def test_a_finished_job_takes_no_more_orders(database: Database, verb: object) -> None:
    """A job that succeeded cannot be paused, resumed or cancelled."""
    with database.writing() as session:
        job = stored_job(session)
    drain(database)

    with pytest.raises(IllegalTransitionError, match="succeeded"), database.writing() as session:
        verb(session, job.public_id)  # type: ignore[operator]  # one of three functions


@pytest.mark.parametrize("verb", [pause, cancel])
def test_asking_twice_is_asking_once(database: Database, verb: object) -> None:
    """A client that repeats its request after a lost answer gets the same answer."""
    with database.writing() as session:
        job = stored_job(session)
        first = verb(session, job.public_id).state  # type: ignore[operator]  # one of two functions
        assert verb(session, job.public_id).state == first  # type: ignore[operator]  # as above


def test_an_unknown_job_is_said_to_be_unknown(database: Database) -> None:
    """The error names the id of an unknown job."""
    with pytest.raises(JobNotFoundError, match="nowhere"), database.reading() as session:
        get_job(session, "nowhere")


def test_rounds_extend_the_shards(database: Database, toy_kind: ToyKind) -> None:
    """Three rounds of doubling end at 1..40 in each shard, with an event for every round but the last."""
    toy_kind.rounds = 3
    with database.writing() as session:
        job = stored_job(session, toy_kind)

    drain(database, numbers=7)

    with database.reading() as session:
        done = get_job(session, job.public_id)
        assert current_result(session, done).counts[0].value == str(3 * 820)
        assert [event.name for event in events(session, done)].count("round-finished") == 2


def test_a_plan_with_a_result_is_finished_at_once(database: Database) -> None:
    """A job that needs no work (a proof of impossibility) succeeds in the transaction that stores it."""

    class Known(ToyKind):
        def plan(self, _: object) -> Plan:
            count = Count(quantity="tours", value="0", method="proof")
            return Plan(result=Result(outcome="impossible", explanation="because", counts=[count]))

    with database.writing() as session:
        job = stored_job(session, Known())

    with database.reading() as session:
        done = get_job(session, job.public_id)
        assert (done.state, done.explanation) == (JobState.SUCCEEDED, "because")
        assert current_result(session, done).counts[0].value == "0"


def test_equal_jobs_are_found(database: Database) -> None:
    """Jobs are equal whatever their label and priority; cancelled jobs do not count."""
    with database.writing() as session:
        job = stored_job(session, label="mine", priority=3)

    with database.writing() as session:
        assert find_equal(session, toy_problem()).id == job.id  # type: ignore[union-attr]  # the point of the test
        cancel(session, job.public_id)
        session.flush()
        assert find_equal(session, toy_problem()) is None


def test_the_version_moves_with_every_change(database: Database) -> None:
    """Claims, commits and pauses each change the version used in ETags; nothing else does."""
    with database.writing() as session:
        job = stored_job(session)
    seen = []
    for change in (lambda: None, lambda: finish(database, take(database), 2), lambda: take(database)):  # type: ignore[arg-type]
        change()
        with database.reading() as session:
            seen.append(version(session.connection(), job.public_id))

    assert len(set(seen)) == 3
