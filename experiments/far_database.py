"""What the distance to PostgreSQL costs a worker: python -m experiments.far_database URL (of a database to be filled).

One thread works in short slices, over a relay that counts round trips and delays them. The overhead of a slice does not
depend on its length.
"""

from __future__ import annotations

import sys
import time
from dataclasses import replace

from sqlalchemy import func, select

from engine.kinds.admission import plan_now
from engine.kinds.parse import parse_problem
from findings.setup import upgrade
from store.database.db import Database, open_database
from store.jobs.lifecycle import cancel, submit
from store.models.shards import Slice
from store.settings import Settings
from tests.far_database import Line
from workers.notifier import LocalNotifier
from workers.worker import WorkerProcess

JOBS = {
    "a count": {"kind": "enumerate", "board": "8x8", "method": "backtrack", "starts": [[1, 1]]},
    "tours stored": {"kind": "enumerate", "board": "8x8", "method": "warnsdorff", "store": "all"},
}
MILLISECONDS = (0, 20, 100)
SLICES, FIRST = 20, 8
SLICE_SECONDS, USUAL_SECONDS = 0.3, 3.0
NEVER = 1e-9
"""Share of second runs: not 0, so that commits draw lots; but none is drawn, as it would count as a slice."""


def main(url: str) -> None:
    """Print a line for each job and distance."""
    upgrade(Settings(database_url=url))
    line = Line(url)
    settings = replace(Settings(), database_url=line.url, slice_seconds=SLICE_SECONDS, confirm_share=NEVER)
    database = open_database(settings)
    worker = WorkerProcess(settings, database, LocalNotifier(1), capacity=1)
    for name, job in JOBS.items():
        with database.writing() as session:
            public_id = submit(session, plan_now(parse_problem(job))).public_id
        for _ in range(FIRST):  # compiles, prepares statements, opens connections
            worker.work_once()
        for milliseconds in MILLISECONDS:
            line.seconds = milliseconds / 1000
            computed = _computed(database)
            trips, begun = line.trips, time.monotonic()
            for _ in range(SLICES):
                worker.work_once()
            each, took = (line.trips - trips) / SLICES, time.monotonic() - begun
            lost = (took - _computed(database) + computed) / SLICES
            share = lost / (USUAL_SECONDS + lost)
            cost = f"{each:5.1f} round trips, {1000 * lost:6.0f} ms a slice, {share:6.1%} of {USUAL_SECONDS:g} s"
            print(f"{name:14} {milliseconds:4} ms: {cost}")
        line.seconds = 0.0
        with database.writing() as session:
            cancel(session, public_id)
        while worker.work_once():
            pass
    database.close()


def _computed(database: Database) -> float:
    """Return the seconds that all slices have computed."""
    with database.reading() as session:
        return session.scalar(select(func.sum(Slice.wall_seconds))) or 0.0


if __name__ == "__main__":
    main(sys.argv[1])
