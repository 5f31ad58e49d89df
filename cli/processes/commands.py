"""The long-running processes: serve (everything in one), worker and api (production)."""

from __future__ import annotations

import signal
import sys
import threading
from collections.abc import Iterator
from contextlib import contextmanager
from pathlib import Path

import click

from cli.lazy import lasting
from cli.options import data_option, threads_option

host_option = click.option("--host", default="127.0.0.1", show_default=True, help="Address to listen on.")
port_option = click.option(
    "--port", type=click.IntRange(0, 65535), default=8000, show_default=True, help="Port to listen on; 0: any free one."
)


@click.command(short_help="Serve API, dashboard and an embedded worker from one process.")
@data_option
@host_option
@port_option
@threads_option
def serve(data: Path, host: str, port: int, threads: int | None) -> None:
    """Serve the API and dashboard and work on jobs, all in this process, until Ctrl-C or SIGTERM.

    Everything is kept in the data folder. Running work is committed before the process ends; after a crash or a
    power cut the next start goes on from the last commits.
    """
    with lasting():
        from cli.processes.serving import serve_embedded  # noqa: PLC0415  the other processes do without it

    with stop_signal() as stopped:
        serve_embedded(data, host, port, threads, stopped)


@click.command(short_help="Work on jobs of the production database.")
@threads_option
@click.option(
    "--max-seconds",
    type=click.FloatRange(min=0, min_open=True),
    help="Commit and stop after so long.  [default: work until SIGTERM]",
)
def worker(threads: int | None, max_seconds: float | None) -> None:
    """Work on jobs of CAVALIER_DATABASE_URL, notified through CAVALIER_BROKER_URL, until SIGTERM."""
    from cli.settings import keep_kernels, production_settings, usable_cores  # noqa: PLC0415  each process its half

    settings = production_settings()
    keep_kernels()
    from workers.entry_point import run_worker  # noqa: PLC0415  loads numba, which reads its cache folder's name now

    sys.exit(run_worker(settings, threads or usable_cores(), max_seconds))


@click.command(short_help="Serve the API and dashboard of the production database.")
@host_option
@port_option
@click.option("--workers", type=click.IntRange(min=1), default=2, show_default=True, help="Processes.")
@click.option("--threads", type=click.IntRange(min=1), default=8, show_default=True, help="Threads in each process.")
def api(host: str, port: int, workers: int, threads: int) -> None:
    """Serve the API and dashboard of CAVALIER_DATABASE_URL; workers are processes of their own."""
    with lasting():
        from cli.processes.production import serve_production  # noqa: PLC0415  each process loads its own half
    from cli.settings import production_settings  # noqa: PLC0415  as above

    serve_production(production_settings(), host, port, workers, threads)


@contextmanager
def stop_signal() -> Iterator[threading.Event]:
    """Yield an event that the first SIGINT or SIGTERM sets; a second one ends the process at once."""
    stopped = threading.Event()

    def stop(number: int, _frame: object) -> None:
        stopped.set()
        signal.signal(number, signal.SIG_DFL)

    before = {number: signal.signal(number, stop) for number in (signal.SIGINT, signal.SIGTERM)}
    try:
        yield stopped
    finally:
        for number, handler in before.items():
            signal.signal(number, handler)
