"""A worker process: answers notifications by claiming, computing and committing slices."""

from __future__ import annotations

import os
import secrets
import socket
import threading
import time
import traceback

import structlog
from sqlalchemy.exc import OperationalError, SQLAlchemyError

from engine.digest import own_engines
from store.db import Database
from store.errors import StaleLeaseError
from store.leases import Lease, SliceResult, claim, commit, fail, release
from store.settings import Settings
from store.sweeping import notifications_wanted
from workers.control import Control
from workers.files import files_of
from workers.leftovers import folder_of, remove_leftovers
from workers.notifier import Notifier
from workers.slices import Held, Pace, run_slice
from workers.sweeper import Sweeper

RETRY_SECONDS = 0.5
log = structlog.get_logger(__name__)


class WorkerProcess:
    """Everything of a worker but its message loop. Thread-safe: each pool thread calls `answer`."""

    def __init__(self, settings: Settings, database: Database, notifier: Notifier, capacity: int) -> None:
        self.name = f"{socket.gethostname()}-{os.getpid()}-{secrets.token_hex(3)}"
        self._settings = settings
        self._database = database
        self._notifier = notifier
        self._control = Control(database, settings)
        self._sweeper = Sweeper(database, settings, notifier, self.name, capacity)
        self._paces: dict[str, Pace] = {}
        self._stopping = threading.Event()
        self.committed = threading.Event()  # set after every commit; who waits for it clears it

    def start(self) -> None:
        """Start the control and sweeper threads."""
        self._control.start()
        self._sweeper.start()

    def stop(self) -> None:
        """Let running slices commit at their next safe point; claim nothing more."""
        self._stopping.set()
        self._sweeper.stop()
        self._control.stop_all()
        remove_leftovers(self._database, self._settings.spill)

    def answer(self) -> None:
        """Answer a notification: work for about the length of a slice, then send the next; without a broker go on."""
        begun = time.monotonic()
        while not self._stopping.is_set() and self.work_once():
            enough = time.monotonic() - begun >= self._settings.slice_seconds
            if enough and self._notifier.notify():
                return

    def work_once(self) -> bool:
        """Claim, compute and commit one slice; False where nothing was due or the database is away."""
        try:
            with self._database.writing() as session:
                lease = claim(session, self.name, own_engines(), self._settings.lease_seconds)
        except SQLAlchemyError as error:
            log.warning("database not reachable", error=repr(error))
            return False
        if lease is None:
            return False
        held = Held(lease)
        self._control.watch(held)
        try:
            self._work(held)
        finally:
            self._control.forget(held)
        return True

    def _work(self, held: Held) -> None:
        lease = held.lease
        pace = self._paces.setdefault(f"{lease.specification['kind']} {lease.specification.get('method')}", Pace())
        try:
            files = files_of(folder_of(self._settings.spill, lease.public_id), lease.shard_id)
            result = run_slice(held, self._settings.slice_seconds, pace, files)
        except Exception:
            log.exception("slice failed", job=lease.public_id, shard=lease.label)
            self._write(lease, None, traceback.format_exc())
            return
        self._write(lease, result, None)

    def _write(self, lease: Lease, result: SliceResult | None, error: str | None) -> None:
        """Commit the slice or its failure; while the database is away try again until the lease has expired."""
        deadline = time.monotonic() + self._settings.lease_seconds
        while True:
            try:
                self._write_once(lease, result, error)
                self.committed.set()
            except StaleLeaseError:
                log.info("slice discarded: the lease was lost", job=lease.public_id, shard=lease.label)
            except OperationalError as problem:
                log.warning("commit failed", job=lease.public_id, shard=lease.label, error=repr(problem))
                if time.monotonic() < deadline:
                    time.sleep(RETRY_SECONDS)
                    continue
            return

    def _write_once(self, lease: Lease, result: SliceResult | None, error: str | None) -> None:
        waiting = 0
        with self._database.writing() as session:
            if error is not None:
                fail(session, lease, error, self._settings.max_attempts)
            elif result is None or (result.work == 0 and not result.finished):
                release(session, lease)
            elif commit(session, lease, self.name, result):
                waiting = notifications_wanted(session)
        self._notifier.notify(waiting)
