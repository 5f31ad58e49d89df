"""Requests that wait for a job to change, without occupying a thread of the server.

A view without news raises `StillUnchanged`. The server then sets the request aside and frees its thread. It begins the
request anew once the job has changed, its time is over or the client has gone. One thread of the process checks for all
waiting requests: its single query sees what any process has committed, on every database.
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
"""Seconds between two checks for changes, while requests wait."""

AT_A_TIME = 2
"""Requests begun anew and answered at a time: most threads stay free for others when many wait for one change."""

AGAIN_SECONDS = 1
log = structlog.get_logger(__name__)


@dataclass
class WaitState:
    """The state of a request that the server keeps between two attempts to answer it. Only our own server has it."""

    tag: str | None = None  # the job's when the request came; None: it has not waited
    until: float = 0.0  # on the monotonic clock
    over: bool = False  # it must not wait (any longer): too many do, or the server is stopping


class StillUnchanged(BaseException):
    """Nothing has changed: the request is to wait, and to begin anew when the job has another tag.

    It is not an `Exception`: no handler on its way to the server may take it for an error.
    """

    def __init__(self, job: str, patience: WaitState) -> None:
        super().__init__(job)
        self.job = job
        self.patience = patience


class Resting(Protocol):
    """A connection whose request waits."""

    connected: bool

    def begin_anew(self) -> None:
        """Give its request to a thread of the server."""


def wait_for_change(job: str, tag: str, seconds: float) -> Mapping[str, str]:
    """Let the current request wait for up to this many seconds while the job keeps this tag, its current one.

    Returns headers for the answer if it is due now, else raises StillUnchanged. A caller with another tag never waits.
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
    """Whether the current request has waited and the job has just changed to this tag."""
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
        self._silent = False  # whether the database does not answer
        self._changed = threading.Condition()
        self._thread = threading.Thread(target=self._run, name="waiters", daemon=True)

    def start(self) -> None:
        """Begin to look for changes."""
        self._thread.start()

    def add(self, one: Resting, wait: StillUnchanged) -> bool:
        """Let a request wait; return False if it must be answered at once: too many wait, or the server is stopping."""
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
        """Answer all waiting requests within this many seconds, and let no more wait."""
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
        """Move requests from waiting to due, and begin them; called with the lock held."""
        for one in ready:
            if self._resting.pop(one, None) is not None:
                self._due.append(one)
        self._hand_out()

    def _hand_out(self) -> None:
        """Begin due requests, AT_A_TIME of them at most; called with the lock held."""
        while self._due and len(self._answering) < AT_A_TIME:
            one = self._due.popleft()
            self._answering.add(one)
            one.begin_anew()
        self._changed.notify_all()


def job_tag(job: str, version: queries.Version) -> str:
    """Return the entity tag of a job's document in this version."""
    return etags.entity_tag((job, *version))
