"""What each worker did within some time: slices, core time, second runs, failures, last sign of life."""

from __future__ import annotations

from collections.abc import Iterable
from dataclasses import dataclass
from typing import Literal

from sqlalchemy import Row, Select, func, select
from sqlalchemy.orm import Session

from store.database.db import now
from store.jobs.maintenance import DEAD_AFTER_SECONDS, SILENT_SECONDS
from store.models.jobs import Event
from store.models.operations import DistrustedWorker, WorkerRow
from store.models.shards import IMPORTER, Recheck, Slice
from store.models.states import CheckState

WorkerState = Literal["live", "silent", "draining", "distrusted", "gone"]
MAX_WORKERS = 500
FAILURES = ("shard-failed", "shard-quarantined")
LOST = "lease-expired"


@dataclass
class WorkerRecord:
    """A worker and what it did since a moment.

    row: of a worker that has not signed off. seen_at: its last sign of life, in seconds since 1970; None if there
    was none in that time and only records of others name it. equal, different: second runs of its slices, by outcome.
    lost_leases: shards that were given to others because it was silent.
    """

    name: str
    row: WorkerRow | None = None
    state: WorkerState = "gone"
    seen_at: float | None = None
    slices: int = 0
    cpu_seconds: float = 0.0
    equal: int = 0
    different: int = 0
    failures: int = 0
    lost_leases: int = 0


def worker_records(session: Session, seconds: float) -> list[WorkerRecord]:
    """Return the live workers by name, then those that did something within these seconds, newest first.

    At most MAX_WORKERS.
    """
    moment = now(session)
    records: dict[str, WorkerRecord] = {}

    def record_of(name: str) -> WorkerRecord:
        return records.setdefault(name, WorkerRecord(name))

    for name, slices, cpu, last in session.execute(_slices(moment - seconds)):
        found = record_of(name)
        found.slices, found.cpu_seconds, found.seen_at = slices, cpu, last
    for suspect, state, number in session.execute(_second_runs(moment - seconds)):
        setattr(record_of(suspect or ""), "equal" if state == CheckState.EQUAL else "different", number)
    for event, worker, number in _failures(session, moment - seconds):
        found = record_of(worker)
        found.lost_leases += number * (event == LOST)
        found.failures += number * (event != LOST)
    distrusted = set(session.scalars(select(DistrustedWorker.name)))
    for row in session.scalars(select(WorkerRow)):
        if row.name in records or row.seen_at >= moment - max(seconds, DEAD_AFTER_SECONDS):
            found = record_of(row.name)
            found.row, found.seen_at = row, max(row.seen_at, found.seen_at or 0.0)
            found.state = _state(row, moment - row.seen_at)
    for name in distrusted & records.keys():
        records[name].state = "distrusted"
    return sorted(records.values(), key=_order)[:MAX_WORKERS]


def _slices(since: float) -> Select[str, int, float, float]:
    sums = select(Slice.worker, func.count(), func.sum(Slice.cpu_seconds), func.max(Slice.done_at))
    return sums.where(Slice.done_at >= since, Slice.worker != IMPORTER).group_by(Slice.worker)


def _second_runs(since: float) -> Select[str | None, CheckState, int]:
    verdicts = Recheck.state.in_((CheckState.EQUAL, CheckState.DIFFERENT))
    runs = select(Recheck.suspect, Recheck.state, func.count()).where(Recheck.done_at >= since, verdicts)
    return runs.where(Recheck.suspect.is_not(None)).group_by(Recheck.suspect, Recheck.state)


def _failures(session: Session, since: float) -> Iterable[Row[str, str, int]]:
    """Return failures by event and worker since a moment; the primary key limits the search to newer events."""
    before = session.scalar(select(Event.id).where(Event.at < since).order_by(Event.id.desc()).limit(1)) or 0
    worker = Event.data["worker"].as_string()
    recent = select(Event.name, worker, func.count()).where(Event.id > before, Event.name.in_((*FAILURES, LOST)))
    return session.execute(recent.where(worker.is_not(None)).group_by(Event.name, worker))


def _state(row: WorkerRow, silent_seconds: float) -> WorkerState:
    if silent_seconds > DEAD_AFTER_SECONDS:
        return "gone"
    if row.draining:
        return "draining"
    return "silent" if silent_seconds > SILENT_SECONDS else "live"


def _order(record: WorkerRecord) -> tuple[bool, float, str]:
    is_gone = record.row is None or record.state == "gone"
    return is_gone, -(record.seen_at or 0.0) if is_gone else 0.0, record.name
