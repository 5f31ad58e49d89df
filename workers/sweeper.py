"""The sweeper thread: runs in every worker process; the database lets one of them act per period."""

from __future__ import annotations

import threading
import time
from collections.abc import Callable
from typing import NamedTuple

import structlog
from sqlalchemy.exc import SQLAlchemyError

from engine.code_digest import kernels_digest, own_code_digests
from store.database.db import Database
from store.jobs.disk_space import pause_for_space
from store.jobs.maintenance import (
    claim_period,
    clamp_deadlines,
    count_needed_notifications,
    forget_worker,
    report_worker,
    return_expired_leases,
    settle_dependents,
    settle_waiting_jobs,
)
from store.settings import Settings
from store.trust.code_versions import report_code
from store.trust.rollback import roll_back_distrusted
from store.webhooks.of_campaigns import write_campaign_messages
from workers.files.folder import kept_if_any
from workers.files.job_folders import remove_leftovers
from workers.notifier import Notifier
from workers.retention import Housekeeper

DUTY = "sweep"
PATIENCE_SECONDS = 2.0
QUIET_SECONDS = 1.0
"""Delay of the first sweep, so that a command that runs a small job needs none."""

log = structlog.get_logger(__name__)


class Condition(NamedTuple):
    """A worker's condition: how many threads are in a step that takes far too long, and what its machine lacks."""

    stuck: int = 0
    shortage: str | None = None


def do_nothing() -> None:
    """Stand for a worker that relies on notifications."""


class Sweeper(threading.Thread):
    """Sends this process's heartbeat, and sweeps when it is its turn.

    unnotified: makes this process look for due work itself; called where work is due and no notification can be sent.
    """

    def __init__(
        self,
        database: Database,
        settings: Settings,
        notifier: Notifier,
        name: str,
        capacity: int,
        condition: Callable[[], Condition] = Condition,
        unnotified: Callable[[], None] = do_nothing,
    ) -> None:
        super().__init__(name="sweeper", daemon=True)
        self._database = database
        self._settings = settings
        self._notifier = notifier
        self._worker = name
        self._capacity, self._condition, self._unnotified = capacity, condition, unnotified
        self._started_at = time.time()
        self._housekeeper = Housekeeper(database, settings)
        self._end = threading.Event()
        self._reported = False
        self.draining = False  # whether the worker is to claim nothing more and to stop

    def run(self) -> None:
        """Report and sweep until `stop`, whatever errors a sweep meets: a silent worker counts as dead."""
        seconds = self._settings.sweep_seconds
        self._try(self.report)
        self._end.wait(min(seconds, QUIET_SECONDS))
        while not self._end.is_set():
            self._try(self.sweep)
            self._end.wait(seconds)

    def _try(self, act: Callable[[], None]) -> None:
        try:
            act()
        except SQLAlchemyError as error:
            log.warning("database not reachable", error=repr(error))
        except Exception:
            log.exception("sweep failed")

    def report(self) -> None:
        """Send the heartbeat; the first time, also record the code of this process."""
        with self._database.writing() as session:
            self.draining = report_worker(
                session,
                self._worker,
                self._capacity,
                kernels_digest(),
                self._started_at,
                own_code_digests(),
                *self._condition(),
            )
        if not self._reported:
            report_code(self._database)
            self._reported = True

    def sweep(self) -> None:
        """Report, and on our turn return expired leases; notify workers of due work, or look for it without a broker.

        Each duty has its own transaction, so that none waits for another's locks.
        """
        self.report()
        with self._database.writing() as session:
            went_back = clamp_deadlines(session, DUTY, self._settings.sweep_seconds, self._settings.lease_seconds)
            mine = claim_period(session, DUTY, self._settings.sweep_seconds)
        if went_back:
            log.warning("the database's clock has gone back")
        if mine:
            with self._database.writing() as session:
                returned = return_expired_leases(session)
            with self._database.writing() as session:
                settle_waiting_jobs(session)
            with self._database.writing() as session:
                settle_dependents(session)
            with self._database.writing() as session:
                roll_back_distrusted(session)
            kept = kept_if_any(self._settings.spill)
            free = 0.0 if kept is None else kept.free()
            with self._database.writing() as session:
                pause_for_space(session, self._settings, free)
            with self._database.writing() as session:
                write_campaign_messages(session)
            remove_leftovers(self._database, self._settings.spill)
            self._housekeeper.keep()
            if returned:
                log.info("expired leases returned", leases=returned)
        with self._database.reading() as session:
            needed = count_needed_notifications(session)
        if not self._notifier.notify(needed if mine else min(needed, 1)) and needed:
            self._unnotified()

    def stop(self) -> None:
        """End the thread and remove the worker's row, so that it does not count as silent."""
        self._end.set()
        if self.is_alive():
            self.join(PATIENCE_SECONDS)
        try:
            with self._database.writing() as session:
                forget_worker(session, self._worker)
        except SQLAlchemyError as error:
            log.warning("database not reachable", error=repr(error))
