"""What waits for a worker besides shards."""

from __future__ import annotations

from sqlalchemy import insert, update

from engine.code_digest import own_code_digests
from engine.kinds.admission import Submission
from store.database.db import Database, now
from store.jobs.lifecycle import cancel, submit
from store.jobs.steps import claim_step
from store.models.jobs import Job, Recheck
from store.models.states import CheckState, Purpose, Step
from store.trust.due_work import DueWork, find_due_work
from store.trust.spot_checks import distrust
from tests.store.job_samples import stored_job, take
from tests.toy import ToyKind, toy_problem

NOTHING = DueWork(is_distrusted=False, checks=False, steps=frozenset())


def asked(database: Database, engines: frozenset[str] = own_code_digests()) -> DueWork:
    """Ask what waits for the worker w."""
    with database.writing() as session:
        return find_due_work(session, "w", engines)


def test_shards_are_no_duty(database: Database) -> None:
    """A job that is planned waits for claims of its shards alone."""
    with database.writing() as session:
        stored_job(session)
    assert asked(database) == NOTHING


def test_a_step_is_due_for_who_has_its_code_until_it_is_given_out(database: Database) -> None:
    """And again when its lease has ended; the result of a cancelled job is anybody's."""
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
    """Until it is given out."""
    with database.writing() as session:
        stored_job(session, ToyKind(shards=1))
    lease = take(database)
    assert lease is not None
    check = {"shard_id": lease.shard_id, "seq": 0, "engine": lease.engine, "target": {}, "attempts": 0}
    with database.writing() as session:
        session.execute(insert(Recheck).values(**check, state=CheckState.WAITING, purpose=Purpose.CONFIRMATION))
    assert asked(database).checks
    assert asked(database, frozenset({"other code"})) == NOTHING

    with database.writing() as session:
        session.execute(update(Recheck).values(state=CheckState.LEASED, lease_until=now(session) + 60))
    assert asked(database) == NOTHING


def test_who_erred_is_told_so(database: Database) -> None:
    """Nobody else is."""
    with database.writing() as session:
        distrust(session, "another")
    assert asked(database) == NOTHING
    with database.writing() as session:
        distrust(session, "w")
    assert asked(database).is_distrusted
