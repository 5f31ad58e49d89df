"""Keys seen lately: between two looks at the database a poll costs no query for its key."""

from __future__ import annotations

import hashlib
import threading
import time
from dataclasses import dataclass

from store.db import Database
from store.keys import SCOPES, Scope, check_key

REMEMBERED_SECONDS = 5.0
"""A revoked key works for at most so long."""

REMEMBERED_KEYS = 10_000


@dataclass(frozen=True)
class Caller:
    """Who sent the request. `name` None: nobody in particular, which is enough where no keys are required."""

    name: str | None
    scope: Scope

    def may(self, scope: Scope) -> bool:
        """Tell whether the caller's key reaches this scope: admin includes submit, submit includes read."""
        return SCOPES.index(self.scope) >= SCOPES.index(scope)


class KeyRing:
    """Callers seen in the last seconds, by the SHA-256 of their keys."""

    def __init__(self, database: Database) -> None:
        self._database = database
        self._known: dict[bytes, tuple[Caller, float]] = {}
        self._lock = threading.Lock()

    def caller(self, token: str) -> Caller | None:
        """Return whose key this is, from memory or from the database."""
        digest, moment = hashlib.sha256(token.encode()).digest(), time.monotonic()
        known = self._known.get(digest)
        if known is not None and known[1] > moment:
            return known[0]
        with self._database.reading() as session:
            row = check_key(session, token)
            caller = None if row is None else Caller(row.name, _scope(row.scope))
        if caller is not None:
            self._remember(digest, caller, moment + REMEMBERED_SECONDS)
        return caller

    def _remember(self, digest: bytes, caller: Caller, until: float) -> None:
        with self._lock:
            if len(self._known) >= REMEMBERED_KEYS:
                self._known.clear()
            self._known[digest] = (caller, until)


def _scope(text: str) -> Scope:
    return next(scope for scope in SCOPES if scope == text)
