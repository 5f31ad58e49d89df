"""The published documents over HTTP."""

from __future__ import annotations

from flask.testing import FlaskClient

from findings.references.data_files import SOURCES, all_figures


def test_sources(client: FlaskClient) -> None:
    """All sources are listed; one has tables, figures, jobs and pictures; an unknown one is a 404."""
    items = client.get("/api/v1/sources").get_json()["items"]
    delphi = client.get("/api/v1/sources/delphi").get_json()

    assert tuple(item["name"] for item in items) == SOURCES
    assert sum(item["figures"] for item in items) == len(all_figures())
    assert all(item["about"] for item in items)
    tables = {table["name"]: table for table in delphi["contents"]}
    (first,) = tables["first_solution"]["figures"]
    assert (first["printed"], first["computed"], first["verdict"]) == ("17739769", "17739769", "implied")
    assert {job["name"] for job in tables["first_solution"]["jobs"]} == set(first["jobs"])
    assert {job["specification"]["method"] for job in tables["first_solution"]["jobs"]} == {
        "board-array",
        "link-cutting",
    }
    (picture,) = tables["links"]["pictures"]
    assert client.get(picture["href"]).mimetype == "image/svg+xml"
    assert client.get("/api/v1/sources/elsewhere").status_code == 404
