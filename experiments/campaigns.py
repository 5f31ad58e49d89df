"""Ten thousand jobs in one campaign: `python -m experiments.campaigns [--postgresql URL]`.

A server in a process of its own, without a worker, is sent one campaign over HTTP: 100 boards x 100 specifications.
Printed are the seconds until its answer and the processor time of the server, beside those of as many jobs sent one by
one (measured on a few hundred); then how long it takes to follow, list, pause, resume and cancel the campaign. With
--postgresql the same is measured on a temporary database of that server. Target: 60 s.
"""

from __future__ import annotations

import secrets
import tempfile
import time
from collections.abc import Callable, Iterator
from contextlib import contextmanager
from multiprocessing.connection import Connection
from pathlib import Path
from typing import TypeVar

import click
from sqlalchemy import create_engine, make_url

from cavalier.client import Client
from cavalier.transport import Transport
from experiments.api_load import answer, cpu_seconds, running
from experiments.table import machine
from workers.broker.celery_notifier import BrokerNotifier

TARGET_SECONDS = 60.0
Made = TypeVar("Made")
SINGLE = 300
"""Jobs that are sent one by one."""


def serve(data: Path, url: str, port: Connection) -> None:
    """Serve until the parent has finished; report the processor time on request."""
    from api.app import create_app
    from findings.setup import upgrade
    from store.settings import Settings

    settings = Settings(data=data, database_url=url)
    upgrade(settings)
    answer(create_app(settings, notifier=Silence()), port)


class Silence(BrokerNotifier):
    """No worker is notified: what is measured is the API and the database."""

    def __init__(self) -> None:
        """Ignore the broker."""

    def notify(self, times: int = 1) -> bool:
        """Send no notification."""
        return bool(times)

    def reachable(self) -> bool:
        """Pretend that a worker listens."""
        return True


@contextmanager
def database(server: str) -> Iterator[str]:
    """Make a database on a PostgreSQL server for as long as it is measured; yield its URL."""
    name = f"cavalier_bench_{secrets.token_hex(4)}"
    url = make_url(server).set(drivername="postgresql+psycopg")
    engine = create_engine(url, isolation_level="AUTOCOMMIT")
    with engine.connect() as connection:
        connection.exec_driver_sql(f"CREATE DATABASE {name}")
    try:
        yield url.set(database=name).render_as_string(hide_password=False)
    finally:
        with engine.connect() as connection:
            connection.exec_driver_sql(f"DROP DATABASE {name} WITH (FORCE)")
        engine.dispose()


def measure(name: str, url: str, side: int) -> None:
    """Print the times on one database."""
    boards = [f"{rows}x{columns}" for rows in range(3, 13) for columns in range(rows, rows + 10)][:side]
    asked = [{"kind": "sample", "method": "uniform", "budget": {"walks": 1000 + number}} for number in range(side)]
    with (
        tempfile.TemporaryDirectory() as folder,
        running(serve, Path(folder), url) as (port, ours),
        Client(Transport(f"http://127.0.0.1:{port}"), cache=None) as client,
    ):
        client.submit(asked[0] | {"board": "5x5"})  # loads what is lazy
        jobs = len(boards) * len(asked)
        made = time_action(
            f"{name}, one campaign of {jobs:,} jobs", ours, jobs, lambda: client.campaign("bench", boards, asked)
        )
        single = [asked[number % side] | {"board": "5x5"} for number in range(SINGLE)]
        time_action(f"{name}, jobs one by one", ours, SINGLE, lambda: list(map(client.submit, single)))
        actions: dict[str, Callable[[], object]] = {
            "followed": lambda: made.status, "its jobs listed": lambda: sum(1 for _ in made.jobs()),
            "paused": made.pause, "resumed": made.resume, "cancelled": made.cancel,
        }  # fmt: skip
        for what, action in actions.items():
            time_action(f"{name}, {what}", ours, 1, action)


def time_action(what: str, server: Connection, jobs: int, action: Callable[[], Made]) -> Made:
    """Do an action, print its time, and return its result."""
    before, begun = cpu_seconds(server), time.perf_counter()
    made = action()
    seconds, used = time.perf_counter() - begun, cpu_seconds(server) - before
    each = f", {1e6 * used / jobs:.0f} us of it each" if jobs > 1 else ""
    late = "" if seconds < TARGET_SECONDS else " TOO LONG"
    print(f"  {what}: {seconds:.2f} s, {used:.2f} s of processor time{each}{late}", flush=True)
    return made


@click.command()
@click.option("--side", default=100, show_default=True, help="Boards, and specifications.")
@click.option("--postgresql", help="URL of a PostgreSQL server, such as postgresql://postgres@127.0.0.1/postgres.")
def main(side: int, postgresql: str | None) -> None:
    """Measure SQLite and, where it is named, PostgreSQL."""
    print(machine(), flush=True)
    measure("SQLite", "", side)
    if postgresql is not None:
        with database(postgresql) as url:
            measure("PostgreSQL", url, side)


if __name__ == "__main__":
    main()
