"""Leases: which job is served next, and that only the newest holder of a shard can commit, once."""

from __future__ import annotations

import threading
from collections import Counter

import pytest
from sqlalchemy import func, select, text, update

from engine.code_digest import own_code_digests
from store.arrays import digest
from store.database.db import Database
from store.errors import StaleLeaseError
from store.jobs.current_result import current_result
from store.jobs.lease_statements import next_job
from store.jobs.leases import Lease, claim, fail, find_live_leases, release, renew
from store.jobs.lifecycle import get_job, pause
from store.jobs.maintenance import return_expired_leases
from store.jobs.slice_commit import SliceCommit, SliceResult, commit
from store.models.jobs import Job
from store.models.shards import Recheck, Shard, Slice
from store.models.states import JobState, ShardState
from store.trust.spot_checks import distrust
from tests.databases import is_waited_for
from tests.servers import wait_until
from tests.store.job_samples import drain, finish, put_results_together, stored_job, take, work
from tests.toy import ToyKind

FREE = (Shard.state, Shard.fence, Shard.attempts, Shard.worker, Shard.lease_until)
"""The fields of a shard that a claim changes."""

DURABLE = text("SET LOCAL synchronous_commit = 'local'")
DURABILITY = text("SELECT current_setting('synchronous_commit')")


def test_a_job_runs_to_its_result(database: Database) -> None:
    """Three shards of 1..10 in slices of 4 numbers give 3 * 55 in nine slices."""
    with database.writing() as session:
        job = stored_job(session)

    drain(database, numbers=4)

    with database.reading() as session:
        done = get_job(session, job.public_id)
        assert done.state == JobState.SUCCEEDED
        assert current_result(session, done).counts[0].value == "165"
        assert session.scalar(select(func.count()).select_from(Slice)) == 9


def test_the_ledger_is_a_chain(database: Database) -> None:
    """Each slice starts from the very bytes the one before it wrote."""
    with database.writing() as session:
        stored_job(session, ToyKind(shards=1))

    drain(database, numbers=3)

    with database.reading() as session:
        ledger = list(session.scalars(select(Slice).order_by(Slice.seq)))
        assert [entry.seq for entry in ledger] == [0, 1, 2, 3]
        assert ledger[0].input_digest == digest(None)
        assert [e.input_digest for e in ledger[1:]] == [e.output_digest for e in ledger[:-1]]


def test_a_lost_lease_commits_nothing(database: Database) -> None:
    """After a shard was leased again, the first holder's commit is refused and leaves no trace."""
    with database.writing() as session:
        stored_job(session, ToyKind(shards=1))
    stale = take(database, "slow", seconds=-1.0)
    assert stale is not None
    with database.writing() as session:
        assert return_expired_leases(session) == 1
    fresh = take(database, "quick")
    assert fresh is not None

    with pytest.raises(StaleLeaseError), database.writing() as session:
        commit(session, stale, "slow", work(stale, 4))
    finish(database, fresh)

    with database.reading() as session:
        assert [entry.fence for entry in session.scalars(select(Slice))] == [fresh.fence]


def test_a_commit_cannot_be_made_twice(database: Database) -> None:
    """The same slice committed again is refused: the sequence number has moved on."""
    with database.writing() as session:
        stored_job(session, ToyKind(shards=1))
    lease = take(database)
    assert lease is not None
    finish(database, lease, 3)

    with pytest.raises(StaleLeaseError):
        finish(database, lease, 3)


def test_a_higher_priority_goes_first(database: Database) -> None:
    """All slices of the important job are given out before any of the other."""
    with database.writing() as session:
        low = stored_job(session, priority=0).public_id
        high = stored_job(session, priority=5).public_id

    assert drain(database) == [high] * 3 + [low] * 3


def test_equal_jobs_share_evenly_whatever_their_size(database: Database) -> None:
    """A job of twenty shards and a job of two each get every other slice."""
    with database.writing() as session:
        big = stored_job(session, ToyKind(shards=20)).public_id
        small = stored_job(session, ToyKind(shards=2)).public_id

    served = []
    for _ in range(20):
        lease = take(database)
        assert lease is not None
        finish(database, lease, 1)
        served.append(lease.public_id)

    assert abs(served.count(big) - served.count(small)) <= 2


def test_weights_set_the_shares(database: Database) -> None:
    """A job of weight 2 gets twice as many slices as one of weight 1."""
    with database.writing() as session:
        heavy, light = stored_job(session, ToyKind(n=100), weight=2.0), stored_job(session, ToyKind(n=100))

    served: Counter[str] = Counter()
    for _ in range(30):
        lease = take(database)
        assert lease is not None
        finish(database, lease, 1)
        served[lease.public_id] += 1

    assert served == {heavy.public_id: 20, light.public_id: 10}


def test_a_newcomer_does_not_starve_the_old(database: Database) -> None:
    """A job that joins late starts level: it does not get all the slices it missed."""
    with database.writing() as session:
        old = stored_job(session, ToyKind(n=1000)).public_id
    for _ in range(50):
        lease = take(database)
        assert lease is not None
        finish(database, lease, 1)
    with database.writing() as session:
        stored_job(session, ToyKind(n=1000))

    served: Counter[str] = Counter()
    for _ in range(20):
        lease = take(database)
        assert lease is not None
        finish(database, lease, 1)
        served[lease.public_id] += 1

    assert served[old] >= 9


def test_a_paused_job_gets_nothing(database: Database) -> None:
    """No shard of a paused job is given out."""
    with database.writing() as session:
        pause(session, stored_job(session).public_id)

    assert take(database) is None


def test_a_worker_of_other_code_gets_nothing(database: Database) -> None:
    """Only workers whose engine digest is the job's may claim it."""
    with database.writing() as session:
        stored_job(session).code_digest = "another"

    assert take(database) is None


def test_crashes_are_retried_and_then_quarantined(database: Database) -> None:
    """A shard that fails max_attempts times in a row is put aside, and the job fails with what the others found."""
    with database.writing() as session:
        job = stored_job(session, ToyKind(shards=2))
    poison = take(database)
    assert poison is not None
    for attempt in range(2):
        with database.writing() as session:
            fail(session, poison, "worker", f"crash {attempt}", max_attempts=2)
            shard = session.get_one(Shard, poison.shard_id)
            assert shard.not_before > 0
            shard.not_before = 0.0
        if attempt == 0:
            drained = take(database)
            other = take(database)
            assert drained is not None
            assert other is not None
            poison, healthy = sorted([drained, other], key=lambda lease: lease.shard_id != poison.shard_id)
            finish(database, healthy)
    put_results_together(database)

    with database.reading() as session:
        failed = get_job(session, job.public_id)
        assert failed.state == JobState.FAILED
        assert failed.explanation == "crash 1"
        assert current_result(session, failed).counts[0].value == "55"
        assert session.get_one(Shard, poison.shard_id).state == ShardState.QUARANTINED
        assert session.get_one(Shard, poison.shard_id).last_error == "crash 1"


def test_a_worker_that_erred_commits_nothing(database: Database) -> None:
    """A worker found to err cannot commit even under a valid lease, and the shard stays as it was."""
    with database.writing() as session:
        stored_job(session, ToyKind(shards=1))
    lease = take(database, "liar")
    assert lease is not None
    with database.writing() as session:
        distrust(session, "liar")

    with pytest.raises(StaleLeaseError, match="liar was found to err"), database.writing() as session:
        commit(session, lease, "liar", work(lease, 3))

    with database.reading() as session:
        assert session.scalars(select(Shard.seq)).all() == [0]
        assert session.scalars(select(Slice.id)).all() == []


def commit_at_once(database: Database, lease: Lease, result: SliceResult, share: float = 0.0) -> bool:
    """Commit a slice in one round trip, if that is possible."""
    with database.at_once() as connection:
        return SliceCommit(lease, "w", result, share).at_once(connection)


def test_a_slice_is_committed_at_once_and_once(database: Database) -> None:
    """After the commit the shard is free with its new state; repeating the commit changes nothing."""
    with database.writing() as session:
        stored_job(session, ToyKind(shards=1))
    lease = take(database)
    assert lease is not None

    assert [commit_at_once(database, lease, work(lease, 3), share=1.0) for _ in range(2)] == [True, False]

    again = take(database)
    assert again is not None
    assert (again.seq, again.attempts, again.checkpoint) == (1, 1, work(lease, 3).checkpoint)
    with database.reading() as session:
        assert session.execute(select(Slice.seq, Slice.worker, Slice.work)).all() == [(0, "w", 3)]
        assert session.execute(select(Recheck.seq, Recheck.checkpoint)).all() == [(0, lease.checkpoint)]
        assert session.execute(select(Shard.work, Shard.input_seq)).all() == [(3, 0)]


def test_all_shards_but_the_last_may_finish_at_once(database: Database) -> None:
    """All shards but the last finish in one round trip; the last starts the next step in a full transaction."""
    with database.writing() as session:
        job = stored_job(session, ToyKind(shards=2)).public_id
    leases = [take(database), take(database)]
    for lease, expected in zip(leases, [True, False], strict=True):
        assert lease is not None
        assert commit_at_once(database, lease, work(lease, 10)) is expected
    assert leases[1] is not None
    finish(database, leases[1])

    with database.reading() as session:
        assert current_result(session, get_job(session, job)).counts[0].value == "110"
        assert session.scalar(select(func.count()).select_from(Slice)) == 2


@pytest.mark.parametrize("why", ["paused", "distrusted", "damaged"])
def test_what_is_not_usual_is_not_committed_at_once(database: Database, why: str) -> None:
    """An unusual commit leaves no trace in one round trip, so that a full transaction can decide."""
    with database.writing() as session:
        job = stored_job(session, ToyKind(shards=1)).public_id
    lease = take(database)
    assert lease is not None
    if why == "damaged":
        assert commit_at_once(database, lease, work(lease, 3))
        lease = take(database)
        assert lease is not None
    with database.writing() as session:
        if why == "paused":
            pause(session, job)
        elif why == "distrusted":
            distrust(session, "w")
        else:
            session.execute(update(Slice).values(output_digest="another"))
    held = select(Shard.state, Shard.fence, Shard.seq, Shard.work).order_by(Shard.id)
    with database.reading() as session:
        before = session.execute(held).all()

    assert not commit_at_once(database, lease, work(lease, 3), share=1.0)

    with database.reading() as session:
        assert session.execute(held).all() == before
        assert session.scalars(select(Recheck.id)).all() == []


def test_of_two_last_shards_that_finish_at_one_moment_one_ends_the_round(postgresql_database: Database) -> None:
    """The second commit waits for the first, and then finds that its shard is the last."""
    database = postgresql_database
    with database.writing() as session:
        stored_job(session, ToyKind(shards=2))
    first, last = take(database), take(database)
    assert first is not None
    assert last is not None
    answers: list[bool] = []
    waiting = threading.Thread(target=lambda: answers.append(commit_at_once(database, last, work(last, 10))))
    with database.writing() as session:
        assert not commit(session, first, "w", work(first, 10))
        waiting.start()
        wait_until(lambda: is_waited_for(database), "the last one waits")
    waiting.join()

    assert answers == [False]
    with database.writing() as session:
        assert commit(session, last, "w", work(last, 10))


def test_release_gives_the_shard_back_untouched(database: Database) -> None:
    """A released lease counts neither as an attempt nor as a slice."""
    with database.writing() as session:
        stored_job(session, ToyKind(shards=1))
    lease = take(database)
    assert lease is not None

    with database.writing() as session:
        release(session, lease)

    again = take(database)
    assert again is not None
    assert (again.attempts, again.seq) == (1, 0)


def test_renewal_keeps_a_lease_from_expiring(database: Database) -> None:
    """The sweeper does not return a lease that was renewed in time."""
    with database.writing() as session:
        stored_job(session, ToyKind(shards=1))
    lease = take(database, seconds=-1.0)
    assert lease is not None

    with database.writing() as session:
        renew(session, [lease], 60.0)
        assert return_expired_leases(session) == 0


def test_only_wanted_leases_go_on(database: Database) -> None:
    """The control thread learns which leases still serve a job that runs."""
    with database.writing() as session:
        job = stored_job(session, ToyKind(shards=1))
    lease = take(database)
    assert lease is not None

    with database.writing() as session:
        assert find_live_leases(session, [lease]) == {lease.key}
        pause(session, job.public_id)
        session.flush()
        assert find_live_leases(session, [lease]) == set()


@pytest.mark.parametrize("first", [0, 1])
def test_of_two_leases_with_one_fence_the_first_commit_counts(database: Database, first: int) -> None:
    """A claim lost in a database crash is given out again, and only the first commit of the two counts."""
    with database.writing() as session:
        stored_job(session, ToyKind(shards=1))
        free = {column.key: getattr(session.scalars(select(Shard)).one(), column.key) for column in FREE}
    lost = take(database, "one")
    with database.writing() as session:
        session.execute(update(Shard).values(**free))
    again = take(database, "other")
    assert lost is not None
    assert again is not None
    assert (lost.fence, lost.seq) == (again.fence, again.seq)

    by_worker = [("one", lost), ("other", again)]
    (winner, won), (loser, late) = by_worker[first], by_worker[1 - first]
    with database.writing() as session:
        commit(session, won, winner, work(won, 3))
    with pytest.raises(StaleLeaseError), database.writing() as session:
        commit(session, late, loser, work(late, 4))

    with database.reading() as session:
        assert session.execute(select(Slice.seq, Slice.worker, Slice.work)).all() == [(0, winner, 3)]
        assert session.execute(select(Shard.seq, Shard.work, Shard.state)).all() == [(1, 3, ShardState.READY)]


def test_only_a_further_claim_may_be_lost(postgresql_database: Database) -> None:
    """A job's first claim, which announces its start, and every commit are on the disk before they are reported."""
    with postgresql_database.writing() as session:
        stored_job(session, ToyKind(shards=2))
    told = []
    for _ in range(2):
        with postgresql_database.writing() as session:
            session.execute(DURABLE)
            lease = claim(session, "w", own_code_digests(), 60.0)
            told.append(session.scalar(DURABILITY))
    assert lease is not None
    with postgresql_database.writing() as session:
        session.execute(DURABLE)
        commit(session, lease, "w", work(lease, 3))
        told.append(session.scalar(DURABILITY))

    assert told == ["local", "off", "local"]


def test_who_comes_too_late_for_the_last_shard_is_not_counted(postgresql_database: Database) -> None:
    """Of two simultaneous claims one gets the shard; the other gets nothing, and its job is not charged."""
    with postgresql_database.writing() as session:
        stored_job(session, ToyKind(shards=1))
    late: list[object] = []
    waiting = threading.Thread(target=lambda: late.append(take(postgresql_database, "late")))
    with postgresql_database.writing() as session:
        assert claim(session, "early", own_code_digests(), 60.0) is not None
        waiting.start()
        wait_until(lambda: is_waited_for(postgresql_database), "the late one waits")
    waiting.join()

    with postgresql_database.reading() as session:
        assert late == [None]
        assert session.scalar(select(Job.served)) == 1.0
        assert session.execute(select(Shard.worker, Shard.fence)).all() == [("early", 1)]


def test_the_next_job_is_read_off_an_index(database: Database) -> None:
    """However many jobs wait, they are read in order from an index, each with its own shards only."""
    asked = next_job(0, skip_locked=True).params(code_digests=["e"])
    with database.writing() as session:
        if not database.is_sqlite:
            session.execute(text("SET LOCAL enable_seqscan = off"))
            session.execute(text("SET LOCAL enable_sort = off"))
        written = str(asked.compile(session.connection(), compile_kwargs={"literal_binds": True}))
        explain = "EXPLAIN QUERY PLAN" if database.is_sqlite else "EXPLAIN"
        plan = " ".join(map(str, session.connection().exec_driver_sql(f"{explain} {written}")))

    assert "ix_jobs_given_out" in plan
    assert "ix_shards_state_lease_until" not in plan
    assert ("TEMP B-TREE" in plan, "Sort" in plan) == (False, False)
