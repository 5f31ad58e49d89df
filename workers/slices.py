"""One slice: advance a shard for a few seconds outside any transaction. No database, no Celery."""

from __future__ import annotations

import time
from dataclasses import dataclass, field
from typing import Any

import numpy as np
from numpy.typing import NDArray

from engine.runners.base import ShardRunner
from engine.runners.door import open_shard
from engine.specification.parse import parse_specification
from store.arrays import pack_arrays, unpack_arrays
from store.leases import Lease, SliceResult
from store.tours import TourBatch

STEP_SECONDS = 0.05  # one call of a kernel: short enough for pause to feel immediate
FIRST_WORK = 1024
LARGEST_WORK = 1 << 40
MAX_TOURS = 50_000  # tours in one commit
SHORTEST_SLICE = 0.1


@dataclass
class Held:
    """A lease at work. `stop` is raised by the control thread: commit what there is at the next safe point."""

    lease: Lease
    stop: bool = False
    lost: bool = False


@dataclass
class Pace:
    """How much work fits into one step; every shard starts with what the last one learned."""

    work: int = FIRST_WORK

    def learn(self, seconds: float) -> None:
        """Adapt after a step that took `seconds`."""
        factor = min(4.0, max(0.25, STEP_SECONDS / max(seconds, 1e-6)))
        self.work = int(min(LARGEST_WORK, max(1, self.work * factor)))


@dataclass
class _Clock:
    wall: float = field(default_factory=time.perf_counter)
    cpu: float = field(default_factory=time.thread_time)

    def elapsed(self) -> tuple[float, float]:
        return time.perf_counter() - self.wall, time.thread_time() - self.cpu


def run_slice(held: Held, seconds: float, pace: Pace) -> SliceResult:
    """Load the shard, work until it is finished, stopped or out of time, and return what is to be committed."""
    lease, clock = held.lease, _Clock()
    specification = parse_specification(lease.specification)
    runner = open_shard(specification, lease.target, unpack_arrays(lease.checkpoint) or None)
    work, tours = _advance(runner, held, clock, slice_length(seconds, lease.attempts), pace)
    wall, cpu = clock.elapsed()
    return SliceResult(
        checkpoint=pack_arrays(runner.checkpoint()),
        statistics=pack_arrays(runner.statistics()),
        work=work,
        progress=runner.progress,
        finished=runner.finished,
        wall_seconds=wall,
        cpu_seconds=cpu,
        tours=_batch(specification, tours),
    )


def slice_length(seconds: float, attempts: int) -> float:
    """Shorten the slices of a shard whose workers died, so that it commits something between two deaths."""
    return max(SHORTEST_SLICE, seconds / float(2 ** (attempts - 1)))


def _advance(
    runner: ShardRunner, held: Held, clock: _Clock, seconds: float, pace: Pace
) -> tuple[int, list[NDArray[np.int32]]]:
    work, found, tours = 0, 0, []
    while not (runner.finished or held.stop or found >= MAX_TOURS or clock.elapsed()[0] >= seconds):
        before = time.perf_counter()
        work += runner.step(pace.work)
        pace.learn(time.perf_counter() - before)
        tours.append(runner.take_tours())
        found += len(tours[-1])
    return work, tours


def _batch(specification: Any, tours: list[NDArray[np.int32]]) -> TourBatch | None:  # noqa: ANN401  each kind has its own model
    found = [batch for batch in tours if len(batch)]
    if not found:
        return None
    from workers.tours import tour_batch  # noqa: PLC0415  loads kernels, which most jobs never need

    return tour_batch(specification, np.concatenate(found))
