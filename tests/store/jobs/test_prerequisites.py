"""Jobs after others wait, begin once these have succeeded, and are cancelled or wait on if one has not."""

from __future__ import annotations

import pytest

from engine.kinds.parse import InvalidSpecificationError
from store.campaigns.submission import create
from store.database.db import Database
from store.jobs.deletion import delete_job
from store.jobs.lifecycle import cancel, find_equal, get_job, pause, resume
from store.jobs.maintenance import count_needed_notifications, report_worker, settle_dependents
from store.jobs.prerequisites import prerequisite_states
from store.models.states import JobState, Step
from store.queries.jobs import events
from tests.store.campaigns.samples import page_of, plan_all
from tests.store.job_samples import drain, stored_job
from tests.toy import ToyKind, toy_problem


def store_chain(database: Database, **fields: object) -> tuple[str, str]:
    """Submit a job and one after it; return their ids."""
    with database.writing() as session:
        first = stored_job(session, ToyKind(shards=1)).public_id
        return first, stored_job(session, after=[first], **fields).public_id


def settle(database: Database) -> None:
    """Settle the waiting jobs as the sweeper does."""
    with database.writing() as session:
        settle_dependents(session)


def state_of(database: Database, public_id: str) -> tuple[str, str | None]:
    """Return state and step of a job."""
    with database.reading() as session:
        job = get_job(session, public_id)
        return str(job.state), job.step


def told_of(database: Database, public_id: str) -> list[tuple[object, object]]:
    """Return what the job's history says of its prerequisites."""
    with database.reading() as session:
        found = events(session, get_job(session, public_id))
        return [(one.data["job"], one.data["state"]) for one in found if one.name == "prerequisite-changed"]


def test_a_job_waits_until_the_others_have_succeeded(database: Database) -> None:
    """A job is not given to workers before its prerequisites succeed; then it is planned like any other."""
    first, second = store_chain(database)
    settle(database)
    assert state_of(database, second) == ("queued", Step.WAIT)
    assert plan_all(database) == 0
    assert told_of(database, second) == []
    with database.reading() as session:
        waiting = get_job(session, second)
        assert prerequisite_states(session, [waiting]) == {waiting.id: {first: JobState.QUEUED}}

    assert drain(database) == [first]
    settle(database)

    assert state_of(database, second) == ("queued", Step.PLAN)
    assert told_of(database, second) == [(first, "succeeded")]
    assert plan_all(database) == 1
    assert set(drain(database)) == {second}
    assert state_of(database, second) == ("succeeded", None)
    with database.reading() as session:
        assert prerequisite_states(session, [get_job(session, second)]) == {}


def test_nobody_is_notified_of_a_job_that_waits(database: Database) -> None:
    """Notifications count only work that can be done now."""
    with database.writing() as session:
        report_worker(session, "w", 8, "e", 0.0)
    store_chain(database)
    with database.reading() as session:
        assert count_needed_notifications(session) == 1


def test_it_is_cancelled_with_the_reason_when_another_is(database: Database) -> None:
    """A cancelled prerequisite cancels the job, with the reason, and all jobs after it."""
    first, second = store_chain(database)
    with database.writing() as session:
        third = stored_job(session, after=[second]).public_id
        cancel(session, first)
    settle(database)
    settle(database)

    assert state_of(database, second) == ("cancelled", None)
    assert state_of(database, third) == ("cancelled", None)
    with database.reading() as session:
        job = get_job(session, second)
        assert job.explanation == f"job {first}, which it was to come after, was cancelled"
        assert job.outcome == "cancelled"
        assert events(session, job)[-1].data["reason"] == job.explanation


def test_it_goes_on_waiting_where_that_is_asked(database: Database) -> None:
    """With `if_failed` set to wait, the job keeps waiting, and its history records the change once."""
    first, second = store_chain(database, if_failed="wait")
    with database.writing() as session:
        cancel(session, first)
    settle(database)
    settle(database)

    assert state_of(database, second) == ("queued", Step.WAIT)
    assert told_of(database, second) == [(first, "cancelled")]
    with database.writing() as session:
        assert cancel(session, second).step is None


def test_a_deleted_job_counts_as_what_it_had_come_to(database: Database) -> None:
    """A prerequisite that succeeded still counts as a success after its deletion."""
    first, second = store_chain(database)
    drain(database)
    delete_job(database, first)
    settle(database)
    assert state_of(database, second) == ("queued", Step.PLAN)


def test_a_paused_job_waits_too(database: Database) -> None:
    """A paused job begins once it is resumed and its prerequisites have succeeded."""
    _, second = store_chain(database)
    with database.writing() as session:
        pause(session, second)
    assert state_of(database, second) == ("paused", Step.WAIT)
    drain(database)
    settle(database)
    assert plan_all(database) == 0
    with database.writing() as session:
        resume(session, second)
    assert plan_all(database) == 1


def test_unknown_jobs_are_refused_at_their_places(database: Database) -> None:
    """An unknown prerequisite is refused, and the error points to its place in the list."""
    with database.writing() as session:
        first = stored_job(session).public_id
        with pytest.raises(InvalidSpecificationError) as caught:
            stored_job(session, after=[first, "nothing"])
    assert [(fault.pointer, fault.message) for fault in caught.value.faults] == [
        ("/after/1", "there is no job 'nothing'")
    ]


def test_of_a_campaign_too(database: Database) -> None:
    """A campaign's jobs wait as well; an unknown prerequisite is named by its place in the request."""
    with database.writing() as session:
        first = stored_job(session).public_id
    asked = [{"kind": "enumerate"}, {"kind": "enumerate", "tours": "closed", "after": [first]}]
    with database.writing() as session:
        create(session, "Chain", page_of(["5x5"], asked), {"specifications": asked})
    assert plan_all(database) == 1

    wrong = [{"kind": "enumerate"}, {"kind": "enumerate", "tours": "closed", "after": ["x"]}]
    with database.writing() as session, pytest.raises(InvalidSpecificationError) as caught:
        create(session, "Chain", page_of(["5x5"], wrong), {"specifications": wrong})
    assert [fault.pointer for fault in caught.value.faults] == ["/specifications/1/after/0"]


def test_it_is_the_same_computation(database: Database) -> None:
    """Prerequisites do not change a fingerprint, but a request without any is not answered with a waiting job."""
    first, second = store_chain(database)
    assert toy_problem(after=[first]).fingerprint == toy_problem().fingerprint
    with database.reading() as session:
        equal = find_equal(session, toy_problem())
        assert equal is not None
        assert equal.public_id == first != second
