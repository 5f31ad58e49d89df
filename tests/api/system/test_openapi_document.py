"""The index of the API, and that its addresses answer."""

from __future__ import annotations

import re

from flask.testing import FlaskClient

PARTS = {"label": "5x5", "tour_id": "1", "number": "1"}
"""Values for parts of addresses; all other parts get an unknown name."""


def test_the_index_names_every_address(client: FlaskClient) -> None:
    """It has the addresses of the OpenAPI document with their methods."""
    index = client.get("/api/v1/").get_json()
    paths = client.get(index["openapi"]).get_json()["paths"]
    assert {place["href"]: set(place["methods"]) for place in index["places"]} == {
        path: {method.upper() for method in operations} for path, operations in paths.items()
    }
    assert client.get(index["documentation"]).status_code == 200
    assert index["version"] == client.get(index["openapi"]).get_json()["info"]["version"]


def test_it_is_found_without_the_last_stroke(client: FlaskClient) -> None:
    """The address without the last slash leads to the index."""
    assert client.get("/api/v1", follow_redirects=True).get_json()["api"] == "v1"


def test_head_and_options_are_answered_at_every_address(client: FlaskClient) -> None:
    """HEAD is answered without a body wherever GET is, OPTIONS everywhere."""
    for place in client.get("/api/v1/").get_json()["places"]:
        address = re.sub(r"\{(\w+)\}", lambda part: PARTS.get(part[1], "x"), place["href"])
        assert client.options(address).status_code == 200, address
        if "GET" in place["methods"]:
            get, head = client.get(address), client.head(address)
            assert (head.status_code, head.data, head.mimetype) == (get.status_code, b"", get.mimetype), address
