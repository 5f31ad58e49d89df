"""All 7,894,584 Warnsdorff tours of 8x8 found, checked, classified and stored, end to end, as the service does it.

    python -m bench.stored_tours [--postgresql URL] [--threads 2] [--folder FOLDER]

Prints for SQLite and, where the URL of an empty database is given, for PostgreSQL: tours a second by the clock from
submission to success, and processor seconds of this process; then whether both hold the same. About two gigabytes.
"""

from __future__ import annotations

import tempfile
import time
from pathlib import Path

import click

from engine.digest import use_cache_folder
from store.db import Database, open_database
from store.digests import job_digest
from store.lifecycle import get_job, prepare, submit
from store.migrate import upgrade
from store.settings import Settings
from store.states import TERMINAL, JobState

TOURS = 7_894_584
LOOK_SECONDS = 0.05
WARM_UP = {"kind": "enumerate", "board": "5x5", "method": "warnsdorff", "store": "all"}
JOB = {"kind": "enumerate", "board": "8x8", "method": "warnsdorff", "store": "all"}


def finished(database: Database, doorbell: object, specification: dict[str, str]) -> str:
    """Run a job to its end; return its public id."""
    from engine.specification.parse import parse_specification

    with database.writing() as session:
        job = submit(session, prepare(parse_specification(specification))).public_id
    doorbell.ring(2)  # type: ignore[attr-defined]  # a Doorbell, imported late
    while True:
        with database.reading() as session:
            state = get_job(session, job).state
        if state in TERMINAL:
            assert state == JobState.SUCCEEDED, state
            return job
        time.sleep(LOOK_SECONDS)


def measure(settings: Settings, threads: int) -> str:
    """Print one line; return the digest of everything the job found."""
    from workers.embedded import EmbeddedWorker

    upgrade(settings)
    database = open_database(settings)
    worker = EmbeddedWorker(settings, database, threads, alone=False)
    worker.start()
    finished(database, worker.doorbell, WARM_UP)
    wall, cpu = time.perf_counter(), time.process_time()
    job = finished(database, worker.doorbell, JOB)
    wall, cpu = time.perf_counter() - wall, time.process_time() - cpu
    worker.stop()
    with database.reading() as session:
        digest = job_digest(session, get_job(session, job))
    name = database.engine.dialect.name
    database.close()
    print(f"{name}: {TOURS:,} tours in {wall:.1f} s, {TOURS / wall:,.0f} tours/s; {cpu:.1f} s of processor", flush=True)
    return digest


@click.command()
@click.option("--postgresql", default="", help="URL of an empty database.")
@click.option("--threads", default=2, show_default=True)
@click.option("--folder", type=click.Path(path_type=Path), default=None, help="Where SQLite's file is made.")
def main(*, postgresql: str, threads: int, folder: Path | None) -> None:
    """Measure SQLite and, where a URL is given, PostgreSQL."""
    use_cache_folder(Path(tempfile.gettempdir()))
    with tempfile.TemporaryDirectory(dir=folder) as place:
        digests = [measure(Settings(data=Path(place), log_level="warning"), threads)]
    if postgresql:
        digests.append(measure(Settings(database_url=postgresql, log_level="warning"), threads))
        print(f"both hold the same: {len(set(digests)) == 1}")


if __name__ == "__main__":
    main()
