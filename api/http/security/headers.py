"""Headers on every answer: only our own scripts and styles may run in a page, and no site may frame it."""

from __future__ import annotations

from flask import Flask, Response, request
from werkzeug.routing import Rule

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
        own = {name.lower() for name, _ in response.headers}
        response.headers.extend([(name, value) for name, value in HEADERS.items() if name.lower() not in own])
        if request.method == "OPTIONS" and request.url_rule is not None:
            response.allow.clear()
            response.allow.update(_methods(app, request.url_rule))
        return response


def _methods(app: Flask, asked: Rule) -> set[str]:
    """Return the methods of a rule, without those of more general rules that the address also matches."""
    return set[str]().union(*(rule.methods or () for rule in app.url_map.iter_rules() if rule.rule == asked.rule))
