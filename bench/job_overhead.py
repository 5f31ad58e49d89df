"""What it costs to run an enumeration as a job: slicing, leasing and committing against the bare kernel.

    python bench/job_overhead.py [--seconds 600]

Runs the same subtrees of a 6x6 search twice, side by side in pieces of a few seconds so that both meet the same
weather: bare (a loop around the runner) and as a job (embedded worker, one thread). Prints both and their ratio,
in processor time and in wall time.
"""

from __future__ import annotations

import argparse
import tempfile
import time
from dataclasses import replace
from pathlib import Path

from engine.code_digest import use_cache_folder

SPECIFICATION = {"kind": "enumerate", "board": "6x6", "method": "backtrack"}


def main() -> None:
    """Measure and print."""
    parser = argparse.ArgumentParser(description=__doc__)
    parser.add_argument("--seconds", type=float, default=600.0, help="of work as a job")
    seconds = parser.parse_args().seconds
    use_cache_folder(Path(tempfile.gettempdir()))
    with tempfile.TemporaryDirectory() as folder:
        measure(Path(folder), seconds)


def measure(folder: Path, seconds: float) -> None:
    """Alternate between a slice as a job and the same amount of work bare."""
    from engine.kinds.admission import plan_now
    from engine.kinds.open_shard import open_shard
    from engine.kinds.parse import parse_problem
    from engine.kinds.running.shard_runner import Shard
    from engine.kinds.table import KINDS
    from findings.setup import upgrade
    from store.database.db import open_database
    from store.jobs.lifecycle import submit
    from store.settings import Settings
    from workers.broker.celery_app import celery_app
    from workers.broker.celery_notifier import BrokerNotifier
    from workers.worker import WorkerProcess

    settings = replace(Settings(), data=folder)
    upgrade(settings)
    database = open_database(settings)
    specification = parse_problem(SPECIFICATION)
    with database.writing() as session:
        submit(session, plan_now(specification))
    worker = WorkerProcess(settings, database, BrokerNotifier(celery_app(settings)), capacity=1)
    worker.start()
    shards = iter(KINDS["enumerate"].plan(specification).shards)
    bare = open_shard(Shard(specification, next(shards).target))
    bare.step(1)
    worker.work_once()
    job = alone = job_cpu = alone_cpu = 0.0
    work_done = count_committed(database)
    while job < seconds:
        wall, cpu = time.perf_counter(), time.process_time()
        if not worker.work_once():
            break
        job, job_cpu = job + time.perf_counter() - wall, job_cpu + time.process_time() - cpu
        target = count_committed(database)
        wall, cpu = time.perf_counter(), time.process_time()
        while work_done < target:
            if bare.is_finished:
                bare = open_shard(Shard(specification, next(shards).target))
            work_done += bare.step(min(4_000_000, target - work_done))
        alone, alone_cpu = alone + time.perf_counter() - wall, alone_cpu + time.process_time() - cpu
    worker.stop()
    print(f"nodes                 {work_done:,}")
    print(f"as a job, wall / cpu  {job:9.2f} s  {job_cpu:9.2f} s")
    print(f"bare, wall / cpu      {alone:9.2f} s  {alone_cpu:9.2f} s")
    print(f"overhead, wall / cpu  {100 * (job / alone - 1):8.2f} %  {100 * (job_cpu / alone_cpu - 1):8.2f} %")


def count_committed(database: object) -> int:
    """Return the nodes that the job has committed."""
    from sqlalchemy import func, select

    from store.models.jobs import Shard

    with database.reading() as session:  # type: ignore[attr-defined]  # a Database, imported late
        return int(session.scalar(select(func.sum(Shard.work))) or 0)


if __name__ == "__main__":
    main()
