"""The worker process of a production set-up: Celery's command with our task, in threads (kernels release the lock)."""

from __future__ import annotations

from celery.signals import worker_ready, worker_shutting_down

from store.db import open_database
from store.logs import configure_logs
from store.settings import Settings
from workers.celery_app import QUEUE, celery_app
from workers.doorbell import Doorbell
from workers.embedded import serve_doorbells
from workers.process import WorkerProcess


def run_worker(settings: Settings, threads: int) -> None:
    """Answer doorbells until SIGTERM or SIGINT; running slices are committed first."""
    configure_logs(settings)
    app = celery_app(settings)
    process = WorkerProcess(settings, open_database(settings), Doorbell(app), threads)
    serve_doorbells(app, process)
    # Weak references would let the receivers die at once.
    worker_ready.connect(lambda **_: process.start(), weak=False)
    worker_shutting_down.connect(lambda **_: process.stop(), weak=False)
    options = ["--pool=threads", f"--concurrency={threads}", "--without-gossip", "--without-mingle", "--loglevel=WARN"]
    app.worker_main(argv=["worker", f"--queues={QUEUE}", f"--hostname={process.name}@%h", *options])
