"""The control thread: keeps leases alive and tells slices to stop when their job no longer wants them."""

from __future__ import annotations

import threading
import time
from collections.abc import Callable
from typing import TypeVar

import structlog
from sqlalchemy.exc import SQLAlchemyError

from engine.compile_waits import waiting_seconds
from store.database.db import Database
from store.errors import StaleLeaseError
from store.jobs.leases import Lease, renew, still_wanted, tell_compiling
from store.jobs.steps import StepLease, renew_steps, steps_held
from store.settings import Settings
from store.trust.rechecks import CheckLease, checks_held, renew_checks
from workers.job_steps import Write
from workers.permanent_failures import StepOverrunError
from workers.slices import AnyLease, Held, named

Kind = TypeVar("Kind", CheckLease, Lease, StepLease)
COMPILING_SECONDS = 2.0
"""Who waits for longer waits for the compiler: what is compiled is loaded sooner, on busy machines too."""

log = structlog.get_logger(__name__)


class Control(threading.Thread):
    """Watches the leases of this process."""

    def __init__(
        self,
        database: Database,
        settings: Settings,
        write: Callable[[Write], None],
        failure: Callable[[AnyLease, Exception], Write],
    ) -> None:
        """Watch; that something is given up, and why, is put into words by `failure` and written down by `write`."""
        super().__init__(name="control", daemon=True)
        self._database = database
        self._write, self._failure = write, failure
        self._tick = settings.control_seconds
        self._lease_seconds = settings.lease_seconds
        self.hanging = 0  # how many threads of this process hang for good
        self._held: dict[tuple[str, int], Held] = {}
        self._lock = threading.Lock()
        self._end = threading.Event()
        self._renewed = time.monotonic()

    def watch(self, held: Held) -> None:
        """Begin to watch a lease."""
        with self._lock:
            if not self._held:
                self._renewed = time.monotonic()
            self._held[held.lease.key] = held
            held.stop = held.stop or self._end.is_set()

    def forget(self, held: Held) -> None:
        """Watch it no more."""
        with self._lock:
            self._held.pop(held.lease.key, None)

    def stop_all(self) -> None:
        """Ask every slice to come to its end, and end the thread."""
        self._end.set()
        for held in self._current():
            held.stop = True

    def run(self) -> None:
        """Tick until `stop_all`."""
        while not self._end.wait(self._tick):
            held = self._current()
            if held:
                self._look_after(held)

    def _current(self) -> list[Held]:
        with self._lock:
            return list(self._held.values())

    def _look_after(self, held: list[Held]) -> None:
        try:
            for item in held:
                if waiting_seconds(item.thread):  # for the compiler, which takes minutes where a machine is busy
                    item.begin_anew()
                if item.step_seconds > item.most_seconds and not item.given_up:
                    self._give_up(item)
            self._tell_of_compiling(held)
            self._stop_unwanted(held)
            if time.monotonic() - self._renewed >= self._lease_seconds / 3:
                with self._database.writing() as session:
                    renew(session, _among(held, Lease), self._lease_seconds)
                    renew_steps(session, _among(held, StepLease), self._lease_seconds)
                    renew_checks(session, _among(held, CheckLease), self._lease_seconds)
                self._renewed = time.monotonic()
        except SQLAlchemyError as error:
            log.warning("database not reachable", error=repr(error))
            if time.monotonic() - self._renewed > self._lease_seconds:
                for item in held:  # by now the leases have expired: go on computing for nobody
                    item.stop = True

    def _give_up(self, held: Held) -> None:
        """End work of which one step overran its time by far; its thread cannot be ended, only the process."""
        log.error("step overran", **named(held.lease), seconds=round(held.step_seconds))
        held.stop = True
        try:
            self._write(self._failure(held.lease, StepOverrunError(held.most_seconds)))
        except StaleLeaseError:
            log.info("lease was lost before", **named(held.lease))
        held.given_up = True
        self.hanging += 1

    def _tell_of_compiling(self, held: list[Held]) -> None:
        """Let jobs say so, once a slice, whose kernels take a while to compile."""
        for item in held:
            lease, waited = item.lease, waiting_seconds(item.thread)
            if waited > COMPILING_SECONDS and not item.told and isinstance(lease, Lease):
                with self._database.writing() as session:
                    tell_compiling(session, lease)
                item.told = True

    @property
    def stuck(self) -> int:
        """How many threads are in a step that has taken more than half the time that a step may take."""
        return sum(held.step_seconds > held.most_seconds / 2 for held in self._current())

    @property
    def busy(self) -> bool:
        """Whether a slice is at work that may still be committed."""
        return any(not held.given_up for held in self._current())

    def _stop_unwanted(self, held: list[Held]) -> None:
        with self._database.reading() as session:
            wanted = still_wanted(session, _among(held, Lease)) | steps_held(session, _among(held, StepLease))
            wanted |= checks_held(session, _among(held, CheckLease))
        for item in held:
            if item.lease.key not in wanted:
                item.stop = True


def _among(held: list[Held], kind: type[Kind]) -> list[Kind]:
    return [item.lease for item in held if isinstance(item.lease, kind)]
