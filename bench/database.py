"""Data for a database to be measured: synthetic tours of 8x8, and jobs of many shards whose slices are empty.

Tours are stored by the function that commits slices. They are Warnsdorff tours from every square, repeated; their class
keys are random, as digests of different classes are, which is the hardest case for the index.
"""

from __future__ import annotations

from dataclasses import replace
from time import perf_counter, process_time

import numpy as np
from numpy.typing import NDArray
from sqlalchemy import select, update

from engine.boards.labels import parse_board
from engine.boards.move_graph import move_graph
from engine.code_digest import own_code_digests
from engine.construction.heuristics.warnsdorff import greedy_walk, warnsdorff_rule
from engine.features.measure_kernel import measure_stream
from engine.kinds.admission import plan_now
from engine.kinds.common.kind import Plan, ShardPlan
from engine.kinds.parse import parse_problem
from engine.specification.result import Count, Result
from engine.streams.splitmix64 import attempt_state
from engine.tours.verify import closing, valid
from store.database.db import Database
from store.jobs.leases import Lease, claim
from store.jobs.lifecycle import change_state, submit
from store.jobs.results import record_result
from store.jobs.slice_commit import SliceResult, commit
from store.models.jobs import Job
from store.models.shards import Shard
from store.models.states import JobState, ShardState
from store.tours.encoding import TourBatch, packer
from store.tours.insertion import write_tours

BOARD, KNIGHT = parse_board("8x8"), (1, 2)
SLICE, EACH, SHARDS = 50_000, 100, 3_000
JOB = {"kind": "enumerate", "board": "8x8", "method": "warnsdorff", "store": "all"}
WIDE_JOB = {"kind": "sample", "board": "5x5", "method": "uniform", "rng": {"streams": 1}}
EMPTY = SliceResult(b"state", b"", 1, 0.5, False, 0.0, 0.0)


def base_tours(start: int) -> TourBatch:
    """Return EACH Warnsdorff tours from one square, with class keys of 0, to be replaced."""
    graph, attempt = move_graph(BOARD, KNIGHT), 0
    found: list[NDArray[np.int32]] = []
    while len(found) < EACH:
        walk = greedy_walk(graph, start, warnsdorff_rule(graph), attempt_state(1, attempt))
        attempt += 1
        if walk.complete:
            found.append(walk.squares)
    tours = np.array(found, dtype=np.int32)
    assert valid(BOARD, KNIGHT, tours).all()
    symmetry = np.ones(EACH, dtype=np.int32)
    paths, closed = packer(BOARD, KNIGHT).pack(tours), closing(BOARD, KNIGHT, tours)
    features = measure_stream(BOARD, KNIGHT, tours, closed).astype(np.int16)
    return TourBatch(tours[:, 0], tours[:, -1], closed, symmetry, np.zeros(EACH, np.int64), paths, features)


def enlarge(base: TourBatch, number: int, rng: np.random.Generator) -> TourBatch:
    """Return `number` tours drawn from a base."""
    rows: NDArray[np.int64] = rng.integers(0, EACH, number)
    keys = rng.integers(-(2**63), 2**63, number)
    return replace(base.select(rows), class_keys=keys)


def load(database: Database, number: int) -> tuple[float, float]:
    """Store this many tours as those of one job of many shards, one slice in a transaction, and end the job.

    Return the seconds of writing: wall-clock time and processor time.
    """
    plan = Plan([ShardPlan(index, f"part {index}", {"path": []}) for index in range(SHARDS)])
    with database.writing() as session:
        job = submit(session, replace(plan_now(parse_problem(JOB)), plan=plan))
    with database.reading() as session:
        shards = list(session.scalars(select(Shard.id).where(Shard.job_id == job.id)))
    assert job.board_id is not None
    bases = [base_tours(start) for start in range(BOARD.size)]
    rng, wall, cpu = np.random.default_rng(1), 0.0, 0.0
    for piece in range(-(-number // SLICE)):
        batch = enlarge(bases[piece % BOARD.size], min(SLICE, number - piece * SLICE), rng)
        shard, begin, cpu_begin = shards[piece % len(shards)], perf_counter(), process_time()
        with database.writing() as session:
            found_at = 1.0e9 + piece
            write_tours(session, batch, board_id=job.board_id, shard_id=shard, seq=piece, found_at=found_at)
            session.execute(update(Shard).where(Shard.id == shard).values(tours=Shard.tours + len(batch)))
        wall += perf_counter() - begin
        cpu += process_time() - cpu_begin
    _end(database, job.id, number)
    return wall, cpu


def _end(database: Database, job_id: int, number: int) -> None:
    with database.writing() as session:
        session.execute(update(Shard).where(Shard.job_id == job_id).values(state=ShardState.FINISHED))
        job = session.get_one(Job, job_id)
        count = Count(quantity="tours", value=str(number), method="warnsdorff")
        record_result(session, job, BOARD, Result(counts=[count]))
        for state in (JobState.RUNNING, JobState.SUCCEEDED):
            change_state(session, job, state, "succeeded", outcome="complete")


def open_wide_job(database: Database, shards: int) -> str:
    """Submit a job of this many shards; return its id."""
    prepared = plan_now(parse_problem(WIDE_JOB))
    plan = Plan([ShardPlan(index, f"stream {index}", {"stream": 0, "units": 1}) for index in range(shards)])
    with database.writing() as session:
        return submit(session, replace(prepared, plan=plan)).public_id


def claim_and_commit(database: Database) -> None:
    """Claim a shard and commit an empty slice of it."""
    with database.writing() as session:
        lease = claim(session, "bench", own_code_digests(), 60.0)
    assert isinstance(lease, Lease)
    with database.writing() as session:
        commit(session, lease, "bench", EMPTY)
