"""The worker process in production: any number of them, on any number of machines."""

from __future__ import annotations

import os
import signal
import threading
import time
from math import inf

import structlog

from store.database.db import open_database
from store.logs import configure_logs
from store.settings import Settings
from store.traces import start_traces
from workers.broker.celery_worker import CeleryWorker

LOOK_SECONDS = 1.0
DEADLINE = "CAVALIER_WORKER_DEADLINE"
"""The environment variable that states when a restarted process must end (seconds since 1970)."""
log = structlog.get_logger(__name__)


def _deadline(max_seconds: float) -> float:
    return float(os.environ.setdefault(DEADLINE, str(time.time() + max_seconds)))


def run_worker(settings: Settings, threads: int, max_seconds: float | None = None) -> int:
    """Answer notifications until SIGTERM, SIGINT or a request to drain, commit the slices, and return the exit code.

    max_seconds: stop after this time, counted across restarts of the process.
    The code is 1 if the message loop died by itself, so that a supervisor restarts the process.
    """
    deadline = inf if max_seconds is None else _deadline(max_seconds)
    configure_logs(settings)
    asked = threading.Event()
    for number in (signal.SIGTERM, signal.SIGINT):
        signal.signal(number, lambda *_: asked.set())
    database = open_database(settings)
    start_traces(settings, database)
    worker = CeleryWorker(settings, database, threads, alone=False)
    worker.start()
    log.info("worker started", threads=threads)
    while time.time() < deadline and not asked.wait(min(LOOK_SECONDS, max(0.0, deadline - time.time()))):
        if worker.draining:
            log.info("worker drains")
            break
        if worker.overrun:
            worker.begin_anew()
        if not worker.alive:
            log.error("the message loop has died")
            return 1
    worker.stop()
    database.close()
    log.info("worker stopped")
    return 0
