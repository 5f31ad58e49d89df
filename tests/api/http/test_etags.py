"""Caching of documents that never change, by tag or date."""

from __future__ import annotations

import gzip

import pytest
from flask.testing import FlaskClient

FORMS = ["", ".json", ".txt", ".svg", ".svg?animated=true", ".txt?form=grid"]


@pytest.mark.usefixtures("stored_tours")
@pytest.mark.parametrize("form", FORMS)
def test_a_tour_is_kept(client: FlaskClient, form: str) -> None:
    """A tour has a strong tag, a date and leave to be cached; either condition gets a 304 with these headers."""
    answer = client.get(f"/api/v1/tours/1{form}")
    assert answer.headers["ETag"].startswith('"')
    assert answer.headers["Last-Modified"] == "Sun, 09 Sep 2001 01:46:40 GMT"
    assert answer.headers["Cache-Control"] == "private, max-age=86400, immutable"
    for condition in (
        {"If-None-Match": answer.headers["ETag"]},
        {"If-None-Match": f'"other", {answer.headers["ETag"]}'},
        {"If-Modified-Since": answer.headers["Last-Modified"]},
    ):
        again = client.get(f"/api/v1/tours/1{form}", headers=condition)
        assert (again.status_code, again.data) == (304, b"")
        assert again.headers["ETag"] == answer.headers["ETag"]
        assert "immutable" in again.headers["Cache-Control"]
    other = {"If-None-Match": '"other"', "If-Modified-Since": answer.headers["Last-Modified"]}
    assert client.get(f"/api/v1/tours/1{form}", headers=other).status_code == 200
    early = {"If-Modified-Since": "Sun, 09 Sep 2001 01:46:39 GMT"}
    assert client.get(f"/api/v1/tours/1{form}", headers=early).status_code == 200


@pytest.mark.usefixtures("stored_tours")
def test_a_strong_tag_is_of_one_encoding(client: FlaskClient) -> None:
    """The compressed answer has other bytes, so another tag."""
    plain = client.get("/api/v1/tours/1.svg")
    packed = client.get("/api/v1/tours/1.svg", headers={"Accept-Encoding": "gzip"})
    assert gzip.decompress(packed.data) == plain.data
    assert packed.headers["ETag"] != plain.headers["ETag"]
    held = {"Accept-Encoding": "gzip", "If-None-Match": packed.headers["ETag"]}
    again = client.get("/api/v1/tours/1.svg", headers=held)
    assert (again.status_code, again.headers["ETag"]) == (304, packed.headers["ETag"])
    assert client.get("/api/v1/tours/1.svg", headers={"If-None-Match": packed.headers["ETag"]}).status_code == 200


@pytest.mark.usefixtures("stored_tours")
@pytest.mark.parametrize("form", FORMS)
def test_head_tells_the_same(client: FlaskClient, form: str) -> None:
    """HEAD has all headers of GET and no body."""
    answer, head = client.get(f"/api/v1/tours/1{form}"), client.head(f"/api/v1/tours/1{form}")
    told = {name: value for name, value in answer.headers.items() if name != "Date"}
    assert {name: value for name, value in head.headers.items() if name != "Date"} == told
    assert head.data == b""


def test_what_is_not_there_is_not_kept(client: FlaskClient) -> None:
    """A 404 is not cached, since the number may be used later."""
    answer = client.get("/api/v1/tours/1")
    assert answer.status_code == 404
    assert "Cache-Control" not in answer.headers
