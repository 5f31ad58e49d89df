"""Pages of lists: the total, the next page, the fields and the order."""

from __future__ import annotations

import pytest
from flask.testing import FlaskClient

JOBS = [{"kind": "enumerate", "board": board} for board in ("7x3", "5x5", "3x4", "10x3", "4x4")]
LISTS = [
    "jobs",
    "boards",
    "tours",
    "references",
    "deletions",
    "jobs/{job}/tours",
    "jobs/{job}/events",
    "jobs/{job}/slices",
]


@pytest.fixture
def jobs(client: FlaskClient) -> list[str]:
    """Jobs on five boards, oldest first."""
    return [str(client.post("/api/v1/jobs", json=job).get_json()["id"]) for job in JOBS]


def test_the_total_is_counted_when_asked_for(client: FlaskClient, jobs: list[str]) -> None:
    """On request the total counts all pages with the filters; otherwise nothing is counted."""
    page = client.get("/api/v1/jobs?limit=2&count=true").get_json()
    assert (page["total"], len(page["items"])) == (5, 2)
    assert client.get("/api/v1/jobs?count=true&board=5x5").get_json()["total"] == 1
    assert client.get("/api/v1/jobs?limit=2").get_json()["total"] is None
    assert client.get(f"/api/v1/jobs/{jobs[0]}/events?count=true&limit=1").get_json()["total"] == 1
    assert client.get("/api/v1/boards?count=true&limit=1").get_json()["total"] == 5


@pytest.mark.parametrize("path", LISTS)
def test_every_list_counts_what_its_pages_hold(client: FlaskClient, stored_tours: str, path: str) -> None:
    """The total is the number of entries on all pages."""
    address = f"/api/v1/{path.format(job=stored_tours)}"
    following, seen = f"{address}?limit=1", 0
    while following is not None and seen < 20:
        page = client.get(following).get_json()
        seen, following = seen + len(page["items"]), page["next"]
    total = client.get(f"{address}?limit=1&count=true").get_json()["total"]
    assert total == seen or total > seen == 20


def test_links_lead_to_the_first_and_the_next_page(client: FlaskClient, jobs: list[str]) -> None:
    """The first link keeps the list's filters without cursor and count."""
    answer = client.get("/api/v1/jobs?limit=2&state=queued&count=true")
    following = answer.get_json()["next"]
    first = "/api/v1/jobs?limit=2&state=queued"
    assert answer.headers["Link"] == f'<{first}>; rel="first", <{following}>; rel="next"'
    assert following.startswith(f"{first}&cursor=")
    second = client.get(following)
    assert [job["id"] for job in second.get_json()["items"]] == jobs[2:0:-1]
    assert second.headers["Link"].startswith(f'<{first}>; rel="first", <')
    last = client.get(second.get_json()["next"])
    assert last.headers["Link"] == f'<{first}>; rel="first"'


def test_a_filter_by_class_goes_on_to_its_next_page(client: FlaskClient, stored_tours: str) -> None:
    """The address of the next page uses the parameter's public name."""
    assert stored_tours
    page = client.get("/api/v1/tours?class=fffffffffffffffe&limit=1").get_json()
    assert client.get(page["next"]).get_json()["items"][0]["id"] == page["items"][0]["id"] + 1


@pytest.mark.parametrize(("path", "fields"), [("jobs", "id,state"), ("tours", "id,class"), ("boards", "label")])
def test_fields(client: FlaskClient, stored_tours: str, path: str, fields: str) -> None:
    """Entries have only the requested fields, with the same values as in full entries."""
    assert stored_tours
    full = client.get(f"/api/v1/{path}").get_json()["items"]
    answer = client.get(f"/api/v1/{path}?fields={fields}")
    assert answer.get_json()["items"] == [{name: item[name] for name in fields.split(",")} for item in full]
    assert f"fields={fields.replace(',', '%2C')}" in answer.headers["Link"]


@pytest.mark.parametrize("fields", ["id,nothing", "class_", "id,,state", "Id"])
def test_a_field_that_is_none(client: FlaskClient, fields: str) -> None:
    """The error names the parameter, on an empty list as well."""
    answer = client.get(f"/api/v1/tours?fields={fields}")
    assert answer.status_code == 422
    assert answer.get_json()["errors"][0]["parameter"] == "fields"


@pytest.mark.parametrize("order", ["oldest", "newest", "label"])
def test_boards_in_every_order(client: FlaskClient, jobs: list[str], order: str) -> None:
    """The pages together have the whole list in order."""
    assert jobs
    labels = [job["board"] for job in JOBS]
    expected = {"oldest": labels, "newest": labels[::-1], "label": sorted(labels)}[order]
    following, seen = f"/api/v1/boards?sort={order}&limit=2", []
    while following is not None:
        page = client.get(following).get_json()
        seen, following = seen + [board["label"] for board in page["items"]], page["next"]
    assert seen == expected


def test_events_newest_first(client: FlaskClient, jobs: list[str]) -> None:
    """With sort=newest the events come in reverse order."""
    client.post(f"/api/v1/jobs/{jobs[0]}/cancel")
    oldest = client.get(f"/api/v1/jobs/{jobs[0]}/events").get_json()["items"]
    newest = client.get(f"/api/v1/jobs/{jobs[0]}/events?sort=newest").get_json()["items"]
    assert newest == oldest[::-1] != oldest


@pytest.mark.parametrize("path", ["jobs", "boards", "jobs/{job}/events", "jobs/{job}/slices", "tours"])
def test_an_order_without_an_index(client: FlaskClient, jobs: list[str], path: str) -> None:
    """The error names the parameter."""
    answer = client.get(f"/api/v1/{path.format(job=jobs[0])}?sort=tours")
    assert answer.status_code == 422
    assert answer.get_json()["errors"][0]["parameter"] == "sort"
