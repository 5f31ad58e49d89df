"""Compile all kernels ahead of the jobs that want them, in a process of low priority (`workers.warm_up.process`).

An ordinary worker runs the warm-up jobs of all methods on a database of their own, which is then thrown away.
The machine code stays, in the folder that all processes of this code share. A mark there says that all is done.
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
Told = Callable[[int, int], None]


def kernels_compiled() -> bool:
    """Whether all kernels lie in the cache folder; True where there is none, as nothing could be kept."""
    mark = _mark()
    return mark is None or mark.exists()


def start_compiling() -> subprocess.Popen[bytes] | None:
    """Begin to compile in a process of its own; None where nothing is left to do. It ends with this process."""
    if kernels_compiled():
        return None
    command = [sys.executable, "-m", "workers.warm_up.process", str(os.getpid())]
    return subprocess.Popen(command, stdout=subprocess.DEVNULL)  # nosec B603  # noqa: S603  our own module


def compile_kernels(told: Told, jobs: Sequence[Mapping[str, object]] | None = None) -> list[str]:
    """Run the warm-up jobs one by one, or `jobs`, and return why some failed.

    told: called with how many are done, of how many.
    """
    jobs = list(warm_up_jobs()) if jobs is None else jobs
    failures = []
    with tempfile.TemporaryDirectory(prefix="cavalier-kernels-") as folder:
        settings = Settings(data=Path(folder))
        upgrade(settings)
        database = open_database(settings)
        for number, job in enumerate(jobs):
            told(number, len(jobs))
            state, why = _run(settings, database, job)
            if state != JobState.SUCCEEDED:
                failures.append(f"{dict(job)}: {why}")
        database.close()
    told(len(jobs), len(jobs))
    mark = _mark()
    if mark is not None and not failures:
        mark.touch()
    return failures


def _run(settings: Settings, database: Database, document: Mapping[str, object]) -> tuple[JobState, str | None]:
    """Run one small job to its end."""
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
