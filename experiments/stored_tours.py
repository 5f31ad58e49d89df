"""All 7,894,584 Warnsdorff tours of 8x8 found, checked, classified and stored, end to end, as the service does it.

    python -m experiments.stored_tours [--postgresql URL] [--threads 2] [--folder FOLDER]

Prints for SQLite and, where the URL of an empty database is given, for PostgreSQL: tours a second by the clock from
submission to success, and processor seconds of this process. The numbers of stored tours and of closed ones among them
are checked. Takes about two gigabytes.
"""

from __future__ import annotations

import tempfile
import time
from pathlib import Path

import click
from sqlalchemy import func, select

from engine.code_digest import use_cache_folder
from engine.kinds.admission import plan_now
from findings.setup import upgrade
from store.database.db import Database, open_database
from store.jobs.lifecycle import get_job, submit
from store.models.boards import BoardRow
from store.models.states import TERMINAL, JobState
from store.models.tours import TourRun
from store.settings import Settings

TOURS, CLOSED = 7_894_584, 1_188_384
LOOK_SECONDS = 0.05
WARM_UP = {"kind": "enumerate", "board": "5x5", "method": "warnsdorff", "store": "all"}
JOB = {"kind": "enumerate", "board": "8x8", "method": "warnsdorff", "store": "all"}


def run_to_end(database: Database, notifier: object, specification: dict[str, str]) -> None:
    """Run a job to its end."""
    from engine.kinds.parse import parse_problem

    with database.writing() as session:
        job = submit(session, plan_now(parse_problem(specification))).public_id
    notifier.notify(2)  # type: ignore[attr-defined]  # a BrokerNotifier, imported late
    while True:
        with database.reading() as session:
            state = get_job(session, job).state
        if state in TERMINAL:
            assert state == JobState.SUCCEEDED, state
            return
        time.sleep(LOOK_SECONDS)


def measure(settings: Settings, threads: int) -> None:
    """Print one line."""
    from workers.broker.celery_worker import CeleryWorker

    upgrade(settings)
    database = open_database(settings)
    worker = CeleryWorker(settings, database, threads, alone=False)
    worker.start()
    run_to_end(database, worker.notifier, WARM_UP)
    wall, cpu = time.perf_counter(), time.process_time()
    run_to_end(database, worker.notifier, JOB)
    wall, cpu = time.perf_counter() - wall, time.process_time() - cpu
    worker.stop()
    name = database.engine.dialect.name
    print(f"{name}: {TOURS:,} tours in {wall:.1f} s, {TOURS / wall:,.0f} tours/s; {cpu:.1f} s of processor", flush=True)
    with database.reading() as session:
        board = select(BoardRow.id).where(BoardRow.label == JOB["board"]).scalar_subquery()
        runs = select(func.sum(TourRun.count), func.sum(TourRun.count).filter(TourRun.closed))
        held, closed = session.execute(runs.where(TourRun.board_id == board)).one()
    assert (held, closed) == (TOURS, CLOSED)
    database.close()


@click.command()
@click.option("--postgresql", default="", help="URL of an empty database.")
@click.option("--threads", default=2, show_default=True)
@click.option("--folder", type=click.Path(path_type=Path), default=None, help="Where SQLite's file is made.")
def main(*, postgresql: str, threads: int, folder: Path | None) -> None:
    """Measure SQLite and, where a URL is given, PostgreSQL."""
    use_cache_folder(Path(tempfile.gettempdir()))
    with tempfile.TemporaryDirectory(dir=folder) as place:
        measure(Settings(data=Path(place), log_level="warning"), threads)
    if postgresql:
        measure(Settings(database_url=postgresql, log_level="warning"), threads)


if __name__ == "__main__":
    main()
