"""Headers on every answer: nothing but our own scripts and styles may run in a page, and nobody may frame it."""

from __future__ import annotations

from flask import Flask, Response

POLICY = (
    "default-src 'self'; "
    "img-src 'self' data:; "  # the documentation page draws its icons from data: addresses
    "base-uri 'none'; form-action 'self'; frame-ancestors 'none'; object-src 'none'"
)
HEADERS = {
    "Content-Security-Policy": POLICY,
    "X-Content-Type-Options": "nosniff",
    "Referrer-Policy": "same-origin",
    "Cross-Origin-Opener-Policy": "same-origin",
    "Cross-Origin-Resource-Policy": "same-origin",
}


def init_app(app: Flask) -> None:
    """Add the headers to every response of `app` that does not set its own."""

    @app.after_request
    def add(response: Response) -> Response:
        for name, value in HEADERS.items():
            response.headers.setdefault(name, value)
        return response
