"""What viewers cost: this many browsers poll the dashboard as its script does while a job is at work. Run by hand.

    python -m experiments.viewers [--viewers 50] [--seconds 30]

Prints how long each page's first content takes to come, and its bytes. Then the share of one core that the server used
for the viewers of the home page and of a job's page, first while nothing changes (every poll but the first is a 304
without a body), then while a commit changes the page every second. The server runs in a process of its own without a
worker; commits are written into its database by the parent.
"""

from __future__ import annotations

import argparse
import http.client
import os
import tempfile
import threading
import time
from dataclasses import dataclass, field
from multiprocessing.connection import Connection
from pathlib import Path

from engine.code_digest import own_code_digests
from engine.kinds.admission import plan_now
from engine.kinds.parse import parse_problem
from experiments.api_load import cpu_seconds, running, serve
from store.arrays import pack_arrays
from store.database.db import Database, open_database
from store.jobs.leases import claim
from store.jobs.lifecycle import submit
from store.jobs.slice_commit import SliceResult, commit
from store.settings import Settings

PERIOD, BACKED_OFF, FACTOR = 1.5, 3.0, 1.2
"""Seconds between polls as in live.js: after a change, at most, and how they grow while nothing changes."""

VISITS = 5
FIRST = {
    "home": "/", "jobs": "/jobs", "tours": "/tours", "board 8x8": "/boards/8x8", "search tree": "/tree",
    "form with its preview": "/submit?kind=construct&board=10x10&tours=closed", "generators": "/generators",
}  # fmt: skip
JOB = {"kind": "enumerate", "board": "6x6", "method": "backtrack"}


@dataclass
class Tally:
    """The answers to the viewers, counted."""

    unchanged: int = 0
    changed: int = 0
    bytes: int = 0
    slowest: float = 0.0
    lock: threading.Lock = field(default_factory=threading.Lock)

    def add(self, status: int, size: int, seconds: float) -> None:
        """Count one answer; a 304 must have no body."""
        assert status in (200, 304), status
        assert status == 200 or size == 0
        with self.lock:
            self.unchanged += status == 304
            self.changed += status == 200
            self.bytes += size
            self.slowest = max(self.slowest, seconds)


def view(port: int, path: str, end: float, tally: Tally) -> None:
    """Poll one part as a browser does until `end`."""
    connection = http.client.HTTPConnection("127.0.0.1", port)
    tag, pause = "", PERIOD
    while time.monotonic() < end:
        begun = time.monotonic()
        connection.request("GET", path, headers={"If-None-Match": tag} if tag else {})
        answer = connection.getresponse()
        size = len(answer.read())
        tally.add(answer.status, size, time.monotonic() - begun)
        tag = str(answer.headers["ETag"])
        pause = PERIOD if answer.status == 200 else min(FACTOR * pause, BACKED_OFF)
        time.sleep(pause)


def measure(port: int, path: str, viewers: int, seconds: float, ours: Connection) -> tuple[float, Tally]:
    """Return the share of a core that the server used, and the tally of the viewers' answers."""
    tally, end = Tally(), time.monotonic() + seconds
    before, begun = cpu_seconds(ours), time.monotonic()
    threads = [threading.Thread(target=view, args=(port, path, end, tally)) for _ in range(viewers)]
    for thread in threads:
        thread.start()
        time.sleep(PERIOD / viewers)
    for thread in threads:
        thread.join()
    return (cpu_seconds(ours) - before) / (time.monotonic() - begun), tally


def first_contents(port: int, paths: dict[str, str]) -> None:
    """Print how long the first content of each page takes to come, and its size in bytes."""
    for name, path in paths.items():
        times, size = [], 0
        for _ in range(VISITS):
            connection = http.client.HTTPConnection("127.0.0.1", port)
            begun = time.monotonic()
            connection.request("GET", path)
            size = len(connection.getresponse().read())
            times.append(time.monotonic() - begun)
            connection.close()
        print(
            f"{name}: {1000 * max(times):.0f} ms at most, {1000 * min(times):.0f} at least, {size:,} bytes", flush=True
        )


def keep_committing(database: Database, stop: threading.Event) -> None:
    """Commit a small slice of the job every second."""
    empty = pack_arrays({})
    while not stop.wait(1.0):
        with database.writing() as session:
            lease = claim(session, "bench", own_code_digests(), 60.0)
        if lease is not None:
            result = SliceResult(empty, empty, 1000, 0.01, finished=False, wall_seconds=0.1, cpu_seconds=0.1)
            with database.writing() as session:
                commit(session, lease, "bench", result)


def main() -> None:
    """Measure and print a line for each page, quiet and busy."""
    parser = argparse.ArgumentParser(description=__doc__.splitlines()[0])
    parser.add_argument("--viewers", type=int, default=50)
    parser.add_argument("--seconds", type=float, default=30.0)
    given = parser.parse_args()
    with tempfile.TemporaryDirectory() as folder, running(serve, Settings(data=Path(folder))) as (port, ours):
        database, stop = open_database(Settings(data=Path(folder))), threading.Event()
        with database.writing() as session:
            job = submit(session, plan_now(parse_problem(JOB))).public_id
        first_contents(port, FIRST | {"a job": f"/jobs/{job}"})
        pages = {"home page": "/live/home", "job's page": f"/live/jobs/{job}"}
        committer = threading.Thread(target=keep_committing, args=(database, stop))
        for busy in (False, True):
            if busy:
                committer.start()
            for name, path in pages.items():
                share, tally = measure(port, path, given.viewers, given.seconds, ours)
                print(
                    f"{name}, {'a commit a second' if busy else 'nothing changes'}: {100 * share:.1f} % of a core for "
                    f"{given.viewers} viewers; {tally.unchanged} answers 304, {tally.changed} with a part of "
                    f"{tally.bytes / max(1, tally.changed):.0f} bytes, slowest {1000 * tally.slowest:.0f} ms; "
                    f"load {os.getloadavg()[0]:.1f}",
                    flush=True,
                )
        stop.set()
        committer.join()
        database.close()


if __name__ == "__main__":
    main()
