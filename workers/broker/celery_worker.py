"""A worker in threads of this process that answers notifications through Celery's consumer."""

from __future__ import annotations

import threading
from collections.abc import Callable
from subprocess import Popen
from typing import NoReturn

import celery.worker.state
import structlog
from celery import Celery
from celery.worker import WorkController
from celery.worker.consumer import Consumer
from kombu.message import Message

from store.database.db import Database
from store.jobs.maintenance import return_expired_leases
from store.settings import Settings
from workers.broker.celery_app import TASK, celery_app
from workers.broker.celery_notifier import BrokerNotifier
from workers.host.memory_limit import bound_memory
from workers.host.reexec import start_anew
from workers.warm_up.compile import start_compiling
from workers.worker import WorkerProcess

JOIN_SECONDS = 30.0
AGAIN_SECONDS = 0.1
MAX_NOTIFICATIONS = 200
log = structlog.get_logger(__name__)


class Listener(Consumer):  # type: ignore[misc]  # Celery ships no type information
    """Celery's consumer, made robust: invalid messages in the broker do not end it."""

    def create_task_handler(self, *args: object, **kwargs: object) -> Callable[[Message], None]:
        """Return the message handler; messages that Celery fails on are rejected, not requeued."""
        receive = super().create_task_handler(*args, **kwargs)

        def receive_or_refuse(message: Message) -> None:
            try:
                receive(message)
            except Exception as error:  # noqa: BLE001  any error would recur with the message
                log.warning("message refused", error=repr(error)[:MAX_NOTIFICATIONS])
                if not message.acknowledged:
                    message.ack()  # type: ignore[no-untyped-call]  # kombu ships hardly any

        return receive_or_refuse


def serve_notifications(app: Celery, process: WorkerProcess) -> None:
    """Make `process` answer the notifications that `app` receives."""

    def answer(*_: object) -> None:
        process.answer()

    app.tasks.pop(TASK, None)  # if notifications are traced, a task of that name exists, and does nothing
    app.task(name=TASK, shared=False)(answer)  # each application has its own process to answer


class CeleryWorker:
    """A worker in threads of this process.

    alone: no other process works on this database, as the caller holds the lock of the data folder. All leases then
    belong to a killed predecessor and can be taken over at once.
    """

    def __init__(self, settings: Settings, database: Database, threads: int, *, alone: bool = True) -> None:
        self._database = database
        self._settings = settings
        self._alone = alone
        self._compiling: Popen[bytes] | None = None
        app = celery_app(settings)
        self.notifier = BrokerNotifier(app)
        self._process = WorkerProcess(settings, database, self.notifier, threads)
        serve_notifications(app, self._process)
        app.conf.worker_consumer = Listener
        self._app, self._threads, self._stopping = app, threads, threading.Event()
        self._thread = threading.Thread(target=self._listen, name="notifications", daemon=True)

    def start(self) -> None:
        """Start working."""
        bound_memory(self._settings.memory_mib)
        celery.worker.state.should_stop = None
        if self._alone:
            with self._database.writing() as session:
                return_expired_leases(session, everything=True)
        self._thread.start()
        self._process.start()
        self._compiling = start_compiling()

    def _listen(self) -> None:
        """Consume messages until `stop`; restart Celery's loop if an invalid message ends it."""
        options = {"without_gossip": True, "without_mingle": True, "loglevel": "WARN"}
        while not self._stopping.is_set():
            WorkController(app=self._app, pool_cls="threads", concurrency=self._threads, **options).start()
            self._stopping.wait(AGAIN_SECONDS)

    def stop(self) -> None:
        """Commit the running slices and end all threads."""
        self._stopping.set()
        self._stop_compiling()
        self._process.stop()
        celery.worker.state.should_stop = 0
        self.notifier.notify(2)  # the message loop sees the flag after the next message, and waits for one more
        self._thread.join(JOIN_SECONDS)

    def _stop_compiling(self) -> None:
        if self._compiling is not None:
            self._compiling.terminate()
            self._compiling.wait()

    @property
    def overrun(self) -> bool:
        """Whether a thread hangs in an abandoned step."""
        return self._process.hanging > 0

    @property
    def draining(self) -> bool:
        """Whether this worker finishes what it has and stops."""
        return self._process.draining

    def begin_anew(self) -> NoReturn:
        """Commit the other threads' slices and restart this process without the hanging thread."""
        self._stop_compiling()
        self._process.stop_around_the_stuck()
        start_anew()

    @property
    def alive(self) -> bool:
        """Whether the message loop runs."""
        return self._thread.is_alive()
