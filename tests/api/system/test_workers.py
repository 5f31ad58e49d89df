"""The work of the workers as documents, page and metrics, and the request to finish and stop."""

from __future__ import annotations

from dataclasses import replace

import pytest
from flask.testing import FlaskClient

from api.app import create_app
from store.api_keys import Scope, create_key
from store.database.db import Database
from store.jobs.maintenance import report_worker
from store.jobs.slice_commit import commit
from store.settings import Settings
from tests.api.conftest import SilentNotifier
from tests.store.job_samples import stored_job, take, work

NAME = "host-1-aa"


@pytest.fixture
def working(sqlite_database: Database) -> Database:
    """Let a worker commit a slice; return the database."""
    with sqlite_database.writing() as session:
        stored_job(session)
        report_worker(session, NAME, 2, "e", 0.0, shortage="<No> space left")
    lease = take(sqlite_database, NAME)
    assert lease is not None
    with sqlite_database.writing() as session:
        commit(session, lease, NAME, work(lease, 1))
    return sqlite_database


@pytest.mark.usefixtures("working")
def test_documents(client: FlaskClient) -> None:
    """The worker is listed as JSON and CSV; `hours` is bounded."""
    (one,) = client.get("/api/v1/workers").get_json()["items"]
    assert (one["name"], one["host"], one["state"], one["slices"], one["capacity"]) == (NAME, "host", "live", 1, 2)
    assert one["core_hours"] == pytest.approx(0.1 / 3600)
    assert NAME in client.get("/api/v1/workers?format=csv&hours=1").text
    for hours in ("0", "9000", "x"):
        refused = client.get(f"/api/v1/workers?hours={hours}")
        assert (refused.status_code, refused.get_json()["errors"][0]["parameter"]) == (422, "hours")


@pytest.mark.usefixtures("working")
def test_a_worker_is_told_to_finish(client: FlaskClient) -> None:
    """The service is then no longer ready, as it has no other worker; an unknown worker is a 404."""
    assert client.post(f"/api/v1/workers/{NAME}x/drain").status_code == 404
    told = client.post(f"/api/v1/workers/{NAME}/drain")
    assert (told.status_code, told.get_json()) == (202, {"name": NAME, "state": "draining"})
    assert client.get("/api/v1/workers").get_json()["items"][0]["state"] == "draining"
    assert f"{NAME} drains: it claims nothing more and stops" in client.get("/health/ready").get_json()["detail"]


@pytest.mark.usefixtures("working")
def test_the_page(client: FlaskClient) -> None:
    """Each worker has a button until it is asked to finish."""
    page = client.get("/workers?hours=168").text
    assert NAME in page
    assert "&lt;No&gt; space left" in page
    assert f"/workers/{NAME}/drain" in page
    assert client.post(f"/workers/{NAME}/drain").headers["Location"] == "/workers"
    page = client.get("/workers").text
    assert f"/workers/{NAME}/drain" not in page
    assert "draining" in page


@pytest.mark.parametrize(("scope", "may"), [("read", False), ("submit", False), ("admin", True)])
def test_only_admins_tell_workers(
    sqlite_settings: Settings, working: Database, notifier: SilentNotifier, scope: Scope, may: bool
) -> None:
    """Only an admin's key may do so, over HTTP or by the page's button."""
    with working.writing() as session:
        key = {"Authorization": f"Bearer {create_key(session, 'someone', scope)}"}
    settings = replace(sqlite_settings, require_keys=True)
    client = create_app(settings, working, notifier).test_client()  # type: ignore[arg-type]  # counts
    assert (f"/workers/{NAME}/drain" in client.get("/workers", headers=key).text) == may
    for address in ("/api/v1/workers", "/workers"):
        assert (client.post(f"{address}/{NAME}/drain", headers=key).status_code == 403) != may


@pytest.mark.usefixtures("working")
def test_metrics(client: FlaskClient) -> None:
    """The metrics list each worker that has not signed off."""
    text = client.get("/metrics").text
    assert f'cavalier_worker_slices{{worker="{NAME}"}} 1.0' in text
    assert f'cavalier_worker_failures{{worker="{NAME}"}} 0.0' in text
