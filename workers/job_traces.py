"""Spans of work, each in the trace of its job's submission."""

from __future__ import annotations

from contextlib import AbstractContextManager, nullcontext
from functools import lru_cache

from store.database.db import PASSING, Database
from store.jobs.events import parent_of_work
from store.jobs.leases import Lease
from store.jobs.steps import StepLease
from store.traces import tracer_provider, work_span
from workers.slices import AnyLease

MAX_JOBS = 1000


class JobTraces:
    """Remembers where the traces of jobs began, so that each is read once."""

    def __init__(self, database: Database) -> None:
        """Begin with none."""
        self._database = database
        self._parent = lru_cache(MAX_JOBS)(self._read_parent)

    def span(self, lease: AnyLease) -> AbstractContextManager[object]:
        """Return the span of the work on a lease."""
        if tracer_provider() is None:
            return nullcontext()
        if isinstance(lease, StepLease):
            return work_span(
                lease.step.name.lower(), self._parent(lease.public_id), **{"cavalier.job": lease.public_id}
            )
        name = "slice" if isinstance(lease, Lease) else "recheck"
        where = {"cavalier.job": lease.public_id, "cavalier.shard": lease.label}
        return work_span(name, self._parent(lease.public_id), **where)

    def _read_parent(self, public_id: str) -> str | None:
        try:
            with self._database.reading() as session:
                return parent_of_work(session, public_id)
        except PASSING:
            return None
