"""Other workers run slices again; a worker that lies is found, and all its work is undone."""

from __future__ import annotations

import threading

import numpy as np
import pytest
from sqlalchemy import func, select, update
from sqlalchemy.orm import Session

from engine.code_digest import own_code_digests
from engine.kinds.table import KINDS
from store.arrays import digest, pack_arrays, unpack_arrays
from store.database.db import Database, now
from store.errors import StaleLeaseError
from store.jobs.current_result import current_result
from store.jobs.leases import Lease, claim
from store.jobs.lifecycle import cancel, get_job, pause, resume
from store.jobs.maintenance import report_worker
from store.jobs.slice_commit import SliceResult, commit
from store.jobs.step_commits import commit_plan
from store.jobs.steps import claim_step
from store.models.operations import DistrustedWorker, WorkerRow
from store.models.shards import Recheck, Shard, Slice
from store.models.states import JobState, Step
from store.queries.jobs import events, progress
from store.trust.rechecks import CheckResult, claim_recheck, finish_check
from store.trust.rollback import roll_back_distrusted
from store.trust.spot_checks import distrust
from tests.store.job_samples import put_results_together, stored_job, take, work
from tests.toy import ToyKind, toy_problem

LIAR = "host0-1-liar"


class Cluster:
    """Workers that take turns in slices of three numbers; one of them flips a bit in every `every`-th slice."""

    def __init__(self, database: Database, workers: list[str], share: float, every: int = 100) -> None:
        self.database, self.workers, self.share, self.every = database, workers, share, every
        self.slices = dict.fromkeys(workers, 0)
        with database.writing() as session:
            for name in workers:
                report_worker(session, name, 1, "engine", 0.0, own_code_digests())

    def run(self, *, most: int = 100_000) -> None:
        """Work until nothing is due."""
        for _ in range(most):
            if not [name for name in self.workers if self._turn(name)]:
                return
        raise AssertionError("the work never ends")

    def _turn(self, name: str) -> bool:
        with self.database.writing() as session:
            report_worker(session, name, 1, "engine", 0.0, own_code_digests())
            roll_back_distrusted(session)
            if session.get(DistrustedWorker, name) is not None:
                return False
            check = claim_recheck(session, name, own_code_digests(), 60.0)
            lease = None if check else claim(session, name, own_code_digests(), 60.0)
        if check is not None:
            again = work(check, check.work)  # type: ignore[arg-type]  # it has all that is looked at
            with self.database.writing() as session:
                finish_check(session, check, name, CheckResult(digest(again.checkpoint), again.digest))
            return True
        if lease is None:
            return self._plan()
        with self.database.writing() as session:
            commit(session, lease, name, self._computed(name, lease), self.share)
        return True

    def _plan(self) -> bool:
        """Merge results and plan a job that is begun again; return whether there was one."""
        put_results_together(self.database)
        with self.database.writing() as session:
            step = claim_step(session, Step.PLAN, own_code_digests(), 60.0)
            if step is not None:
                commit_plan(session, step, KINDS["enumerate"].plan(toy_problem()))
        return step is not None

    def _computed(self, name: str, lease: Lease) -> SliceResult:
        self.slices[name] += 1
        found = work(lease, 3)
        if name != LIAR or self.slices[name] % self.every:
            return found
        state = np.array(unpack_arrays(found.checkpoint)["state"])
        state[1] ^= 1 << 20
        packed = pack_arrays({"state": state})
        return SliceResult(packed, pack_arrays({"sum": state[1:]}), found.work, 0.5, found.finished, 0.1, 0.1)


def submitted(database: Database, shards: int, numbers: int, rounds: int = 1) -> str:
    """Submit a toy job."""
    with database.writing() as session:
        return stored_job(session, ToyKind(shards=shards, n=numbers, rounds=rounds)).public_id


def total(database: Database, job: str) -> str:
    """Return the count in the result of a job that succeeded."""
    with database.reading() as session:
        row = get_job(session, job)
        assert row.state == JobState.SUCCEEDED
        return current_result(session, row).counts[0].value


@pytest.fixture(autouse=True)
def _toy(monkeypatch: pytest.MonkeyPatch) -> None:
    """Let the toy kind also plan jobs that are begun again."""
    monkeypatch.setitem(KINDS, "enumerate", ToyKind(2, 60))


def test_honest_workers_confirm_each_other(database: Database) -> None:
    """With a share of 1 every slice is confirmed, on another host if possible, and no worker is distrusted."""
    job = submitted(database, 4, 30)
    cluster = Cluster(database, ["a-1-x", "a-2-x", "b-1-x"], 1.0)
    cluster.run()
    with database.reading() as session:
        row = get_job(session, job)
        assert row.confirmed == row.confirmed_elsewhere == progress(session, row).shards * 10
        assert session.scalar(select(func.count()).select_from(DistrustedWorker)) == 0
    assert total(database, job) == str(4 * 465)


def test_a_lone_worker_confirms_itself(database: Database) -> None:
    """A lone worker runs its own slices again, which still exposes a memory that errs now and then."""
    job = submitted(database, 1, 30)
    Cluster(database, ["a-1-x"], 1.0).run()
    with database.reading() as session:
        row = get_job(session, job)
        assert (row.confirmed, row.confirmed_elsewhere) == (10, 0)


def test_nobody_waits_for_a_worker_that_was_killed(database: Database) -> None:
    """A job ends through the other workers although the killed one was alive half a minute ago."""
    job = submitted(database, 1, 30)
    cluster = Cluster(database, ["a-1-x"], 1.0)
    with database.writing() as session:
        report_worker(session, "b-1-killed", 1, "engine", 0.0, own_code_digests())
        session.execute(update(WorkerRow).where(WorkerRow.name == "b-1-killed").values(seen_at=now(session) - 30.0))
    cluster.run()
    assert total(database, job) == "465"


@pytest.mark.parametrize(("share", "every", "shards", "numbers"), [(1.0, 20, 4, 90), (0.75, 4, 1, 300)])
def test_a_liar_is_found_and_nothing_of_it_stands(
    database: Database, share: float, every: int, shards: int, numbers: int
) -> None:
    """A liar is found within ten lies; the result is correct, and the ledger has no gap."""
    job = submitted(database, shards, numbers)
    cluster = Cluster(database, [LIAR, "host1-1-x", "host2-1-x"], share, every)
    cluster.run()
    assert cluster.slices[LIAR] <= 10 * every
    assert total(database, job) == str(shards * numbers * (numbers + 1) // 2)
    with database.reading() as session:
        found = session.get_one(DistrustedWorker, LIAR)
        assert found.undone_at is not None
        assert found.slices > 0
        assert "work-undone" in [event.name for event in events(session, get_job(session, job), limit=1000)]
        assert not _broken_chains(session)


def test_of_two_hosts_the_one_that_differs_twice_is_right(database: Database) -> None:
    """With two workers the checker runs the slice again; the worker whose run stays alone is the liar."""
    job = submitted(database, 2, 90)
    cluster = Cluster(database, [LIAR, "host1-1-x"], 1.0, every=7)
    cluster.run()
    with database.reading() as session:
        assert session.scalars(select(DistrustedWorker.name)).all() == [LIAR]
    assert total(database, job) == str(2 * 90 * 91 // 2)


def test_a_finished_job_is_done_again(database: Database) -> None:
    """A finished result with slices of a liar is withdrawn and computed anew, even if it was never checked."""
    first = submitted(database, 2, 60)
    Cluster(database, [LIAR], 0.0, every=7).run()
    assert total(database, first) != str(2 * 60 * 61 // 2)
    second = submitted(database, 2, 60)
    Cluster(database, [LIAR, "host1-1-x"], 1.0, every=3).run()
    with database.reading() as session:
        names = [event.name for event in events(session, get_job(session, first), limit=1000)]
    assert "begun-again" in names
    assert [total(database, job) for job in (first, second)] == [str(2 * 60 * 61 // 2)] * 2


def test_a_shard_goes_back_to_a_confirmed_point(database: Database) -> None:
    """A shard keeps what was confirmed or computed by honest workers before the lie."""
    job = submitted(database, 1, 300)
    cluster = Cluster(database, [LIAR, "host1-1-x"], 1.0, every=30)
    for _ in range(200):
        for name in cluster.workers:
            cluster._turn(name)
        with database.reading() as session:
            if session.get(DistrustedWorker, LIAR) is not None and session.get_one(DistrustedWorker, LIAR).undone_at:
                left = session.scalar(select(func.count()).select_from(Slice))
                break
    assert left
    assert left >= 20
    cluster.run()
    assert total(database, job) == str(300 * 301 // 2)


def test_a_share_of_nothing_draws_nothing(database: Database) -> None:
    """A share of 0 draws no slice, and a share of a half draws about half of them."""
    submitted(database, 1, 300)
    Cluster(database, ["a-1-x"], 0.0).run()
    with database.reading() as session:
        assert session.scalar(select(func.count()).select_from(Recheck)) == 0
    submitted(database, 1, 300)
    Cluster(database, ["a-1-x"], 0.5).run()
    with database.reading() as session:
        drawn = session.scalar(select(func.count()).select_from(Recheck))
    assert drawn is not None
    assert 20 <= drawn <= 80  # of 100: six standard deviations either way


def _broken_chains(session: Session) -> list[int]:
    broken, before = [], (0, -1, "")
    for entry in session.scalars(select(Slice).order_by(Slice.shard_id, Slice.seq)):
        begun = entry.shard_id != before[0]
        if entry.seq != (0 if begun else before[1] + 1) or (not begun and entry.input_digest != before[2]):
            broken.append(entry.id)
        before = (entry.shard_id, entry.seq, entry.output_digest)
    return broken


@pytest.mark.service
def test_a_commit_under_way_is_undone_too(postgresql_database: Database) -> None:
    """A commit of an erring worker that is in progress during the rollback is undone as well."""
    job = submitted(postgresql_database, 1, 300)
    lease = take(postgresql_database, LIAR)
    assert lease is not None
    undoing = threading.Thread(target=_undo, args=[postgresql_database])
    with postgresql_database.writing() as session:
        commit(session, lease, LIAR, work(lease, 3))
        with postgresql_database.writing() as other:
            distrust(other, LIAR)
        undoing.start()
        undoing.join(0.5)
    undoing.join()
    with postgresql_database.reading() as session:
        assert session.scalars(select(Slice.worker)).all() == []
        assert session.scalars(select(Shard.seq)).all() == [0]
        assert get_job(session, job).state == JobState.RUNNING


@pytest.mark.service
def test_a_commit_waits_for_an_undoing_and_is_refused(postgresql_database: Database) -> None:
    """A commit that began before the error was known waits for the rollback, and is then refused."""
    submitted(postgresql_database, 1, 300)
    lease = take(postgresql_database, LIAR)
    assert lease is not None
    refused: list[str] = []

    def commit_late() -> None:
        try:
            with postgresql_database.writing() as session:
                commit(session, lease, LIAR, work(lease, 3))
        except StaleLeaseError as error:
            refused.append(str(error))

    committing = threading.Thread(target=commit_late)
    with postgresql_database.writing() as session:
        distrust(session, LIAR)
        roll_back_distrusted(session)
        committing.start()
        committing.join(0.5)
        assert committing.is_alive()
    committing.join()

    assert refused == [f"{LIAR} was found to err: nothing of it is kept"]
    with postgresql_database.reading() as session:
        assert session.scalars(select(Slice.worker)).all() == []


def test_what_a_liar_found_for_a_cancelled_job_goes(database: Database) -> None:
    """A cancelled job stays cancelled, and explains why it has no results."""
    job = submitted(database, 1, 300)
    lease = take(database, LIAR)
    assert lease is not None
    with database.writing() as session:
        commit(session, lease, LIAR, work(lease, 3))
        cancel(session, job)
    put_results_together(database)
    with database.writing() as session:
        distrust(session, LIAR)
        roll_back_distrusted(session)
    with database.reading() as session:
        undone = get_job(session, job)
        assert (undone.state, undone.outcome, undone.step) == (JobState.CANCELLED, "cancelled", None)
        assert undone.explanation == "what was found is undone: a worker erred"
        assert current_result(session, undone).counts == []
        assert session.scalars(select(Slice.worker)).all() == []


def _undo(database: Database) -> None:
    with database.writing() as session:
        roll_back_distrusted(session)


def finish_unconfirmed(database: Database) -> None:
    """Work on the only shard to its end; its slice is to be run again."""
    lease = take(database, "a-1-x")
    assert lease is not None
    with database.writing() as session:
        commit(session, lease, "a-1-x", work(lease, 3), 1.0)


def confirm(database: Database) -> None:
    """Run the slice again, with the same result."""
    with database.writing() as session:
        check = claim_recheck(session, "b-1-x", own_code_digests(), 60.0)
    assert check is not None
    again = work(check, check.work)  # type: ignore[arg-type]  # it has all that is looked at
    with database.writing() as session:
        finish_check(session, check, "b-1-x", CheckResult(digest(again.checkpoint), again.digest))


@pytest.mark.parametrize("resumed_first", [False, True])
def test_a_job_that_rests_while_a_slice_is_run_again(database: Database, *, resumed_first: bool) -> None:
    """A job paused while only a second run is missing ends after it is resumed."""
    job = submitted(database, 1, 3)
    finish_unconfirmed(database)
    with database.writing() as session:
        assert pause(session, job).state == JobState.PAUSED
    if not resumed_first:
        confirm(database)
        with database.reading() as session:
            assert get_job(session, job).state == JobState.PAUSED, "nobody goes on with a job at rest"
    with database.writing() as session:
        resume(session, job)
    if resumed_first:
        confirm(database)
    put_results_together(database)
    assert total(database, job) == "6"


def test_a_job_whose_result_is_due_can_be_paused(database: Database) -> None:
    """A job can be paused before its result is merged, and still ends."""
    job = submitted(database, 1, 3)
    finish_unconfirmed(database)
    with database.writing() as session:
        pause(session, job)
        resume(session, job)
    confirm(database)
    with database.writing() as session:
        assert pause(session, job).state == JobState.PAUSING
    put_results_together(database)
    assert total(database, job) == "6"


@pytest.mark.parametrize(
    ("third", "erring"),
    [("committed", {"b-1-x"}), ("first", {"a-1-x"}), ("something else", {"a-1-x", "b-1-x"})],
)
def test_a_third_run_decides_who_erred(database: Database, third: str, erring: set[str]) -> None:
    """The worker that agrees with the third run is right; if neither agrees, both are distrusted."""
    submitted(database, 1, 3)
    finish_unconfirmed(database)
    with database.reading() as session:
        committed = session.scalars(select(Slice.result_digest)).one()
    for worker, found in (("b-1-x", "first"), ("c-1-x", committed if third == "committed" else third)):
        with database.writing() as session:
            check = claim_recheck(session, worker, own_code_digests(), 60.0)
        assert check is not None
        with database.writing() as session:
            finish_check(session, check, worker, CheckResult("output", str(found)))
    with database.reading() as session:
        assert set(session.scalars(select(DistrustedWorker.name))) == erring
