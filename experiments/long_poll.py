"""The cost of long polling: many requests wait for a job while others are answered. Run by hand.

    python -m experiments.long_poll [--waiters 200] [--seconds 20]

The server runs in a process of its own without a worker, the waiting requests in another; a thread of this process
changes the job every two seconds. Prints the times of ordinary requests (a job without a wait, one after the other, on
one connection): without waiting requests, while all wait and nothing changes, and with a change every two seconds.
Then prints the delay from a change's commit to each answer.
"""

from __future__ import annotations

import argparse
import http.client
import json
import multiprocessing
import os
import selectors
import socket
import statistics
import tempfile
import threading
import time
from collections.abc import Callable
from multiprocessing.connection import Connection
from pathlib import Path

from sqlalchemy.orm import Session

from experiments.api_load import JOB, cpu_seconds, running, serve
from store.database.db import Database, open_database
from store.jobs.lifecycle import pause, resume
from store.settings import Settings

PERIOD = 2.0
WAIT = 30


def wait_for_ever(port: int, path: str, number: int, control: Connection) -> None:
    """Keep this many requests open until the caller ends it; then send the moment of each answer."""
    request = f"GET {path}?wait={WAIT} HTTP/1.1\r\nHost: 127.0.0.1\r\n\r\n".encode()
    selector = selectors.DefaultSelector()
    for _ in range(number):
        connection = socket.create_connection(("127.0.0.1", port))
        connection.sendall(request)
        selector.register(connection, selectors.EVENT_READ, bytearray())
    moments = []
    while not control.poll():
        for key, _ in selector.select(0.1):
            assert isinstance(key.fileobj, socket.socket)
            key.data.extend(key.fileobj.recv(1 << 16))
            if whole(key.data):
                moments.append(time.monotonic())
                key.data.clear()
                key.fileobj.sendall(request)
    control.send(moments)


def whole(answer: bytes) -> bool:
    """Whether an answer is complete."""
    head, _, body = answer.partition(b"\r\n\r\n")
    assert head.startswith(b"HTTP/1.1 200"), head
    return len(body) == int(head.partition(b"Content-Length: ")[2].partition(b"\r\n")[0] or -1)


def ordinary(port: int, path: str, seconds: float) -> list[float]:
    """Return how long each of many requests took, one after the other."""
    connection = http.client.HTTPConnection("127.0.0.1", port)
    times, end = [], time.monotonic() + seconds
    while time.monotonic() < end:
        begun = time.monotonic()
        connection.request("GET", path)
        connection.getresponse().read()
        times.append(time.monotonic() - begun)
        time.sleep(0.01)
    connection.close()
    return times


def keep_changing(database: Database, job: str, stop: threading.Event, changes: list[float]) -> None:
    """Pause and resume the job by turns; note when each change was committed."""
    change: Callable[[Session, str], object] = pause
    while not stop.wait(PERIOD):
        with database.writing() as session:
            change(session, job)
        changes.append(time.monotonic())
        change = resume if change is pause else pause


def spread(times: list[float]) -> str:
    """Return the median, the 99th percentile and the longest, in milliseconds."""
    ordered = sorted(1000 * one for one in times)
    most = ordered[-1 - len(ordered) // 100]
    return f"median {statistics.median(ordered):.1f} ms, 99 % within {most:.1f} ms, longest {ordered[-1]:.1f} ms"


def main() -> None:
    """Measure and print a line for each."""
    parser = argparse.ArgumentParser(description=__doc__.splitlines()[0])
    parser.add_argument("--waiters", type=int, default=200)
    parser.add_argument("--seconds", type=float, default=20.0)
    given = parser.parse_args()
    context = multiprocessing.get_context("spawn")
    with tempfile.TemporaryDirectory() as folder, running(serve, Settings(data=Path(folder))) as (port, ours):
        database, stop = open_database(Settings(data=Path(folder))), threading.Event()
        job = submit(port)
        path = f"/api/v1/jobs/{job}"

        def line(name: str) -> None:
            before, begun = cpu_seconds(ours), time.monotonic()
            times = ordinary(port, path, given.seconds)
            share = (cpu_seconds(ours) - before) / (time.monotonic() - begun)
            print(f"{name}: {spread(times)}; {100 * share:.0f} % of a core; load {os.getloadavg()[0]:.1f}", flush=True)

        line("nobody waits")
        control, telling = context.Pipe()
        waiters = context.Process(target=wait_for_ever, args=(port, path, given.waiters, telling))
        waiters.start()
        time.sleep(PERIOD)
        line(f"{given.waiters} wait, nothing changes")
        changes: list[float] = []
        changer = threading.Thread(target=keep_changing, args=(database, job, stop, changes))
        changer.start()
        line(f"{given.waiters} wait, a change every {PERIOD:g} s")
        stop.set()
        changer.join()
        time.sleep(PERIOD)
        control.send("enough")
        moments = control.recv()
        waiters.join()
        delays = [one - max(change for change in changes if change <= one) for one in moments if one >= changes[0]]
        print(f"from {len(changes)} changes to {len(delays)} answers: {spread(delays)}")
        database.close()


def submit(port: int) -> str:
    """Submit a job; return its id."""
    connection = http.client.HTTPConnection("127.0.0.1", port)
    connection.request("POST", "/api/v1/jobs", JOB, {"Content-Type": "application/json"})
    return str(json.loads(connection.getresponse().read())["id"])


if __name__ == "__main__":
    main()
