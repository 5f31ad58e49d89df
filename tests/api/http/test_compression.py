"""Texts of some length are compressed for those who can read it, and tags stay what they were."""

from __future__ import annotations

import gzip

import pytest
from flask.testing import FlaskClient

GZIP = {"Accept-Encoding": "br, gzip;q=0.8"}


@pytest.mark.parametrize(
    "address", ["/api/v1/openapi.json", "/boards/5x5", "/drawings/board/8x8.svg", "/tables/published/8x8.csv"]
)
def test_long_texts_are_compressed(client: FlaskClient, address: str) -> None:
    """The same text in fewer bytes; caches are told that there are two encodings."""
    plain, packed = client.get(address), client.get(address, headers=GZIP)

    assert packed.headers["Content-Encoding"] == "gzip"
    assert gzip.decompress(packed.data) == plain.data
    assert int(packed.headers["Content-Length"]) == len(packed.data) < len(plain.data)
    assert "Accept-Encoding" in plain.headers["Vary"]
    assert "Accept-Encoding" in packed.headers["Vary"]
    assert "Content-Encoding" not in plain.headers


@pytest.mark.parametrize("accepted", ["identity", "gzip;q=0", ""])
def test_who_does_not_read_gzip_gets_the_text(client: FlaskClient, accepted: str) -> None:
    """Only clients that accept gzip get it."""
    answer = client.get("/api/v1/openapi.json", headers={"Accept-Encoding": accepted})
    assert "Content-Encoding" not in answer.headers


def test_short_answers_are_sent_as_they_are(client: FlaskClient) -> None:
    """A few bytes would only get longer."""
    assert "Content-Encoding" not in client.get("/health/live", headers=GZIP).headers


def test_a_tag_is_of_the_answer_in_any_encoding(client: FlaskClient) -> None:
    """Compressed and plain answer have the same weak tag, which gets a 304."""
    for _ in range(5):
        client.post("/api/v1/jobs", json={"kind": "enumerate", "board": "5x5"})
    plain, packed = client.get("/api/v1/jobs"), client.get("/api/v1/jobs", headers=GZIP)

    tag = packed.headers["ETag"]
    assert packed.headers["Content-Encoding"] == "gzip"
    assert tag == plain.headers["ETag"]
    assert tag.startswith('W/"')
    assert client.get("/api/v1/jobs", headers={**GZIP, "If-None-Match": tag}).status_code == 304
