"""The catalogue over HTTP."""

from __future__ import annotations

from flask.testing import FlaskClient

from engine.kinds.methods import described_methods


def test_the_catalogue_is_served(client: FlaskClient) -> None:
    """Every method with what it promises; a second look costs no body."""
    answer = client.get("/api/v1/methods")
    same = client.get("/api/v1/methods", headers={"If-None-Match": answer.headers["ETag"]})

    assert [method["name"] for method in answer.get_json()["items"]] == [name for _, name, _ in described_methods()]
    assert (same.status_code, same.data) == (304, b"")
