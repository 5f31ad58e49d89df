"""Deleting jobs: hidden at once, then removed row by row despite kills; the ledger of deletions remains."""

from __future__ import annotations

import pytest
from sqlalchemy import func, select

from findings.audit import audit
from findings.statements.exact_counts import counted_statements
from store.database.db import Database
from store.errors import JobDeletedError, JobNotFoundError, StaleLeaseError
from store.jobs.deletion import delete_job, end_deletion, find_deletions, remove_page, result_digest
from store.jobs.lifecycle import cancel, find_equal, get_job
from store.jobs.maintenance import return_expired_leases
from store.jobs.slice_commit import commit
from store.jobs.steps import StepLease, claim_step
from store.models.base import Base
from store.models.boards import BoardRow
from store.models.jobs import Job
from store.models.operations import DistrustedWorker
from store.models.results import CountRow
from store.models.states import IllegalTransitionError, Step
from store.models.tours import TourRow, TourRun
from store.queries.boards import find_boards
from store.queries.change_tags import pulse
from store.queries.jobs import JobFilter, find_jobs, version
from store.queries.tours import TourFilter, find_tours
from store.tours.completeness import complete_collections
from store.trust.rollback import roll_back_distrusted
from tests.store.job_samples import drain, finish, put_results_together, stored_job, take, work
from tests.store.tour_samples import store_all
from tests.toy import ToyKind, toy_problem

LEFT = {"boards", "deletions", "tour_numbers", "published_figures"}
"""Tables that may have rows after the only job is deleted."""


def claimed(database: Database) -> StepLease:
    """Claim the deletion that is due; any code may do it."""
    with database.writing() as session:
        lease = claim_step(session, Step.DELETE, ["code of another time"], 60.0)
    assert lease is not None
    return lease


def remove(database: Database, rows: int = 300) -> list[int]:
    """Delete what is due; return how many tours were left after each transaction."""
    lease, left, more = claimed(database), [], True
    while more:
        with database.writing() as session:
            more = remove_page(session, lease, rows)
            left.append(session.scalar(select(func.count()).select_from(TourRow)) or 0)
    with database.writing() as session:
        end_deletion(session, lease)
    return left


def rows(database: Database) -> dict[str, int]:
    """Return the number of rows of each table that is not empty."""
    with database.reading() as session:
        found = {
            table.name: session.scalar(select(func.count()).select_from(table)) for table in Base.metadata.sorted_tables
        }
    return {name: number for name, number in found.items() if number}


def test_nothing_is_left_but_the_ledger(database: Database) -> None:
    """1,728 tours are removed a few hundred at a time; the audit finds nothing before or after."""
    job = store_all(database)
    with database.reading() as session:
        digest = result_digest(session, get_job(session, job))
    entry = delete_job(database, job, "ada")

    assert (entry.public_id, entry.deleted_by, entry.tours, entry.result_digest) == (job, "ada", 1728, digest)
    assert digest is not None
    with database.reading() as session:
        assert audit(session).findings == []
    left = remove(database)
    assert left == sorted(left, reverse=True)
    assert max(one - two for one, two in zip([1728, *left], left, strict=False)) <= 300
    assert left[-1] == 0
    assert set(rows(database)) <= LEFT
    with database.reading() as session:
        assert audit(session).findings == []
        (kept,) = find_deletions(session, before=None, limit=10)
        assert kept.done_at is not None
        assert kept.done_at >= kept.asked_at
        with pytest.raises(JobDeletedError, match=f"job {job}.*5x5.*by ada.*digest {digest}"):
            get_job(session, job)


def test_runs_longer_than_a_transaction_may_take_go_from_their_end(database: Database) -> None:
    """No transaction removes more tours than allowed, and the remaining runs stay whole."""
    job = store_all(database)
    delete_job(database, job)
    lease, left = claimed(database), 1728
    while left:
        with database.writing() as session:
            remove_page(session, lease, 50)
            before, left = left, session.scalar(select(func.count()).select_from(TourRow)) or 0
            assert session.scalar(select(func.coalesce(func.sum(TourRun.count), 0))) == left
        assert 0 < before - left <= 50
    with database.reading() as session:
        assert audit(session).findings == []


def test_numbers_of_tours_are_not_given_again(database: Database) -> None:
    """Tours stored after a deletion get new numbers."""
    job = store_all(database)
    with database.reading() as session:
        last = session.scalar(select(func.max(TourRow.id))) or 0
    delete_job(database, job)
    remove(database)
    store_all(database)
    with database.reading() as session:
        assert (session.scalar(select(func.min(TourRow.id))) or 0) > last


def test_gone_for_everybody_at_once(database: Database) -> None:
    """A job is hidden everywhere before its first tour is removed; another job's data stay."""
    first, second = store_all(database), store_all(database)
    with database.reading() as session:
        before = pulse(session)
        (board,) = session.scalars(select(BoardRow)).all()
        facts = [one.value for one in counted_statements(session, {board.id: board})]
        assert len(facts) == 2
    delete_job(database, second)
    with database.reading() as session:
        assert [job.public_id for job in find_jobs(session, JobFilter(), before=None, limit=9)] == [first]
        assert find_boards(session, limit=9)[0].jobs == {"succeeded": 1}
        equal = find_equal(session, toy_problem())
        assert equal is not None
        assert equal.public_id == first
        assert pulse(session) != before
        assert [one.value for one in counted_statements(session, {board.id: board})] == facts[:1] == facts[1:]
        for ask in (get_job, lambda session, job: version(session.connection(), job)):
            with pytest.raises(JobDeletedError):
                ask(session, second)
    remove(database)
    with database.reading() as session:
        assert len(find_tours(session, TourFilter(job=first), after=0, limit=2000)) == 1728
        assert audit(session).findings == []


def test_what_rested_on_it_is_known_no_more(database: Database) -> None:
    """Once the job is deleted, its proof that all tours of the board are stored is gone too."""
    job = store_all(database)
    delete_job(database, job)
    with database.reading() as session:
        (board,) = session.scalars(select(BoardRow)).all()
        assert complete_collections(session, [board]) == {board.id: []}
        assert session.scalar(select(func.count()).select_from(CountRow)) == 0
        assert list(counted_statements(session, {board.id: board})) == []


def test_only_ended_jobs(database: Database) -> None:
    """A job that waits, works or lacks its merged result is refused with advice; an unknown job is refused too."""
    with database.writing() as session:
        job = stored_job(session).public_id
    with pytest.raises(IllegalTransitionError, match="cancel it first"):
        delete_job(database, job)
    with database.writing() as session:
        cancel(session, job)
    with pytest.raises(IllegalTransitionError, match="putting the result together"):
        delete_job(database, job)
    put_results_together(database)
    assert delete_job(database, job).state == "cancelled"
    with pytest.raises(JobNotFoundError):
        delete_job(database, "unknown")


def test_asked_again(database: Database) -> None:
    """A repeated request returns the same entry until all is gone, and raises JobDeletedError afterwards."""
    with database.writing() as session:
        job = stored_job(session).public_id
    drain(database)
    first = delete_job(database, job, "ada")
    again = delete_job(database, job, "eve")
    assert (again.id, again.deleted_by) == (first.id, "ada")
    remove(database)
    with pytest.raises(JobDeletedError):
        delete_job(database, job)


def test_a_killed_deletion_goes_on(database: Database) -> None:
    """After the lease ends, another worker removes the rest, and the old worker removes nothing."""
    delete_job(database, store_all(database))
    killed = claimed(database)
    with database.writing() as session:
        assert remove_page(session, killed, 500)
    with database.writing() as session:
        return_expired_leases(session, everything=True)
    remove(database)
    assert set(rows(database)) <= LEFT
    with pytest.raises(StaleLeaseError), database.writing() as session:
        remove_page(session, killed)


def test_a_late_slice_of_a_deleted_job_is_stale(database: Database) -> None:
    """A worker that was at work on a cancelled job cannot commit after the job is deleted."""
    with database.writing() as session:
        job = stored_job(session).public_id
    lease = take(database)
    assert lease is not None
    with database.writing() as session:
        cancel(session, job)
    put_results_together(database)
    delete_job(database, job)
    remove(database)
    with pytest.raises(StaleLeaseError), database.writing() as session:
        commit(session, lease, "w", work(lease, 3))


def test_what_is_deleted_is_not_undone(database: Database) -> None:
    """A deleted job does not come back when one of its workers is found to err."""
    with database.writing() as session:
        job = stored_job(session, ToyKind(shards=1)).public_id
    lease = take(database)
    assert lease is not None
    finish(database, lease)
    delete_job(database, job)
    with database.writing() as session:
        session.add(DistrustedWorker(name="w", found_at=1.0))
    with database.writing() as session:
        roll_back_distrusted(session)
        assert session.scalars(select(Job.step)).all() == [Step.DELETE]
    remove(database)
    with database.reading() as session:
        assert session.scalar(select(func.count()).select_from(TourRun)) == 0
