"""A browser may change state only from our own pages.

Browsers say where a request comes from (Sec-Fetch-Site, Origin); programs say neither and prove themselves by
their key alone.
"""

from __future__ import annotations

from flask import Flask, Request, request

from api.http.problems import ProblemError

SAFE_METHODS = {"GET", "HEAD", "OPTIONS", "TRACE"}
OWN_SITE = {"same-origin", "none"}


def init_app(app: Flask) -> None:
    """Check every request of `app` that may change state."""

    @app.before_request
    def check() -> None:
        if request.method not in SAFE_METHODS and comes_from_elsewhere(request):
            raise ProblemError(
                403, "foreign-origin", "Foreign origin", "a page of another site may not change anything here"
            )


def comes_from_elsewhere(given: Request) -> bool:
    """Whether a browser sent the request on behalf of another site's page."""
    site = given.headers.get("Sec-Fetch-Site")
    if site is not None and site not in OWN_SITE:
        return True
    origin = given.headers.get("Origin")
    return origin is not None and origin.partition("://")[2] != given.host
