"""Housekeeping with each sweep: reduce the data of ended jobs and delete what has expired.

It also makes the blocks for searches of large boards (store/tours/square_index.py) and measures tours without
statistics (store/tours/features.py).
"""

from __future__ import annotations

import time

import structlog

from store.database.db import Database
from store.jobs.deletion import delete_job
from store.jobs.retention import find_expired, find_reducible, reduce_job
from store.settings import Settings
from store.tours.features import fill, next_place
from store.tours.square_index import fill_window, next_window

AT_ONCE = 20
SECONDS = 0.1
"""Time for housekeeping in each sweep."""

log = structlog.get_logger(__name__)


class Housekeeper:
    """Housekeeping that remembers its position in large jobs and in the blocks of tours."""

    def __init__(self, database: Database, settings: Settings) -> None:
        self._database, self._settings = database, settings
        self._places: dict[int, int] = {}
        self._window: int | None = None

    def keep(self, seconds: float = SECONDS) -> None:
        """Reduce ended jobs for about `seconds`, then request the deletion of expired jobs."""
        days, end = self._settings.keep_failed_days, time.monotonic() + seconds
        with self._database.reading() as session:
            jobs = find_reducible(session, self._settings.keep_statistics_days, AT_ONCE)
            old = find_expired(session, days, AT_ONCE) if days else []
        for number, drop in jobs:
            self._tidy(number, end, drop=drop)
            if time.monotonic() >= end:
                break
        for job in old:
            delete_job(self._database, job, reason=outdated_reason(days))
            log.info("an old job is deleted", job=job)
        if self._settings.search_columns:
            self._make_blocks()
        self._measure(end)

    def _tidy(self, job: int, end: float, *, drop: bool) -> None:
        for done in reduce_job(self._database, job, drop=drop, after=self._places.pop(job, 0)):
            if time.monotonic() >= end:
                self._places[job] = done.last  # the next sweep continues there
                return

    def _make_blocks(self) -> None:
        """Make the blocks of the next window, if it is full."""
        if self._window is None:
            with self._database.reading() as session:
                self._window = next_window(session)
        self._window += fill_window(self._database, self._window)

    def _measure(self, end: float) -> None:
        """Measure boards and windows that need it, at least one, until `end`."""
        while True:
            with self._database.reading() as session:
                place = next_place(session)
            if place is None:
                return
            from engine.features.measure_kernel import measure_stream  # noqa: PLC0415  loads kernels

            fill(self._database, place, measure_stream)
            if time.monotonic() >= end:
                return


def outdated_reason(days: float) -> str:
    """Return why a failed or cancelled job is deleted."""
    return f"failed and cancelled jobs are kept for {days:g} days"
