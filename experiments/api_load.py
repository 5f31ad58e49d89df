"""Load on the default server: how many submissions and conditional polls a second it answers. Run by hand.

    python -m experiments.api_load [--data FOLDER | --postgresql URL] [--seconds 5] [--clients 4]

The server runs in a process of its own, pinned to one core where the machine allows, without a worker: what is
measured is the API and the database, an empty one or one that experiments.tour_database has filled. The clients, and
PostgreSQL's server, share the other cores.
"""

from __future__ import annotations

import argparse
import gc
import http.client
import json
import multiprocessing
import os
import tempfile
import threading
import time
from collections.abc import Callable, Iterator
from contextlib import contextmanager
from multiprocessing.connection import Connection
from pathlib import Path

from flask import Flask

from experiments.table import machine
from store.logs import configure_logs
from store.settings import Settings

JOB = json.dumps({"kind": "enumerate", "board": "8x8", "method": "warnsdorff", "starts": [[1, 1]]})
HEADERS = {"Content-Type": "application/json"}
Request = Callable[[http.client.HTTPConnection], int]


@contextmanager
def running(serving: Callable[..., None], *given: object) -> Iterator[tuple[int, Connection]]:
    """Run a server in a process of its own, with these arguments and a connection; yield its port and our end."""
    ours, theirs = multiprocessing.Pipe()
    server = multiprocessing.get_context("spawn").Process(target=serving, args=(*given, theirs))
    server.start()
    yield ours.recv(), ours
    ours.send("end")
    server.join()


def serve(settings: Settings, port: Connection) -> None:
    """Serve on one core until the parent has finished; report the CPU seconds used on request."""
    from api.app import create_app
    from findings.setup import upgrade

    if hasattr(os, "sched_setaffinity"):
        os.sched_setaffinity(0, {min(os.sched_getaffinity(0))})
    configure_logs(settings)
    upgrade(settings)
    answer(create_app(settings), port)


def answer(app: Flask, port: Connection) -> None:
    """Answer requests until the parent has finished; report the processor time on request."""
    from api.server import Server

    server = Server(app, "127.0.0.1", 0)
    gc.freeze()  # as the commands do
    server.start()
    port.send(server.port)
    while port.recv() == "cpu":
        port.send(time.process_time())
    server.stop()


def submit(connection: http.client.HTTPConnection) -> int:
    """Send one job."""
    connection.request("POST", "/api/v1/jobs", JOB, HEADERS)
    answer = connection.getresponse()
    answer.read()
    return answer.status


def poll(path: str, tag: str) -> Request:
    """Return a conditional poll of a document that does not change."""

    def send(connection: http.client.HTTPConnection) -> int:
        connection.request("GET", path, headers={"If-None-Match": tag})
        answer = connection.getresponse()
        answer.read()
        return answer.status

    return send


def measure(port: int, request: Request, expected: int, seconds: float, clients: int) -> int:
    """Return how many requests were answered as expected; any other answer is an error."""
    end = time.monotonic() + seconds
    done: list[int] = []

    def client() -> None:
        connection = http.client.HTTPConnection("127.0.0.1", port)
        count = 0
        while time.monotonic() < end:
            status = request(connection)
            assert status == expected, status
            count += 1
        done.append(count)

    threads = [threading.Thread(target=client) for _ in range(clients)]
    for thread in threads:
        thread.start()
    for thread in threads:
        thread.join()
    assert len(done) == clients, "a client failed"
    return sum(done)


def main() -> None:
    """Measure polls and submissions, and print a line for each."""
    parser = argparse.ArgumentParser(description=__doc__)
    parser.add_argument("--seconds", type=float, default=5.0)
    parser.add_argument("--clients", type=int, default=4)
    parser.add_argument("--data", type=Path, help="the data folder of a filled SQLite database")
    parser.add_argument("--postgresql", default="", help="URL of a database, empty or filled")
    given = parser.parse_args()
    print(machine())
    with tempfile.TemporaryDirectory() as folder, running(serve, _settings(given, folder)) as (port, ours):
        first = http.client.HTTPConnection("127.0.0.1", port)
        first.request("POST", "/api/v1/jobs", JOB, HEADERS)
        path = f"/api/v1/jobs/{json.loads(first.getresponse().read())['id']}"
        first.request("GET", path)
        answer = first.getresponse()
        answer.read()
        tag = str(answer.headers["ETag"])
        for name, request, expected in (("conditional polls", poll(path, tag), 304), ("submissions", submit, 202)):
            before = cpu_seconds(ours)
            count = measure(port, request, expected, given.seconds, given.clients)
            used = cpu_seconds(ours) - before
            print(
                f"{name}: {count / given.seconds:.0f}/s, {1e6 * used / count:.0f} us of CPU each ({count / used:.0f}/s)"
            )


def _settings(given: argparse.Namespace, folder: str) -> Settings:
    return Settings(data=given.data or Path(folder), database_url=given.postgresql, log_level="warning")


def cpu_seconds(server: Connection) -> float:
    """Ask the server for the CPU seconds that it has used."""
    server.send("cpu")
    return float(server.recv())


if __name__ == "__main__":
    main()
