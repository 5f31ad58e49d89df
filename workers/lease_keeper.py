"""The control thread: renews leases and stops slices that are no longer needed."""

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
from store.jobs.leases import Lease, find_live_leases, record_compiling, renew
from store.jobs.steps import StepLease, renew_steps, steps_held
from store.settings import Settings
from store.trust.rechecks import RecheckLease, checks_held, renew_checks
from workers.job_steps import Write
from workers.permanent_failures import StepOverrunError
from workers.slices import ActiveLease, AnyLease, log_fields

Kind = TypeVar("Kind", RecheckLease, Lease, StepLease)
COMPILING_SECONDS = 2.0
"""A first step longer than this is compiling: cached kernels load faster, even on busy machines."""

log = structlog.get_logger(__name__)


class LeaseKeeper(threading.Thread):
    """Renews and watches the leases of this process."""

    def __init__(
        self,
        database: Database,
        settings: Settings,
        write: Callable[[Write], None],
        failure: Callable[[AnyLease, Exception], Write],
    ) -> None:
        """Create the thread. `failure` describes an abandoned step and `write` records it."""
        super().__init__(name="control", daemon=True)
        self._database = database
        self._write, self._failure = write, failure
        self._tick = settings.control_seconds
        self._lease_seconds = settings.lease_seconds
        self.hanging = 0  # how many threads of this process hang for good
        self._held: dict[tuple[str, int], ActiveLease] = {}
        self._lock = threading.Lock()
        self._end = threading.Event()
        self._renewed = time.monotonic()

    def watch(self, active: ActiveLease) -> None:
        """Add a lease."""
        with self._lock:
            if not self._held:
                self._renewed = time.monotonic()
            self._held[active.lease.key] = active
            active.stop = active.stop or self._end.is_set()

    def forget(self, active: ActiveLease) -> None:
        """Remove a lease."""
        with self._lock:
            self._held.pop(active.lease.key, None)

    def stop_all(self) -> None:
        """Stop every slice at its next safe point, and end the thread."""
        self._end.set()
        for active in self._current():
            active.stop = True

    def run(self) -> None:
        """Tick until `stop_all`."""
        while not self._end.wait(self._tick):
            active = self._current()
            if active:
                self._look_after(active)

    def _current(self) -> list[ActiveLease]:
        with self._lock:
            return list(self._held.values())

    def _look_after(self, active: list[ActiveLease]) -> None:
        try:
            for item in active:
                if waiting_seconds(item.thread):  # for the compiler, which takes minutes on a busy machine
                    item.begin_anew()
                if item.step_seconds > item.most_seconds and not item.given_up:
                    self._give_up(item)
            self._tell_of_compiling(active)
            self._stop_unwanted(active)
            if time.monotonic() - self._renewed >= self._lease_seconds / 3:
                with self._database.writing() as session:
                    renew(session, _among(active, Lease), self._lease_seconds)
                    renew_steps(session, _among(active, StepLease), self._lease_seconds)
                    renew_checks(session, _among(active, RecheckLease), self._lease_seconds)
                self._renewed = time.monotonic()
        except SQLAlchemyError as error:
            log.warning("database not reachable", error=repr(error))
            if time.monotonic() - self._renewed > self._lease_seconds:
                for item in active:  # the leases have expired by now: no result could be committed
                    item.stop = True

    def _give_up(self, active: ActiveLease) -> None:
        """Abandon work whose step far overran its time; only ending the process can end its thread."""
        log.error("step overran", **log_fields(active.lease), seconds=round(active.step_seconds))
        active.stop = True
        try:
            self._write(self._failure(active.lease, StepOverrunError(active.most_seconds)))
        except StaleLeaseError:
            log.info("lease was lost before", **log_fields(active.lease))
        active.given_up = True
        self.hanging += 1

    def _tell_of_compiling(self, active: list[ActiveLease]) -> None:
        """Record, once per slice, that a job waits for its kernels to compile."""
        for item in active:
            lease, waited = item.lease, waiting_seconds(item.thread)
            if waited > COMPILING_SECONDS and not item.compile_reported and isinstance(lease, Lease):
                with self._database.writing() as session:
                    record_compiling(session, lease)
                item.compile_reported = True

    @property
    def at_work(self) -> int:
        """The number of threads that hold a lease."""
        return len(self._current())

    @property
    def count_stuck(self) -> int:
        """Return how many threads are in a step that has taken more than half its allowed time."""
        return sum(active.step_seconds > active.most_seconds / 2 for active in self._current())

    @property
    def busy(self) -> bool:
        """Whether a running slice may still be committed."""
        return any(not active.given_up for active in self._current())

    def _stop_unwanted(self, active: list[ActiveLease]) -> None:
        with self._database.reading() as session:
            live = find_live_leases(session, _among(active, Lease)) | steps_held(session, _among(active, StepLease))
            live |= checks_held(session, _among(active, RecheckLease))
        for item in active:
            if item.lease.key not in live:
                item.stop = True


def _among(active: list[ActiveLease], kind: type[Kind]) -> list[Kind]:
    return [item.lease for item in active if isinstance(item.lease, kind)]
