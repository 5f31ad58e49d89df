"""Submitting once: idempotency keys, and answers from the database."""

from __future__ import annotations

import threading
from contextlib import nullcontext

import pytest
from sqlalchemy import select

from engine.kinds.admission import plan_now
from store.database.db import Database
from store.errors import IdempotencyConflictError
from store.jobs.idempotency import submit_once
from store.models.jobs import Job
from store.queries.jobs import events
from tests.store.job_samples import drain
from tests.toy import toy_problem


def test_the_same_key_makes_one_job(database: Database) -> None:
    """A repeated request returns the job made first; the same key with another request is refused."""
    mine = plan_now(toy_problem(label="mine"))
    other = plan_now(toy_problem(label="other"))
    with database.writing() as session:
        first, made = submit_once(session, mine, key="k")
    with database.writing() as session:
        again, made_again = submit_once(session, mine, key="k")
        assert (made, made_again, again.id) == (True, False, first.id)
        with pytest.raises(IdempotencyConflictError):
            submit_once(session, other, key="k")
        elsewhere, _ = submit_once(session, other, owner="somebody else", key="k")
        assert elsewhere.id != first.id


@pytest.mark.parametrize("stored", [True, False])
def test_the_same_key_twice_at_one_moment_makes_one_job(database: Database, *, stored: bool) -> None:
    """The second request waits for the first, and makes the job itself if the first fails."""
    mine = plan_now(toy_problem(label="mine"))
    answers: list[tuple[int, bool]] = []

    def submit_mine() -> None:
        with database.writing() as session:
            job, made = submit_once(session, mine, key="k")
            answers.append((job.id, made))

    second = threading.Thread(target=submit_mine)
    with nullcontext() if stored else pytest.raises(RuntimeError, match="lost"), database.writing() as session:
        first, _ = submit_once(session, mine, key="k")
        second.start()
        second.join(0.3)
        assert second.is_alive()
        if not stored:
            raise RuntimeError("lost")
    second.join()

    with database.reading() as session:
        jobs = session.scalars(select(Job.id)).all()
    assert answers == [(jobs[0], not stored)]
    assert len(jobs) == 1
    assert not stored or jobs == [first.id]


def test_reuse_answers_from_the_database(database: Database) -> None:
    """With reuse an equal job is returned; otherwise a new one is made."""
    with database.writing() as session:
        first, _ = submit_once(session, plan_now(toy_problem()))
    drain(database)

    with database.writing() as session:
        reused, made = submit_once(session, plan_now(toy_problem(label="again")), reuse=True)
        fresh, _ = submit_once(session, plan_now(toy_problem()))

    assert (reused.id, made) == (first.id, False)
    assert fresh.id != first.id


def test_what_other_code_has_computed_is_not_reused(database: Database) -> None:
    """A result of other code is not reused; the new job's history names the old job and its engine."""
    with database.writing() as session:
        first, _ = submit_once(session, plan_now(toy_problem()))
        first.code_digest = "another"

    with database.writing() as session:
        job, made = submit_once(session, plan_now(toy_problem()), reuse=True)
        told = [event.data for event in events(session, job) if event.name == "not-reused"]

    assert made
    assert told == [{"equal": first.public_id, "engine": "another"}]
