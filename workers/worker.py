"""A worker process: answers notifications by claiming, computing and committing slices."""

from __future__ import annotations

import math
import os
import secrets
import socket
import threading
import time
from functools import partial

import structlog
from sqlalchemy.exc import SQLAlchemyError
from sqlalchemy.orm import Session

from engine.code_digest import own_code_digests
from engine.errors import NoSpaceError
from store.database.db import PASSING, Database
from store.errors import StaleLeaseError
from store.jobs.disk_space import wait_for_files
from store.jobs.leases import Lease, claim, release
from store.jobs.maintenance import count_needed_notifications
from store.jobs.slice_commit import SliceCommit
from store.jobs.steps import StepLease, claim_step
from store.models.states import Step
from store.settings import Settings
from store.traces import untraced
from store.trust.due_work import claim_at_once, find_due_work
from store.trust.rechecks import RecheckLease, claim_recheck
from store.trust.spot_checks import ERRED
from workers.failures import failure_of
from workers.files.folder import files_of
from workers.files.job_folders import folder_of, remove_leftovers
from workers.job_steps import Write, do_step
from workers.job_traces import JobTraces
from workers.lease_keeper import LeaseKeeper
from workers.notifier import Notifier
from workers.permanent_failures import permanent_failure_reason
from workers.rechecks import do_check
from workers.shortages import Rest
from workers.slices import ActiveLease, AnyLease, Pace, log_fields, run_slice
from workers.sweeper import Condition, Sweeper
from workers.webhooks.sender import Messenger

RETRY_SECONDS = 0.5
log = structlog.get_logger(__name__)


class WorkerProcess:
    """A worker without its message loop. Thread-safe: each pool thread calls `answer`."""

    def __init__(self, settings: Settings, database: Database, notifier: Notifier, capacity: int) -> None:
        self.name = f"{socket.gethostname()}-{os.getpid()}-{secrets.token_hex(3)}"
        self._settings = settings
        self._database = database
        self._notifier = notifier
        self._control = LeaseKeeper(database, settings, self._write_once, self._failure)
        self._capacity = capacity
        self._sweeper = Sweeper(
            database, settings, notifier, self.name, capacity, self._condition, self._work_unnotified
        )
        self._messenger = Messenger(database, settings)
        self._traces = JobTraces(database)
        self._rest = Rest()
        self._paces: dict[str, Pace] = {}
        self.erred = False  # whether it was found faulty: it then claims nothing
        self._planning = False  # whether plans and deletions go before shards this time
        self._stopping = threading.Event()

    def start(self) -> None:
        """Start the control and sweeper threads."""
        self._control.start()
        self._sweeper.start()
        self._messenger.start()

    def stop(self) -> None:
        """Commit running slices at their next safe point; claim nothing more."""
        self._stopping.set()
        self._sweeper.stop()
        self._messenger.stop()
        self._control.stop_all()
        remove_leftovers(self._database, self._settings.spill)

    @property
    def hanging(self) -> int:
        """Number of threads that hang in an abandoned step: if any, this process must end."""
        return self._control.hanging

    @property
    def draining(self) -> bool:
        """Whether this worker finishes what it has, claims nothing more and stops."""
        return self._sweeper.draining

    def stop_around_the_stuck(self) -> None:
        """Commit the slices of the other threads and sign off, without waiting for hanging threads."""
        self.stop()
        deadline = time.monotonic() + self._settings.lease_seconds
        while self._control.busy and time.monotonic() < deadline:
            time.sleep(RETRY_SECONDS / 10)

    def answer(self) -> None:
        """Answer a notification: work for about one slice, then notify the next worker; without a broker, continue."""
        begun = time.monotonic()
        while not self._stopping.is_set() and self.work_once():
            enough = time.monotonic() - begun >= self._settings.slice_seconds
            if enough and self._notify_next():
                return

    def _work_unnotified(self) -> None:
        """Look for due work in threads of our own, as many as are free: no notification reaches the others."""
        log.warning("no broker: this worker looks for due work itself", worker=self.name)
        for _ in range(self._capacity - self._control.at_work):
            threading.Thread(target=self.answer, name="unnotified", daemon=True).start()

    def _notify_next(self) -> bool:
        """Notify a worker outside the current trace, as its next work may be of any job."""
        with untraced():
            return self._notifier.notify()

    def work_once(self) -> bool:
        """Claim, compute and commit a slice, step or recheck.

        Returns False if nothing was due, the database is unreachable, or this worker pauses or drains.
        """
        if self._rest.lasts or self.draining:
            return False
        try:
            lease = self._claim_at_once()
            if lease is None:
                with self._database.writing() as session:
                    lease = self._claim(session)
        except SQLAlchemyError as error:
            log.warning("database not reachable", error=repr(error))
            return False
        if lease is None:
            return False
        held = ActiveLease(lease, since=time.monotonic(), most_seconds=self._most_seconds(lease))
        self._control.watch(held)
        try:
            with self._traces.span(lease):
                self._work(held)
        finally:
            self._control.forget(held)
        return True

    def _claim_at_once(self) -> AnyLease | None:
        """Lease a shard in one round trip if no other work is due; None on SQLite, which has no round trips."""
        if self._database.is_sqlite:
            return None
        seconds, most = self._settings.lease_seconds, self._settings.running_shards
        with self._database.at_once() as connection:
            return claim_at_once(connection, self.name, own_code_digests(), seconds, most)

    def _claim(self, session: Session) -> AnyLease | None:
        """Lease a merge, else alternately a shard first or a plan or deletion first, so that none starves."""
        seconds, code_digests = self._settings.lease_seconds, own_code_digests()
        due = find_due_work(session, self.name, code_digests)
        if due.is_distrusted:
            if not self.erred:
                log.error("this worker erred", worker=self.name, what=ERRED)
            self.erred = True
            return None

        def claim_step_of(*steps: Step) -> StepLease | None:
            found = (claim_step(session, step, code_digests, seconds) for step in steps if step in due.steps)
            return next(filter(None, found), None)

        self._planning = not self._planning
        return (
            (claim_recheck(session, self.name, code_digests, seconds) if due.checks else None)
            or claim_step_of(Step.MERGE)
            or (claim_step_of(Step.PLAN, Step.DELETE) if self._planning else None)
            or claim(session, self.name, code_digests, seconds, self._settings.running_shards)
            or claim_step_of(Step.PLAN, Step.DELETE)
        )

    def _work(self, held: ActiveLease) -> None:
        try:
            write = self._compute(held)
        except Exception as error:
            if reason := permanent_failure_reason(error):
                log.warning("job refused", reason=reason, **log_fields(held.lease))
            else:
                log.exception("work failed", **log_fields(held.lease))
            self._rest.look_at(error)
            write = self._failure(held.lease, error)
        else:
            self._rest.end()
        held.since = None
        self._write(held.lease, write)

    def _compute(self, held: ActiveLease) -> Write:
        """Do the claimed work; return the write that commits it."""
        lease = held.lease
        if isinstance(lease, StepLease):
            return do_step(lease, self._database, self._settings, lambda: held.stop)
        pace = self._paces.setdefault(f"{lease.specification['kind']} {lease.specification.get('method')}", Pace())
        folder, memory = folder_of(self._settings.spill, lease.public_id), self._settings.sweep_memory << 20
        if isinstance(lease, RecheckLease):
            return do_check(lease, self.name, held, pace, folder, memory)
        files = files_of(folder, lease.shard_id)
        try:
            result = run_slice(held, self._settings.slice_seconds, pace, files, memory)
        except NoSpaceError as error:
            free = 0.0 if files is None else files.shared.free()
            return partial(_wait_for_room, lease=lease, reason=str(error), free=free)
        if result.work == 0 and not result.finished:
            return partial(release, lease=lease)
        return SliceCommit(lease, self.name, result, self._settings.confirm_share)

    def _most_seconds(self, lease: AnyLease) -> float:
        """Return the time limit of uninterruptible work; plans are made in another process."""
        if isinstance(lease, StepLease):
            return self._settings.plan_seconds if lease.step == Step.MERGE else math.inf
        return self._settings.step_seconds

    def _condition(self) -> Condition:
        return Condition(self._control.count_stuck, self._rest.reason)

    def _failure(self, lease: AnyLease, error: Exception) -> Write:
        return failure_of(lease, error, self.name, self._settings.max_attempts)

    def _write(self, lease: AnyLease, write: Write) -> None:
        """Commit; while the database is unreachable, retry until the lease has expired.

        Other errors fail or requeue the work.
        """
        deadline = time.monotonic() + self._settings.lease_seconds
        failing = False
        while True:
            try:
                self._write_once(write)
            except StaleLeaseError:
                log.info("work discarded: the lease was lost", **log_fields(lease))
            except PASSING as problem:
                log.warning("commit failed", **log_fields(lease), error=repr(problem))
                if time.monotonic() < deadline:
                    time.sleep(RETRY_SECONDS)
                    continue
            except Exception as error:
                log.exception("commit failed", **log_fields(lease))
                if not failing:
                    failing, write = True, self._failure(lease, error)
                    continue
            return

    def _write_once(self, write: Write) -> None:
        if isinstance(write, SliceCommit) and self._is_committed_at_once(write):
            return
        with self._database.writing() as session:
            waiting = count_needed_notifications(session) if write(session) else 0
        self._notifier.notify(waiting)

    def _is_committed_at_once(self, write: SliceCommit) -> bool:
        with self._database.at_once() as connection:
            return write.at_once(connection)


def _wait_for_room(session: Session, lease: Lease, reason: str, free: float) -> None:
    """Pause the job until there is room for its files."""
    log.warning("no room for the files of a job: it is paused", **log_fields(lease), reason=reason)
    release(session, lease)
    wait_for_files(session, lease.public_id, reason, free)
