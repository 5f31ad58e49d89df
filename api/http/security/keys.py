"""API keys: who is calling, and whether they may, and how often.

A program sends `Authorization: Bearer <key>`; a browser that signed in sends the same key in a cookie that
scripts cannot read and other sites cannot use.
"""

from __future__ import annotations

from flask import Flask, Response, g, request

from api.http.long_polling import has_waited
from api.http.problems import ProblemError, too_many
from api.http.security.callers import Caller, find_caller
from api.http.services import reading, services
from store.api_keys import Scope

COOKIE = "cavalier_key"
METRICS = "/metrics"
ANYBODY = Caller(None, "admin")


def init_app(app: Flask) -> None:
    """Add to every answer of `app` what is left of the request limit, if there is one."""

    @app.after_request
    def tell(response: Response) -> Response:
        if "left" in g:
            response.headers.extend(g.left)
        return response


def authorise(scope: Scope) -> None:
    """Let the request pass, or raise 401 (no valid key), 403 (a key without this scope) or 429 (too often)."""
    token = _presented_token()
    if token is None and not _needs_key():
        found: Caller | None = ANYBODY
    else:
        found = None if token is None else caller_of_token(token)
    if not has_waited():
        _count(f"address {request.remote_addr}" if found is None or found.name is None else f"key {found.name}")
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


def caller_of_token(token: str) -> Caller | None:
    """Return the caller with this key, None if it is not valid."""
    with reading() as session:
        return find_caller(session, token)


def _needs_key() -> bool:
    settings = services().settings
    return settings.require_keys and not (settings.open_metrics and request.path == METRICS)


def _count(who: str) -> None:
    """Count the request; raise 429 if it exceeds a limit."""
    passes, left = services().rates.count(who)
    if left is not None:
        g.left = left.headers
    if left is not None and not passes:
        raise too_many(f"{left.limit} requests in {left.window} s are allowed", left.seconds)


def _presented_token() -> str | None:
    header = request.headers.get("Authorization")
    if header is None:
        return request.cookies.get(COOKIE) if "HTTP_COOKIE" in request.environ else None
    method, _, token = header.partition(" ")
    return token.strip() if method.lower() == "bearer" else ""
