"""Requests that wait for a job to change, without a thread of the server's.

A view that has nothing to tell yet raises `NotYet`. The server then lets the request rest and its thread go, and begins
it anew once the job has changed, its time is over or the client has gone. One thread of the process looks for all that
rest: one query, however many there are, sees what any process has committed, on every database.
"""

from __future__ import annotations

import threading
import time
from collections import deque
from collections.abc import Mapping
from dataclasses import dataclass
from typing import Protocol

import structlog
from flask import request
from sqlalchemy.exc import SQLAlchemyError

from api.http import etags
from store.database.db import Database
from store.queries import jobs as queries

ENVIRON = "cavalier.patience"
LOOK_SECONDS = 0.2
"""Between two looks for changes, while anybody waits."""

AT_A_TIME = 2
"""Requests that are begun anew and not answered yet: others find most threads free when many wait for one change."""

AGAIN_SECONDS = 1
log = structlog.get_logger(__name__)


@dataclass
class WaitState:
    """What the server keeps of a request between two tries to answer it. Only our own server has it."""

    tag: str | None = None  # the job's when the request came; None: it has not waited
    until: float = 0.0  # on the monotonic clock
    over: bool = False  # it is not to wait (any more): too many do, or the server ends


class StillUnchanged(BaseException):
    """Nothing has changed: let the request rest, and begin it anew when the job has another tag.

    No error: nothing on its way to the server may take it for one.
    """

    def __init__(self, job: str, patience: WaitState) -> None:
        super().__init__(job)
        self.job = job
        self.patience = patience


class Resting(Protocol):
    """A connection whose request rests."""

    connected: bool

    def begin_anew(self) -> None:
        """Give its request to a thread of the server."""


def wait_for_change(job: str, tag: str, seconds: float) -> Mapping[str, str]:
    """Let the current request rest for up to this many seconds, as long as the job has this tag: the present one.

    Returns when it is to be answered now, with headers for the answer. A caller that holds another tag does not wait.
    """
    patience = _patience()
    if patience is None or (request.if_none_match and not request.if_none_match.contains_weak(tag)):
        return {}
    if patience.tag is None:
        patience.tag, patience.until = tag, time.monotonic() + seconds
    if patience.tag != tag or time.monotonic() >= patience.until:
        return {}
    if patience.over:
        return {"Retry-After": str(AGAIN_SECONDS)}
    raise StillUnchanged(job, patience)


def has_waited() -> bool:
    """Whether the current request was begun before."""
    patience = _patience()
    return patience is not None and patience.tag is not None


def is_unchanged(tag: str) -> bool:
    """Whether the current request has waited for the change to this tag, just now."""
    patience = _patience()
    return patience is not None and patience.tag not in {None, tag}


def _patience() -> WaitState | None:
    found: WaitState | None = request.environ.get(ENVIRON)
    return found


class Waiters:
    """The waiting requests of a server. Thread-safe."""

    def __init__(self, database: Database, most: int) -> None:
        self._database, self._most = database, most
        self._resting: dict[Resting, StillUnchanged] = {}
        self._due: deque[Resting] = deque()
        self._answering: set[Resting] = set()
        self._ending = False
        self._silent = False  # the database
        self._changed = threading.Condition()
        self._thread = threading.Thread(target=self._run, name="waiters", daemon=True)

    def start(self) -> None:
        """Begin to look for changes."""
        self._thread.start()

    def add(self, one: Resting, wait: StillUnchanged) -> bool:
        """Let a request rest; False where it is to be answered at once, as too many do or the server ends."""
        with self._changed:
            if self._ending or len(self._resting) >= self._most:
                wait.patience.over = True
                return False
            self._resting[one] = wait
            self._changed.notify()
        return True

    def release(self, one: Resting) -> None:
        """Let the next request have its turn: this one was answered, or waits again."""
        with self._changed:
            if one in self._answering:
                self._answering.remove(one)
                self._hand_out()

    def end(self, seconds: float) -> None:
        """Answer all resting requests within this many seconds, and let no more rest."""
        with self._changed:
            self._ending = True
            self._begin(list(self._resting))
            self._changed.notify_all()
            self._changed.wait_for(lambda: not self._due and not self._answering, seconds)
        self._thread.join(seconds)

    def _run(self) -> None:
        while True:
            with self._changed:
                self._changed.wait_for(lambda: self._resting or self._ending)
                if self._ending:
                    return
                resting = dict(self._resting)
            changed = self._to_begin(resting)
            with self._changed:
                self._begin(changed)
                self._changed.wait_for(lambda: self._ending, LOOK_SECONDS)

    def _to_begin(self, resting: Mapping[Resting, StillUnchanged]) -> list[Resting]:
        """Return the requests to start again."""
        tags, now = self._tags({wait.job for wait in resting.values()}), time.monotonic()
        return [
            one
            for one, wait in resting.items()
            if not one.connected
            or now >= wait.patience.until
            or (tags is not None and tags.get(wait.job) != wait.patience.tag)
        ]

    def _tags(self, jobs: set[str]) -> dict[str, str] | None:
        """Return the tags of jobs as they are now, without those that are gone; None while the database is silent."""
        try:
            with self._database.connect() as connection:
                found = queries.versions(connection, jobs)
        except SQLAlchemyError as error:
            if not self._silent:
                log.warning("cannot look for changes", error=repr(error))
            self._silent = True
            return None
        self._silent = False
        return {job: job_tag(job, version) for job, version in found.items()}

    def _begin(self, ready: list[Resting]) -> None:
        """Let requests rest no more; called with the lock held."""
        for one in ready:
            if self._resting.pop(one, None) is not None:
                self._due.append(one)
        self._hand_out()

    def _hand_out(self) -> None:
        """Begin as many as may be at a time; called with the lock held."""
        while self._due and len(self._answering) < AT_A_TIME:
            one = self._due.popleft()
            self._answering.add(one)
            one.begin_anew()
        self._changed.notify_all()


def job_tag(job: str, version: queries.Version) -> str:
    """Return the entity tag of a job's document in this version."""
    return etags.entity_tag((job, *version))
