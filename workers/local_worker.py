"""A worker in threads of this process without a broker, for a command that runs one job."""

from __future__ import annotations

import threading

from store.database.db import Database
from store.jobs.maintenance import return_expired_leases
from store.settings import Settings
from workers.host.memory_limit import bound_memory
from workers.notifier import LocalNotifier
from workers.worker import WorkerProcess

JOIN_SECONDS = 30.0


class LocalWorker:
    """Threads that answer every notification; the caller holds the lock of the data folder."""

    def __init__(self, settings: Settings, database: Database, threads: int) -> None:
        self.notifier = LocalNotifier(threads)
        self._database = database
        self._settings = settings
        self._process = WorkerProcess(settings, database, self.notifier, threads)
        self._stopping = threading.Event()
        self._idle = threading.Event()
        self._threads = [self._thread() for _ in range(threads)]
        self._replaced = 0

    def start(self) -> None:
        """Take over the leases of a killed predecessor, and start working."""
        bound_memory(self._settings.memory_mib)
        with self._database.writing() as session:
            return_expired_leases(session, everything=True)
        for thread in self._threads:
            thread.start()
        self._process.start()

    def stop(self) -> None:
        """Commit the running slices and end all threads."""
        self._stopping.set()
        self._process.stop()
        self.notifier.notify(len(self._threads))
        for thread in self._threads:
            thread.join(0.0 if self._process.hanging else JOIN_SECONDS)

    def wait(self, seconds: float) -> None:
        """Return when a thread has run out of due work since the last call, or after `seconds`.

        Commits do not end the wait: polling a job of many short slices that often would slow its workers.
        """
        self._idle.wait(seconds)
        self._idle.clear()
        self._replace_hanging()

    @property
    def distrusted_name(self) -> str | None:
        """The name of this worker if it is distrusted: it does no more work."""
        return self._process.name if self._process.erred else None

    def _replace_hanging(self) -> None:
        """Start a thread for each one that hangs in an abandoned step, so that the job can end."""
        while self._replaced < self._process.hanging:
            self._replaced += 1
            self._threads.append(self._thread())
            self._threads[-1].start()
            self.notifier.notify()

    def _thread(self) -> threading.Thread:
        return threading.Thread(target=self._answer, name="worker", daemon=True)

    def _answer(self) -> None:
        while not self._stopping.is_set():
            self.notifier.wait()
            self._process.answer()
            self._idle.set()
