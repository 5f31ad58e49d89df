"""The throughput of a filled database: imports, exports, claims and commits, submissions."""

from __future__ import annotations

import json
import subprocess
import sys
import time
from collections.abc import Callable
from dataclasses import dataclass
from pathlib import Path

from flask.testing import FlaskClient

from api.app import create_app
from bench.database import claim_and_commit, open_wide_job
from experiments.table import Row
from findings.exports.formats import tour_file
from findings.imports.load import import_file
from store.database.db import Database
from store.jobs.lifecycle import cancel
from store.queries.tours import TourFilter
from store.settings import Settings

SUBMISSIONS, WARM_UP = 300, 20
SHARDS, SLICES = (100, 10_000, 100_000), 200
JOB = {"kind": "enumerate", "board": "8x8", "method": "warnsdorff", "starts": [[1, 1]]}
"""A job of about 64 shards, which other benches of submissions use, too."""

SMALL_JOB = {"kind": "enumerate", "board": "5x5"}


@dataclass(frozen=True)
class Taken:
    """Seconds by the clock, and of this process's processor time."""

    wall: float
    cpu: float

    def rate(self, number: int, unit: str) -> str:
        """Return how many a second, both ways."""
        return f"{number / self.wall:,.0f} {unit}/s, {number / self.cpu:,.0f} per CPU second"


def time_work(work: Callable[[], object]) -> Taken:
    """Do the work and return the time it took."""
    wall, cpu = time.perf_counter(), time.process_time()
    work()
    return Taken(time.perf_counter() - wall, time.process_time() - cpu)


def exported_lines(database: Database, path: Path, number: int) -> int:
    """Write about this many stored tours of 6x6 as JSON Lines; return their exact number."""
    written = 0
    with database.reading() as session, path.open("wb") as file:
        for piece in tour_file(session, TourFilter(board="6x6"), "jsonl"):
            file.write(piece)
            written += piece.count(b"\n")
            if written >= number:
                break
    return written


def import_tours(database: Database, path: Path, number: int) -> Row:
    """Import a file of this many tours into a database that has none of them."""

    def bring() -> None:
        with database.writing() as session, path.open("rb") as file:
            import_file(session, file, path.name)

    taken = time_work(bring)
    before = "960 to 1,360 tours/s"
    return Row("import, each checked and classified", taken.rate(number, "tours"), before, None, "50,000", by_wall=True)


def exports(url: str, boards: list[str], folder: Path) -> None:
    """Print the cost of exports of all tours of some boards, each in a process of its own."""
    for board in boards:
        command = [sys.executable, "-m", "experiments.export", url, "--board", board, "--folder", str(folder)]
        subprocess.run(command, check=True)


def claiming(database: Database) -> list[Row]:
    """Claim and commit empty slices of jobs of few and of many shards."""
    rows = []
    for shards in SHARDS:
        job = open_wide_job(database, shards)
        text = time_work(lambda: _claim(database)).rate(SLICES, "")
        with database.writing() as session:
            cancel(session, job)
        before = "SQLite 27 to 78/s, PostgreSQL 5 to 16/s" if shards == 10_000 else ""
        rows.append(Row(f"claim and commit, {shards:,} shards", text, before, None, "200", by_wall=True))
    return rows


def _claim(database: Database) -> None:
    for _ in range(SLICES):
        claim_and_commit(database)


def submitting(database: Database, settings: Settings) -> list[Row]:
    """Submit jobs one by one to the application, without a network."""
    client = create_app(settings, database).test_client()
    rows = []
    for name, job in {"of 64 shards": JOB, "small": SMALL_JOB}.items():
        send = _sender(client, json.dumps(job))
        for _ in range(WARM_UP):
            send()
        taken = time_work(lambda send=send: [send() for _ in range(SUBMISSIONS)])  # type: ignore[misc]  # of this turn
        text = taken.rate(SUBMISSIONS, "")
        rows.append(Row(f"submissions, {name}", text, "43 to 53/s at 5,000 jobs", None, "300", by_wall=True))
    return rows


def _sender(client: FlaskClient, body: str) -> Callable[[], None]:
    def send() -> None:
        assert client.post("/api/v1/jobs", data=body, content_type="application/json").status_code == 202

    return send
