"""Pages in trouble: they report it, mark old contents, keep their layout and recover by themselves."""

from __future__ import annotations

from collections.abc import Iterator
from contextlib import ExitStack
from pathlib import Path
from typing import Any

import pytest
from sqlalchemy import delete, update

from cavalier.transport import Transport
from store.database.db import Database, open_database
from store.models.jobs import Job
from store.models.operations import WorkerRow
from tests import processes
from tests.acceptance.browser import Browser, browsing, chromium
from tests.acceptance.service import production
from tests.processes import EmbeddedService
from tests.servers import Process, accepts, free_port, wait_until

pytestmark = [pytest.mark.service, pytest.mark.acceptance]
HUGE = {"kind": "enumerate", "board": "8x8", "method": "backtrack"}
POLLS = 4


@pytest.fixture(scope="module")
def running() -> Iterator[Any]:
    """Start Chromium once and yield it."""
    with chromium() as browser:
        yield browser


@pytest.fixture
def browser(running: Any, service: EmbeddedService) -> Iterator[Browser]:
    """A page on the embedded default."""
    with browsing(running, service.url) as page:
        yield page


@pytest.fixture
def huge(service: EmbeddedService) -> Iterator[str]:
    """A running job, cancelled at the end."""
    with Transport(service.url) as client:
        job = str(client.submit(HUGE)["id"])
        wait_until(lambda: client.job(job)["state"] == "running", "the job runs")
        yield job
        client.change(job, "cancel")


@pytest.mark.parametrize("path", ["/", "/jobs", "/jobs/{job}"])
def test_nothing_jumps_while_a_job_is_watched(browser: Browser, huge: str, path: str) -> None:
    """Charts, heat map, shards and figures change in place: the browser reports no layout shift."""
    browser.watch_layout()
    browser.open(path.format(job=huge))
    for _ in range(POLLS):
        browser.next_answer("/live/", 200)
    assert browser.jumped() == []


def test_the_service_goes_and_comes_back(running: Any, tmp_path: Path) -> None:
    """While the service is away the page is marked as not up to date; it recovers by itself."""
    port = free_port()
    command = processes.cavalier("serve", "--data", str(tmp_path / "data"), "--port", str(port), "--threads", "1")
    with ExitStack() as stack:
        service = stack.enter_context(Process(command, tmp_path / "log", {}))
        wait_until(lambda: accepts(port), "the service answers")
        browser = stack.enter_context(browsing(running, f"http://127.0.0.1:{port}"))
        browser.open("/")
        browser.see(".age", "Live")
        service.end()
        browser.see(".age", "Not up to date: the service cannot be reached")
        stack.enter_context(Process(command, tmp_path / "log", {}))
        browser.see(".age", "Live")
        assert all("ERR_CONNECTION_REFUSED" in text for text in browser.complaints)
        browser.complaints.clear()


def test_a_slow_network_is_said(browser: Browser, huge: str) -> None:
    """A late answer marks the page as old; the next answer in time marks it as fresh."""
    browser.open(f"/jobs/{huge}")
    browser.see(".age", "Live")
    held: list[Any] = []
    browser.page.route("**/live/**", lambda route: held.append(route))  # noqa: PLW0108  playwright marks its handlers
    browser.see(".age", "the service is slow to answer")
    assert browser.page.locator("[data-live][data-stale]").count() == 1
    browser.page.unroute("**/live/**")
    browser.see(".age", "Live")
    assert browser.page.locator("[data-live][data-stale]").count() == 0
    browser.complaints.clear()


def test_a_deleted_job_and_a_dead_worker(running: Any, tmp_path: Path) -> None:
    """The page of a deleted job says so, and the home page reports that no worker is alive."""
    with production(tmp_path) as (url, settings, started), browsing(running, url) as browser, Transport(url) as client:
        database = open_database(settings)
        browser.open("/")
        browser.see(".card", "idle")
        started[1].kill()
        _silence(database, 20)
        browser.see(".card .error", "Not heard from lately")
        _silence(database, 60)
        browser.see("[role=alert]", "No worker was heard from")
        job = client.submit(HUGE)["id"]
        browser.open(f"/jobs/{job}")
        browser.see(".age", "Live")
        with database.writing() as session:
            session.execute(delete(Job).where(Job.public_id == job))
        browser.see(".age", "it was deleted")
        browser.complaints[:] = [text for text in browser.complaints if "404" not in text]
        database.close()


def _silence(database: Database, seconds: float) -> None:
    """Move the workers' last signs of life into the past."""
    with database.writing() as session:
        session.execute(update(WorkerRow).values(seen_at=WorkerRow.seen_at - seconds))
