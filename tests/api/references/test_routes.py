"""Published figures over HTTP."""

from __future__ import annotations

from flask.testing import FlaskClient


def test_pages_and_filters(client: FlaskClient) -> None:
    """A wrong figure comes with the right one; a list goes on where its first page ended."""
    strings = client.get("/api/v1/references?table=warnsdorff_example_8x8&status=refuted").get_json()
    wrong, branches = strings["items"]
    page = client.get("/api/v1/references?source=delphi&limit=2").get_json()
    rest = client.get(page["next"]).get_json()

    assert wrong["status"] == "refuted"
    assert wrong["right"] != wrong["value"]
    assert wrong["finding"]
    assert (branches["quantity"], len(branches["value"]), len(branches["right"])) == ("branches_taken", 62, 63)
    assert wrong["piece"] == [1, 2]
    assert {item["source"] for item in page["items"] + rest["items"]} == {"delphi"}
    assert page["items"][0]["value"] == "17739769"


def test_an_unknown_status_is_refused(client: FlaskClient) -> None:
    """As every wrong parameter is."""
    assert client.get("/api/v1/references?status=wrong").status_code == 422
