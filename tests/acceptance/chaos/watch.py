"""Observations of a site from outside: whether it answers, what it has committed, how its jobs end."""

from __future__ import annotations

import secrets
import threading
import time
from collections.abc import Callable
from dataclasses import dataclass, field
from http import HTTPStatus
from typing import Any

import httpx2
from sqlalchemy import func, select
from sqlalchemy.exc import SQLAlchemyError

from store.models.jobs import Job, JobSums
from store.models.shards import Shard, Slice
from store.models.states import TERMINAL, JobState
from tests.acceptance.chaos.jobs import JOBS
from tests.acceptance.chaos.sites import Site
from tests.digests import job_digest

PATIENCE_SECONDS = 5.0
PAUSE_SECONDS = 0.25


class Repeating(threading.Thread):
    """A thread that repeats an action until it is stopped."""

    def __init__(self, act: Callable[[], None]) -> None:
        super().__init__(daemon=True)
        self._act, self._end = act, threading.Event()

    def run(self) -> None:
        """Repeat the action."""
        while not self._end.wait(PAUSE_SECONDS):
            self._act()

    def stop(self) -> None:
        """Stop the thread and wait for its end."""
        self._end.set()
        self.join()


class Client:
    """A client that asks whether the site is ready, and submits each job once, with as many attempts as it takes."""

    def __init__(self, site: Site) -> None:
        self._site = site
        self.answered = 0.0  # when the last request with a good answer was sent, by the monotonic clock
        self.accepted: dict[str, str] = {}  # the names of jobs by their ids
        self._waiting: list[tuple[str, str]] = []
        self._threads = [Repeating(self._ask), Repeating(self._submit)]

    def start(self) -> None:
        """Begin to ask."""
        for thread in self._threads:
            thread.start()

    def stop(self) -> None:
        """Ask no more."""
        for thread in self._threads:
            thread.stop()

    def submit(self, name: str) -> None:
        """Submit a job as soon as this is possible."""
        self._waiting.append((name, secrets.token_hex(8)))

    @property
    def submitting(self) -> int:
        """How many jobs are not accepted yet."""
        return len(self._waiting)

    def _ask(self) -> None:
        asked = time.monotonic()
        try:
            answer = httpx2.get(f"{self._site.url}/health/ready", timeout=PATIENCE_SECONDS)
        except httpx2.HTTPError:
            return
        if answer.is_success:
            self.answered = asked

    def _submit(self) -> None:
        if not self._waiting:
            return
        name, key = self._waiting[0]
        body, headers = dict(JOBS[name]) | {"label": name}, {"Idempotency-Key": key}
        try:
            address = f"{self._site.url}/api/v1/jobs"
            answer = httpx2.post(address, json=body, headers=headers, timeout=PATIENCE_SECONDS)
        except httpx2.HTTPError:
            return
        if answer.status_code == HTTPStatus.ACCEPTED:
            self.accepted[answer.json()["id"]] = name
            self._waiting.pop(0)
        elif answer.is_client_error and answer.status_code != HTTPStatus.CONFLICT:  # the first attempt still runs
            raise AssertionError(f"{name}: {answer.text}")


@dataclass(frozen=True)
class Outcome:
    """How a job ended."""

    state: JobState
    slices: int
    tours: int
    digest: str
    told: str


@dataclass
class Ledger:
    """The commits seen so far. slices: of each job, the highest number seen."""

    site: Site
    newest: int | None = None  # the last slice's number; None while the database is away
    unfinished: int = 0
    slices: dict[str, int] = field(default_factory=dict)
    ended: dict[str, str] = field(default_factory=dict)  # jobs that have ended, and their states

    def look(self) -> None:
        """Look at what is committed."""
        try:
            with self.site.database.reading() as session:
                self.newest = session.scalar(select(func.max(Slice.id))) or 0
                rows = session.execute(
                    select(Job.public_id, Job.state, func.sum(Shard.seq))
                    .join(Shard, Shard.job_id == Job.id, isouter=True)
                    .where(Job.public_id.not_in(self.ended))
                    .group_by(Job.public_id, Job.state)
                ).all()
        except SQLAlchemyError:
            self.newest = None
            return
        self.unfinished = sum(state not in TERMINAL for _, state, _ in rows)
        for job, state, slices in rows:
            self.slices[job] = max(self.slices.get(job, 0), slices or 0)
            if state in TERMINAL:
                self.ended[job] = state

    def outcome(self, job: str) -> Outcome | None:
        """Return how a job ended, as the database has it now; None where it is unknown or has not ended."""
        with self.site.database.reading() as session:
            row = session.scalar(select(Job).where(Job.public_id == job))
            if row is None or row.state not in TERMINAL:
                return None
            slices = select(func.count()).select_from(Slice).join(Shard).where(Shard.job_id == row.id)
            tours: Any = session.scalar(select(JobSums.tours).where(JobSums.job_id == row.id)) or 0
            done = row.state == JobState.SUCCEEDED
            errors = session.scalars(select(Shard.last_error).where(Shard.job_id == row.id))
            told = "; ".join(text[-500:] for text in errors if text) or str(row.problem or "")
            found = job_digest(session, row) if done else ""
            return Outcome(JobState(row.state), session.scalar(slices) or 0, int(tours), found, told)
