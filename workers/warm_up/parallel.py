"""All kernels compiled at once, in several processes, for a person who waits for them."""

from __future__ import annotations

import os
import signal
import tempfile
from collections.abc import Sequence
from concurrent.futures import ProcessPoolExecutor, wait
from multiprocessing import get_context
from multiprocessing.sharedctypes import Synchronized

from engine.kinds.methods import warm_up_jobs
from store.logs import configure_logs
from store.settings import Settings
from workers.host.exit_with_parent import end_with
from workers.warm_up.compile import LOOK_SECONDS, Job, Reporter, mark_compiled, run_jobs

_jobs_done: Synchronized[int]


def compile_in_parallel(processes: int, report: Reporter) -> list[str]:
    """Run the warm-up jobs in at most `processes` processes, and return why some failed.

    report: called with the number of jobs done and their total, about twice a second.
    """
    context = get_context("spawn")
    done = context.Value("i")
    jobs = list(warm_up_jobs())
    shares = divide(jobs, processes)
    with (
        tempfile.TemporaryDirectory(prefix="cavalier-kernels-") as scratch,
        ProcessPoolExecutor(len(shares), context, _set_up, (os.getpid(), scratch, done)) as pool,
    ):
        runs = [pool.submit(_run_share, share) for share in shares]
        while wait(runs, LOOK_SECONDS).not_done:
            report(done.value, len(jobs))
    failures = [failure for run in runs for failure in run.result()]
    report(len(jobs), len(jobs))
    if not failures:
        mark_compiled()
    return failures


def divide(jobs: Sequence[Job], number: int) -> list[list[Job]]:
    """Return the jobs in at most `number` shares, with neighbours together, as they have kernels in common.

    Jobs that draw from an index stay behind the job that makes it, all in the first share.
    """
    indexed = [job for job in jobs if "index" in (job["kind"], job.get("method"))]
    ordered = indexed + [job for job in jobs if job not in indexed]
    size = max(-(-len(ordered) // number), len(indexed))
    return [ordered[first : first + size] for first in range(0, len(ordered), size)]


def _set_up(parent: int, scratch: str, done: Synchronized[int]) -> None:
    """Let this process end with its parent, write into `scratch` and count its jobs in `done`."""
    global _jobs_done  # noqa: PLW0603  tasks of a pool have no other way to it
    _jobs_done = done
    signal.signal(signal.SIGINT, signal.SIG_DFL)
    end_with(parent)
    tempfile.tempdir = scratch
    configure_logs(Settings())


def _run_share(jobs: Sequence[Job]) -> list[str]:
    def count(number: int, _total: int) -> None:
        if number:
            with _jobs_done.get_lock():
                _jobs_done.value += 1

    return run_jobs(jobs, count)
