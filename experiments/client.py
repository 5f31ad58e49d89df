"""A million tours on the client: `python -m experiments.client`.

Fills a database as `experiments.tour_database` does, serves it, and times `job.tours.to_numpy()` of a client over HTTP,
then from the cache with the service stopped. Targets: 10 s, and no request.
"""

from __future__ import annotations

import tempfile
import time
from pathlib import Path

import click
from sqlalchemy import select, update

import cavalier
from bench.database import load
from cavalier.client import Client
from cavalier.transport import Transport
from experiments.table import machine
from findings.setup import upgrade
from store.database.db import Database
from store.models.jobs import Job
from store.models.shards import Shard
from store.settings import Settings

SECONDS = 10.0


@click.command()
@click.option("--tours", default=1_000_000, show_default=True)
def main(tours: int) -> None:
    """Print the seconds of both fetches."""
    print(machine(), flush=True)
    with tempfile.TemporaryDirectory() as place:
        folder = Path(place)
        job_id = _fill(folder / "data", tours)
        with cavalier.local(folder / "data") as service:
            first = _time("over HTTP", Client(Transport(service.transport.url), cache=folder / "cache"), job_id)
        again = _time("from the cache", Client(Transport("http://127.0.0.1:9"), cache=folder / "cache"), job_id)
    print(f"  {tours:,} tours of 8x8: {first:.1f} s over HTTP (at most {SECONDS:g}), {again:.2f} s from the cache")


def _fill(data: Path, tours: int) -> str:
    """Store this many tours as those of one job that has ended; return its id."""
    settings = Settings.from_env({"CAVALIER_DATA": str(data)})
    upgrade(settings)
    database = Database(settings.url)
    load(database, tours)
    with database.writing() as session:
        session.execute(update(Shard).values(state="finished"))
        session.execute(update(Job).values(state="succeeded", outcome="complete"))
        job_id: str = session.scalars(select(Job.public_id)).one()
    database.close()
    return job_id


def _time(what: str, client: Client, job_id: str) -> float:
    begun = time.perf_counter()
    with client:
        found = client.job(job_id).tours.to_numpy()
        total = int(found[:, 0].astype(int).sum())
    seconds = time.perf_counter() - begun
    print(f"  {what}: {found.shape[0]:,} tours in {seconds:.2f} s (sum of starts {total:,})", flush=True)
    return seconds


if __name__ == "__main__":
    main()
