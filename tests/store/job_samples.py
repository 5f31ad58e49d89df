"""Jobs for the store's tests, and the work of a worker in one line."""

from __future__ import annotations

import pytest
from sqlalchemy.orm import Session

from engine.code_digest import own_code_digests
from engine.kinds.admission import plan_now
from engine.kinds.running.shard_runner import Shard
from engine.kinds.table import KINDS
from store.arrays import pack_arrays, unpack_arrays
from store.database.db import Database
from store.jobs.leases import Lease, claim, fail
from store.jobs.lifecycle import submit
from store.jobs.slice_commit import SliceResult, commit
from store.jobs.step_commits import load_parts, merge_shards
from store.jobs.steps import claim_step
from store.models.jobs import Job
from store.models.shards import Shard as ShardRow
from store.models.shards import Slice
from store.models.states import Step
from tests.toy import ToyKind, ToyRunner, toy_problem
from workers.job_steps import commit_merged


def stored_job(session: Session, kind: ToyKind | None = None, **fields: object) -> Job:
    """Submit a toy job."""
    with pytest.MonkeyPatch.context() as patch:
        patch.setitem(KINDS, "enumerate", kind or ToyKind())
        return submit(session, plan_now(toy_problem(**fields)))


def take(database: Database, worker: str = "w", seconds: float = 60.0) -> Lease | None:
    """Claim the next shard."""
    with database.writing() as session:
        return claim(session, worker, own_code_digests(), seconds)


def work(lease: Lease, numbers: int) -> SliceResult:
    """Add the next `numbers` of a toy shard."""
    runner = ToyRunner(Shard(toy_problem(), lease.target, unpack_arrays(lease.checkpoint) or None))
    done = runner.step(numbers)
    packed, statistics = pack_arrays(runner.checkpoint()), pack_arrays(runner.statistics())
    return SliceResult(packed, statistics, done, runner.progress, runner.is_finished, 0.1, 0.1)


def finish(database: Database, lease: Lease, numbers: int = 10**9) -> None:
    """Work on a lease and commit it."""
    with database.writing() as session:
        commit(session, lease, "w", work(lease, numbers))
    put_results_together(database)


def failed_job(database: Database, **fields: object) -> str:
    """Store a job of two shards, the first of which is given up after some work; return its id."""
    with database.writing() as session:
        public_id = stored_job(session, ToyKind(shards=2), **fields).public_id
    lease = take(database)
    assert lease is not None
    finish(database, lease, 2)
    lease = take(database)
    assert lease is not None
    with database.writing() as session:
        fail(session, lease, "worker", "Traceback\ncrash", max_attempts=1)
    drain(database)
    return public_id


def put_results_together(database: Database) -> None:
    """Do every step that is due, except plans."""
    while True:
        with database.writing() as session:
            lease = claim_step(session, Step.MERGE, own_code_digests(), 60.0)
        if lease is None:
            return
        with database.reading() as session:
            parts = load_parts(session, lease)
        with database.writing() as session:
            commit_merged(session, lease, merge_shards(parts))


def drain(database: Database, numbers: int = 10**9) -> list[str]:
    """Work until nothing is due; return the public ids of the jobs in the order of their slices."""
    served = []
    while (lease := take(database)) is not None:
        finish(database, lease, numbers)
        served.append(lease.public_id)
    return served


def write_slice(session: Session, shard: ShardRow, seq: int, done_at: float, wall_seconds: float) -> None:
    """Add a slice of 10 units to the ledger; it ended at `done_at` after `wall_seconds`."""
    digests = {"code_digest": "e", "input_digest": "i", "output_digest": "o", "worker": "w", "fence": 1}
    spent = {"work": 10, "tours": 0, "wall_seconds": wall_seconds, "cpu_seconds": wall_seconds, "done_at": done_at}
    session.add(Slice(job_id=shard.job_id, shard_id=shard.id, seq=seq, **digests, **spent))
