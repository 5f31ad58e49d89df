"""Every answer carries the headers that keep a browser out of trouble."""

from __future__ import annotations

import pytest
from flask.testing import FlaskClient


@pytest.mark.parametrize("path", ["/", "/api/v1/jobs", "/api/v1/docs", "/nothing"])
def test_the_headers_are_there(client: FlaskClient, path: str) -> None:
    """On pages, documents and errors alike."""
    headers = client.get(path).headers

    assert "default-src 'self'" in headers["Content-Security-Policy"]
    assert "frame-ancestors 'none'" in headers["Content-Security-Policy"]
    assert headers["X-Content-Type-Options"] == "nosniff"
