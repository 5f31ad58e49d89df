"""Recompute a slice from its input checkpoint: without the database, and without changing files of the job."""

from __future__ import annotations

import tempfile
import time
from functools import partial
from pathlib import Path
from typing import TYPE_CHECKING

from engine.files import ShardFiles
from engine.kinds.open_shard import open_shard
from engine.kinds.parse import parse_problem
from engine.kinds.running.shard_runner import Shard, ShardRunner
from store.arrays import digest, pack_arrays, unpack_arrays
from store.jobs.slice_commit import SliceResult
from store.trust.rechecks import CheckResult, RecheckLease, finish_check, release_check
from workers.files.folder import Folder, Overlay, files_of
from workers.job_steps import Write
from workers.slices import ActiveLease, Collected, Pace, timed_step

if TYPE_CHECKING:
    from upath import UPath


def do_check(
    lease: RecheckLease, worker: str, active: ActiveLease, pace: Pace, folder: Path | UPath | None, memory: int
) -> Write:
    """Recompute the slice; return the write that records the outcome or requeues the recheck."""
    result = run_again(lease, active, pace, folder, memory)
    if result is None:
        return partial(release_check, lease=lease)
    return partial(finish_check, lease=lease, worker=worker, result=result)


def run_again(
    lease: RecheckLease, active: ActiveLease, pace: Pace, folder: Path | UPath | None, memory: int = 2 << 30
) -> CheckResult | None:
    """Repeat the slice's amount of work from its input, and return the digests; None if stopped.

    folder: of the job's files. The recheck writes elsewhere and removes nothing. memory: bytes that the shard may
    hold.
    """
    near = folder.parent if isinstance(folder, Path) and folder.is_dir() else None
    with tempfile.TemporaryDirectory(dir=near) as aside:
        files = _overlaid(folder, Path(aside), lease.shard_id)
        result = _run(lease, active, pace, files, memory)
    if files is not None and files.losses:  # later slices may have removed files that they have read
        return CheckResult(error=f"files of it are gone: {files.losses[0]}", hopeless=True)
    return None if result is None else CheckResult(digest(result.checkpoint), result.digest)


def _overlaid(folder: Path | UPath | None, aside: Path, shard: int) -> ShardFiles | None:
    below = files_of(folder, shard)
    if below is None:
        return None
    return ShardFiles(
        own=Overlay(below.own, Folder(aside / "own")),
        shared=Overlay(below.shared, Folder(aside / "shared")),
        kept=Overlay(below.kept, Folder(aside / "kept")),
    )


def _run(
    lease: RecheckLease, active: ActiveLease, pace: Pace, files: ShardFiles | None, memory: int
) -> SliceResult | None:
    problem = parse_problem(lease.specification)
    runner: ShardRunner = open_shard(
        Shard(problem, lease.target, unpack_arrays(lease.checkpoint) or None, files, memory)
    )
    collected, work = Collected(problem), 0
    while not runner.is_finished and (work < lease.work or (lease.has_finished and work == lease.work)):
        if active.stop:
            return None
        work += timed_step(runner, pace, max(1, lease.work - work))
        active.since = time.monotonic()
        collected.add(runner.take_tours())
    packed, statistics = pack_arrays(runner.checkpoint()), pack_arrays(runner.statistics())
    return SliceResult(packed, statistics, work, runner.progress, runner.is_finished, 0.0, 0.0, collected.concatenate())
