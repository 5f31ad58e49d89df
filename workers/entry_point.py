"""The worker process in production: any number of them, on any number of machines."""

from __future__ import annotations

import signal
import threading

import structlog

from store.database.db import open_database
from store.logs import configure_logs
from store.settings import Settings
from workers.broker.celery_worker import CeleryWorker

LOOK_SECONDS = 1.0
log = structlog.get_logger(__name__)


def run_worker(settings: Settings, threads: int) -> int:
    """Answer notifications until SIGTERM or SIGINT, commit the running slices, and return the exit code.

    The code is 1 if the message loop died by itself, so that a supervisor restarts the process.
    """
    configure_logs(settings)
    asked = threading.Event()
    for number in (signal.SIGTERM, signal.SIGINT):
        signal.signal(number, lambda *_: asked.set())
    database = open_database(settings)
    worker = CeleryWorker(settings, database, threads, alone=False)
    worker.start()
    log.info("worker started", threads=threads)
    while not asked.wait(LOOK_SECONDS):
        if worker.overrun:
            worker.begin_anew()
        if not worker.alive:
            log.error("the message loop has died")
            return 1
    worker.stop()
    database.close()
    log.info("worker stopped")
    return 0
