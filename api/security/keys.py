"""API keys: who is calling, and whether they may.

A program sends `Authorization: Bearer <key>`; a browser that signed in sends the same key in a cookie that
scripts cannot read and other sites cannot use.
"""

from __future__ import annotations

from flask import g, request

from api.context import services
from api.problems import ProblemError
from api.security.keyring import Caller
from store.keys import Scope

COOKIE = "cavalier_key"
ANYBODY = Caller(None, "admin")


def authorise(scope: Scope) -> None:
    """Let the request pass, or raise 401 (no valid key) or 403 (a key that does not reach so far)."""
    token = _presented()
    if token is None and not services().settings.require_keys:
        g.caller = ANYBODY
        return
    found = services().keys.caller(token) if token is not None else None
    if found is None:
        raise ProblemError(
            401,
            "key-required",
            "An API key is required",
            "send a valid key as 'Authorization: Bearer <key>'",
            headers={"WWW-Authenticate": 'Bearer realm="cavalier"'},
        )
    if not found.may(scope):
        raise ProblemError(403, "scope", "The key does not allow this", f"this needs the scope '{scope}'")
    g.caller = found


def caller() -> Caller:
    """Return who sent the current request; it has been authorised."""
    found: Caller = g.caller
    return found


def _presented() -> str | None:
    header = request.headers.get("Authorization")
    if header is None:
        return request.cookies.get(COOKIE)
    method, _, token = header.partition(" ")
    return token.strip() if method.lower() == "bearer" else ""
