"""Callers of the service. Each is looked up in the database, so that all processes refuse a revoked key at once."""

from __future__ import annotations

from dataclasses import dataclass

from sqlalchemy.orm import Session

from store.api_keys import SCOPES, Scope, check_key


@dataclass(frozen=True)
class Caller:
    """Who sent the request. `name` None: anonymous, which is enough where no keys are required."""

    name: str | None
    scope: Scope

    def may(self, scope: Scope) -> bool:
        """Whether the caller's key reaches this scope: admin includes submit, submit includes read."""
        return SCOPES.index(self.scope) >= SCOPES.index(scope)


def find_caller(session: Session, token: str) -> Caller | None:
    """Return the caller with this key; None if the key is unknown, revoked or expired."""
    row = check_key(session, token)
    return None if row is None else Caller(row.name, next(scope for scope in SCOPES if scope == row.scope))
