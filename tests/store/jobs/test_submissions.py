"""Submitting once: idempotency keys, and answers from the database."""

from __future__ import annotations

import pytest

from store.database.db import Database
from store.errors import IdempotencyConflictError
from store.jobs.lifecycle import prepare
from store.jobs.submissions import submit_once
from store.queries.jobs import events
from tests.store.job_samples import drain
from tests.toy import toy_problem


def test_the_same_key_makes_one_job(database: Database) -> None:
    """A repeated request returns the job made first; the same key with another request is refused."""
    mine = prepare(toy_problem(label="mine"))
    other = prepare(toy_problem(label="other"))
    with database.writing() as session:
        first, made = submit_once(session, mine, key="k")
    with database.writing() as session:
        again, made_again = submit_once(session, mine, key="k")
        assert (made, made_again, again.id) == (True, False, first.id)
        with pytest.raises(IdempotencyConflictError):
            submit_once(session, other, key="k")
        elsewhere, _ = submit_once(session, other, owner="somebody else", key="k")
        assert elsewhere.id != first.id


def test_reuse_answers_from_the_database(database: Database) -> None:
    """With reuse an equal job is returned, without it a new one is made."""
    with database.writing() as session:
        first, _ = submit_once(session, prepare(toy_problem()))
    drain(database)

    with database.writing() as session:
        reused, made = submit_once(session, prepare(toy_problem(label="again")), reuse=True)
        fresh, _ = submit_once(session, prepare(toy_problem()))

    assert (reused.id, made) == (first.id, False)
    assert fresh.id != first.id


def test_what_other_code_has_computed_is_not_reused(database: Database) -> None:
    """The new job's history names the job that was passed over, and its engine."""
    with database.writing() as session:
        first, _ = submit_once(session, prepare(toy_problem()))
        first.engine = "another"

    with database.writing() as session:
        job, made = submit_once(session, prepare(toy_problem()), reuse=True)
        told = [event.data for event in events(session, job) if event.name == "not-reused"]

    assert made
    assert told == [{"equal": first.public_id, "engine": "another"}]
