"""Compression of long text answers, for clients that accept gzip.

A weak entity tag covers an answer in every encoding. Streamed answers are not compressed: a compressor would hold back
results that were already found.
"""

from __future__ import annotations

import gzip

from flask import Flask, Response, request

MIN_BYTES = 1024
LEVEL = 5
"""A higher level takes much longer and hardly shortens texts like ours."""

TEXTS = {
    "application/json",
    "application/problem+json",
    "application/javascript",
    "image/svg+xml",
    "text/css",
    "text/csv",
    "text/html",
    "text/javascript",
    "text/plain",
}


def init_app(app: Flask) -> None:
    """Compress what `app` answers."""

    @app.after_request
    def compress(response: Response) -> Response:
        if not _long_text(response):
            return response
        response.vary.add("Accept-Encoding")
        if request.accept_encodings["gzip"] > 0:
            response.set_data(gzip.compress(response.get_data(), LEVEL, mtime=0))
            response.headers["Content-Encoding"] = "gzip"
        return response


def _long_text(response: Response) -> bool:
    """Whether the answer is a complete text, and long enough to be worth compressing."""
    if not response.is_sequence or response.direct_passthrough:
        return False
    long = (response.calculate_content_length() or 0) >= MIN_BYTES
    return long and response.mimetype in TEXTS and "Content-Encoding" not in response.headers
