"""Drawings as answers of their own."""

from __future__ import annotations

from flask import Response

from api.http import etags

POLICY = "default-src 'none'; style-src 'unsafe-inline'; frame-ancestors 'none'"
"""A drawing brings its own style sheet and may do nothing else."""


def drawing(svg: str) -> Response:
    """Return an SVG document, or the 304 that says the caller has it."""
    tag = etags.entity_tag((svg,))
    headers = etags.headers(tag) | {"Content-Security-Policy": POLICY}
    return etags.not_modified(tag) or Response(svg, headers=headers, mimetype="image/svg+xml")
