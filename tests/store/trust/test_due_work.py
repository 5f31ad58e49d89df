"""Work that is due for a worker besides shards."""

from __future__ import annotations

import pytest
from sqlalchemy import insert, select, update

from engine.code_digest import own_code_digests
from engine.kinds.admission import Submission
from store.database.db import Database, now
from store.jobs.leases import Lease
from store.jobs.lifecycle import cancel, submit
from store.jobs.steps import claim_step
from store.models.jobs import Job, JobSums
from store.models.shards import Recheck
from store.models.states import CheckState, Purpose, Step
from store.trust.due_work import DueWork, claim_at_once, find_due_work
from store.trust.spot_checks import distrust
from tests.store.job_samples import stored_job, take
from tests.toy import ToyKind, toy_problem

NOTHING = DueWork(is_distrusted=False, checks=False, steps=frozenset())


def asked(database: Database, engines: frozenset[str] = own_code_digests()) -> DueWork:
    """Return the work that is due for the worker w."""
    with database.writing() as session:
        return find_due_work(session, "w", engines)


def test_shards_are_no_duty(database: Database) -> None:
    """Shards of a planned job are not part of the due work."""
    with database.writing() as session:
        stored_job(session)
    assert asked(database) == NOTHING


def test_a_step_is_due_for_who_has_its_code_until_it_is_given_out(database: Database) -> None:
    """A step is due for workers with its code until it is leased; merging a cancelled job is due for all workers."""
    plan = DueWork(is_distrusted=False, checks=False, steps=frozenset({Step.PLAN}))
    with database.writing() as session:
        submit(session, Submission(toy_problem(), None))
    assert asked(database) == plan
    assert asked(database, frozenset({"other code"})) == NOTHING

    with database.writing() as session:
        assert claim_step(session, Step.PLAN, own_code_digests(), 60.0) is not None
    assert asked(database) == NOTHING
    with database.writing() as session:
        session.execute(update(Job).values(step_due=now(session) - 1))
    assert asked(database) == plan

    with database.writing() as session:
        cancel(session, stored_job(session).public_id)
    assert asked(database, frozenset({"other code"})).steps == {Step.MERGE}


def test_a_check_is_due_for_who_has_its_code(database: Database) -> None:
    """A check is due for workers with its code until it is leased."""
    with database.writing() as session:
        stored_job(session, ToyKind(shards=1))
    lease = take(database)
    assert lease is not None
    check = {"shard_id": lease.shard_id, "seq": 0, "code_digest": lease.code_digest, "target": {}, "attempts": 0}
    with database.writing() as session:
        session.execute(insert(Recheck).values(**check, state=CheckState.WAITING, purpose=Purpose.CONFIRMATION))
    assert asked(database).checks
    assert asked(database, frozenset({"other code"})) == NOTHING

    with database.writing() as session:
        session.execute(update(Recheck).values(state=CheckState.LEASED, lease_until=now(session) + 60))
    assert asked(database) == NOTHING


def test_who_erred_is_told_so(database: Database) -> None:
    """Only the worker that erred is reported as distrusted."""
    with database.writing() as session:
        distrust(session, "another")
    assert asked(database) == NOTHING
    with database.writing() as session:
        distrust(session, "w")
    assert asked(database).is_distrusted


def taken_at_once(database: Database) -> Lease | None:
    """Claim a shard in one round trip."""
    with database.at_once() as connection:
        return claim_at_once(connection, "w", own_code_digests(), 60.0)


@pytest.mark.service
def test_a_claim_at_once_is_like_another(postgresql_database: Database) -> None:
    """A claim at once leases the next shard of a begun job, charges the job and returns the same fields."""
    database = postgresql_database
    with database.writing() as session:
        stored_job(session, priority=1)
        stored_job(session, priority=2)
    assert taken_at_once(database) is None, "the first claim of a job tells that it begins"
    first = take(database)

    second = taken_at_once(database)

    assert first is not None
    assert second is not None
    assert (second.label, second.fence, second.seq, second.attempts) == ("toy 1", 1, 0, 1)
    shared = ("job_id", "board_id", "public_id", "code_digest", "specification", "target", "checkpoint", "crashes")
    assert [getattr(second, name) for name in shared] == [getattr(first, name) for name in shared]
    assert taken_at_once(database) is not None
    assert taken_at_once(database) is None, "the other job has not begun"
    with database.reading() as session:
        assert session.scalars(select(Job.served).order_by(Job.served)).all() == [0.0, 3.0]
        assert session.scalars(select(JobSums.leased).order_by(JobSums.leased)).all() == [0, 3]


@pytest.mark.service
@pytest.mark.parametrize("what", ["a step", "distrust", "nothing free"])
def test_other_work_goes_before_a_claim_at_once(postgresql_database: Database, what: str) -> None:
    """If other work comes first or no shard is free, the claim fails and the job is not charged."""
    database = postgresql_database
    with database.writing() as session:
        stored_job(session, ToyKind(shards=1 if what == "nothing free" else 2))
    assert take(database) is not None
    with database.writing() as session:
        if what == "a step":
            submit(session, Submission(toy_problem(), None))
        elif what == "distrust":
            distrust(session, "w")

    assert taken_at_once(database) is None

    with database.reading() as session:
        assert session.scalar(select(Job.served).order_by(Job.id)) == 1.0
