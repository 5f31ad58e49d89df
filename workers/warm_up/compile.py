"""Compile all kernels before jobs need them, in a process of low priority (`workers.warm_up.process`).

An ordinary worker runs the warm-up jobs of all methods on a temporary database. The machine code stays in the cache
folder that all processes of this code share; a marker file there says that all is done.
"""

from __future__ import annotations

import os
import subprocess
import sys
import tempfile
from collections.abc import Callable, Mapping, Sequence
from pathlib import Path

from engine.compile_waits import ALL_COMPILED
from engine.errors import InvalidProblemError
from engine.kinds.admission import plan_now
from engine.kinds.methods import warm_up_jobs
from engine.kinds.parse import parse_problem
from findings.setup import upgrade
from store.database.db import Database, open_database
from store.jobs.lifecycle import get_job, submit
from store.models.states import TERMINAL, JobState
from store.settings import Settings

LOOK_SECONDS = 0.5
Reporter = Callable[[int, int], None]
Job = Mapping[str, object]


def kernels_compiled() -> bool:
    """Whether all kernels are in the cache folder; True without a folder, as nothing could be kept."""
    mark = _mark()
    return mark is None or mark.exists()


def start_compiling() -> subprocess.Popen[bytes] | None:
    """Start the compiling process, which ends with this one; None if nothing is left to do."""
    if kernels_compiled():
        return None
    command = [sys.executable, "-m", "workers.warm_up.process", str(os.getpid())]
    return subprocess.Popen(command, stdout=subprocess.DEVNULL)  # nosec B603  # noqa: S603  our own module


def compile_kernels(report: Reporter) -> list[str]:
    """Run the warm-up jobs, and return why some failed.

    report: called with the number of jobs done and their total.
    """
    failures = run_jobs(list(warm_up_jobs()), report)
    if not failures:
        mark_compiled()
    return failures


def run_jobs(jobs: Sequence[Job], report: Reporter) -> list[str]:
    """Run `jobs` on a temporary database, and return why some failed; `report` as in `compile_kernels`."""
    failures = []
    with tempfile.TemporaryDirectory(prefix="cavalier-kernels-") as folder:
        settings = Settings(data=Path(folder))
        upgrade(settings)
        database = open_database(settings)
        for number, job in enumerate(jobs):
            report(number, len(jobs))
            state, why = _run(settings, database, job)
            if state != JobState.SUCCEEDED:
                failures.append(f"{dict(job)}: {why}")
        database.close()
    report(len(jobs), len(jobs))
    return failures


def mark_compiled() -> None:
    """Write down that the cache folder has all kernels."""
    mark = _mark()
    if mark is not None:
        mark.touch()


def _run(settings: Settings, database: Database, document: Job) -> tuple[JobState, str | None]:
    """Run one small job to completion."""
    from workers.local_worker import LocalWorker  # noqa: PLC0415  loads numba, which reads its cache folder's name now

    try:
        submission = plan_now(parse_problem(dict(document)))
    except InvalidProblemError as error:
        return JobState.FAILED, str(error)
    with database.writing() as session:
        job = submit(session, submission).public_id
    worker = LocalWorker(settings, database, threads=1)
    worker.start()
    try:
        worker.notifier.notify()
        while True:
            worker.wait(LOOK_SECONDS)
            with database.reading() as session:
                found = get_job(session, job)
                if found.state in TERMINAL:
                    return JobState(found.state), found.explanation
    finally:
        worker.stop()


def _mark() -> Path | None:
    folder = os.environ.get("NUMBA_CACHE_DIR")
    return Path(folder) / ALL_COMPILED if folder else None
