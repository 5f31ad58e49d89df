"""Slices: advance a shard for a few seconds outside any transaction. No database, no Celery."""

from __future__ import annotations

import math
import threading
import time
from dataclasses import dataclass, field

import numpy as np
from numpy.typing import NDArray

from engine.files import ShardFiles
from engine.kinds.open_shard import open_shard
from engine.kinds.parse import parse_problem
from engine.kinds.running.shard_runner import Shard, ShardRunner
from engine.specification.fields import Specification
from engine.specification.problem import ParsedSpecification
from store.arrays import pack_arrays, unpack_arrays
from store.jobs.leases import Lease
from store.jobs.slice_commit import SliceResult
from store.jobs.steps import StepLease
from store.tours.encoding import TourBatch
from store.trust.rechecks import RecheckLease

STEP_SECONDS = 0.05  # one call of a kernel: short enough for pause to feel immediate
FIRST_WORK = 1024
MAX_WORK = 1 << 40
MAX_BYTES = 8 << 20  # of tours in one commit, packed: some 200,000 tours of 8x8, half a second of writing
MIN_SLICE = 0.1
MAX_HALVINGS = 30


AnyLease = RecheckLease | Lease | StepLease


@dataclass
class ActiveLease:
    """A lease at work. `stop`, set by the control thread: commit at the next safe point.

    since: when the present step began, on the monotonic clock; None while its outcome is written. most_seconds: how
    long the step may take. given_up: it took longer and was abandoned. thread: id of its thread. compile_reported: the
    job's history says that it waits for the compiler.
    """

    lease: AnyLease
    stop: bool = False
    since: float | None = None
    most_seconds: float = math.inf
    given_up: bool = False
    thread: int = field(default_factory=threading.get_ident)
    compile_reported: bool = False

    @property
    def step_seconds(self) -> float:
        """How long the present step has run."""
        since = self.since
        return 0.0 if since is None else time.monotonic() - since

    def begin_anew(self) -> None:
        """Restart the clock of the present step."""
        if self.since is not None:
            self.since = time.monotonic()


def log_fields(lease: AnyLease) -> dict[str, str]:
    """Return the log fields that identify the work."""
    return {"job": lease.public_id, "work": lease.step if isinstance(lease, StepLease) else lease.label}


@dataclass
class Pace:
    """How much work fits into one step; every shard starts with the estimate of the last one."""

    work: int = FIRST_WORK

    def learn(self, done: int, seconds: float) -> None:
        """Adapt the estimate after a step that did `done` units in `seconds`; full batches end steps early."""
        fitting = done * STEP_SECONDS / max(seconds, 1e-6)
        self.work = int(min(MAX_WORK, max(1, min(4 * self.work, max(self.work / 4, fitting)))))


@dataclass
class _Clock:
    wall: float = field(default_factory=time.perf_counter)
    cpu: float = field(default_factory=time.thread_time)

    def read(self) -> tuple[float, float]:
        return time.perf_counter() - self.wall, time.thread_time() - self.cpu


def run_slice(
    active: ActiveLease, seconds: float, pace: Pace, files: ShardFiles | None = None, memory: int = 2 << 30
) -> SliceResult:
    """Load the shard, work until it is finished, stopped or out of time, and return what to commit.

    memory: bytes that the shard may hold.
    """
    lease, clock = active.lease, _Clock()
    assert isinstance(lease, Lease)
    problem = parse_problem(lease.specification)
    checkpoint = unpack_arrays(lease.checkpoint) or None
    runner = open_shard(Shard(problem, lease.target, checkpoint, files, memory))
    collected = Collected(problem)
    opened, _ = clock.read()  # a shard that takes long to open must progress all the same
    work = _advance(runner, active, clock, opened + slice_length(seconds, lease.attempts), pace, collected)
    wall, cpu = clock.read()
    return SliceResult(
        checkpoint=pack_arrays(runner.checkpoint()),
        statistics=pack_arrays(runner.statistics()),
        work=work,
        progress=runner.progress,
        finished=runner.is_finished,
        wall_seconds=wall,
        cpu_seconds=cpu,
        tours=collected.concatenate(),
        repeatable=files is None or not files.losses,
    )


def slice_length(seconds: float, attempts: int) -> float:
    """Return a slice's seconds, fewer after workers of its shard died, so that it commits before the next death."""
    return max(MIN_SLICE, seconds / 2.0 ** min(attempts - 1, MAX_HALVINGS))


def _advance(
    runner: ShardRunner, active: ActiveLease, clock: _Clock, seconds: float, pace: Pace, collected: Collected
) -> int:
    """Run at least one step, however long the machine delayed the slice."""
    work = 0
    while not (runner.is_finished or active.stop):
        work += timed_step(runner, pace)
        active.since = time.monotonic()
        collected.add(runner.take_tours())
        if collected.size >= MAX_BYTES or clock.read()[0] >= seconds:
            break
    return work


def timed_step(runner: ShardRunner, pace: Pace, most: int = MAX_WORK) -> int:
    """Advance the shard by one step of at most `most` units, update the pace, and return the units done."""
    before = time.perf_counter()
    done = runner.step(min(pace.work, most))
    if pace.work <= most:  # a step that was cut short says little
        pace.learn(done, time.perf_counter() - before)
    return done


class Collected:
    """Tours of a slice, checked and packed step by step: as square numbers they take ten times the memory."""

    def __init__(self, problem: ParsedSpecification[Specification]) -> None:
        self._problem = problem
        self._batches: list[TourBatch] = []
        self.size = 0

    def add(self, tours: NDArray[np.int32]) -> None:
        """Add the tours of one step: int32 (k, squares)."""
        if not len(tours):
            return
        from workers.tour_batch import tour_batch  # noqa: PLC0415  loads kernels, which most jobs never need

        self._batches.append(tour_batch(self._problem, tours))
        self.size += self._batches[-1].size

    def concatenate(self) -> TourBatch | None:
        """Return all of them, in order."""
        return TourBatch.concatenate(self._batches) if self._batches else None
