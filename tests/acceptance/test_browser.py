"""What people do in a browser, on the embedded default and on PostgreSQL and Redis."""

from __future__ import annotations

import subprocess
from collections.abc import Iterator
from pathlib import Path
from typing import Any

import pytest

from tests import processes
from tests.acceptance.browser import Browser, browsing, chromium
from tests.processes import EmbeddedService
from tests.servers import Process, accepts, free_port, wait_until

pytestmark = [pytest.mark.service, pytest.mark.acceptance]
HUGE = {"board": "8x8", "method": "backtrack", "label": "Too large to end <b>ever</b>"}


@pytest.fixture(scope="module")
def running() -> Iterator[Any]:
    """Chromium, started once."""
    with chromium() as browser:
        yield browser


@pytest.fixture(scope="module")
def embedded(running: Any, service: EmbeddedService) -> Iterator[Browser]:
    """A page on the embedded default."""
    with browsing(running, service.url) as browser:
        yield browser


def construct_a_tour(browser: Browser) -> None:
    """Do what a new visitor does: one click for a closed tour of 10x10, one more to see the knight walk."""
    browser.open("/")
    browser.page.get_by_role("button", name="Construct a tour").click()
    browser.see(".state", "succeeded")
    browser.page.locator("#watch-tour").click()
    browser.see("#place", "of 100")


def submit_by_form(browser: Browser, kind: str, fields: dict[str, str]) -> str:
    """Fill in the form of a kind, send it, and return the path of the job's page."""
    browser.open(f"/submit?kind={kind}")
    browser.page.locator("summary", has_text="More settings").click()
    for name, value in fields.items():
        control = browser.page.locator(f'[name="{name}"]')
        if control.evaluate("element => element.tagName") == "SELECT":
            control.select_option(value)
        else:
            control.fill(value)
    browser.page.get_by_role("button", name="Submit").click()
    browser.page.wait_for_url("**/jobs/*")
    return browser.page.url.removeprefix(browser.url)


def test_a_new_visitor_gets_a_tour(embedded: Browser) -> None:
    """The tour is drawn whole, then walked move by move, by buttons and by keys."""
    construct_a_tour(embedded)
    page = embedded.page
    assert page.locator("#tour .walk > path").count() == 100
    page.locator("#play[aria-pressed=true]").click()
    shown = int(page.locator("#move").input_value())
    page.locator("h1").click()
    page.keyboard.press(".")
    assert page.locator("#place").inner_text() == f"{shown + 1} of 100"
    assert page.locator("#tour .walk > path:not(.later)").count() == shown + 1
    embedded.check_accessibility()


def test_the_form_tells_before_it_is_sent(embedded: Browser) -> None:
    """While typing: the board, the verdict with its proof, the commands; a wrong field says so where it is."""
    page = embedded.page
    embedded.open("/submit?kind=construct")
    page.locator('[name="tours"]').select_option("closed")
    page.locator('[name="board"]').fill("5x5")
    embedded.see("#preview .verdict.impossible", "no such tour")
    embedded.see("#preview figcaption", "5x5: 25 squares")
    page.locator("#preview summary").click()
    embedded.see("#curl-line", '"board": "5x5"')
    embedded.check_accessibility()
    page.locator('[name="start"]').fill("z9")
    embedded.see("#preview .error", "start")


def test_pause_and_resume(embedded: Browser) -> None:
    """A job that would take for ever is paused, resumed and cancelled; its label is shown as text."""
    submit_by_form(embedded, "enumerate", HUGE)
    embedded.see("h1", HUGE["label"])
    embedded.see(".state.running")
    embedded.page.locator("#pause").click()
    embedded.see(".state.paused")
    embedded.check_accessibility()
    embedded.page.locator("#resume").click()
    embedded.see(".state.running")
    embedded.page.locator("#cancel").click()
    embedded.see(".state.cancelled")


def test_watch_browse_compare_and_find(embedded: Browser) -> None:
    """A count and an estimate run to their ends, their tours are browsed by keys, and the two are compared."""
    counted = submit_by_form(embedded, "enumerate", {"board": "5x5", "method": "backtrack", "store": "all"})
    embedded.see(".state.succeeded")
    embedded.see("td.number", "1\u202f728")
    embedded.check_accessibility()
    estimated = submit_by_form(embedded, "sample", {"board": "5x5", "budget.walks": "20000", "method": "uniform"})
    embedded.see(".state.succeeded")
    embedded.see(".chart", "knuth")
    first, second = (path.rsplit("/", 1)[1] for path in (counted, estimated))
    embedded.open(f"/compare?job={first}&job={second}")
    embedded.see("td", "agrees, z =")
    embedded.check_accessibility()
    browse(embedded, first)


def browse(browser: Browser, job: str) -> None:
    """Find the job's tours from a corner, open one and go on by key."""
    page = browser.page
    browser.open(f"/tours?job={job}")
    page.locator('[name="board"]').fill("5x5")
    page.locator('[name="start"]').fill("1,1")
    page.get_by_role("button", name="Find").click()
    browser.see(".thumbnail", "5x5")
    assert page.locator(".thumbnail").count() == 24
    browser.check_accessibility()
    page.locator(".thumbnail").first.click()
    page.wait_for_url("**/tours/*")
    before = page.url
    page.keyboard.press("ArrowRight")
    page.wait_for_url(lambda url: url != before)
    browser.see("h1", "tour of 5x5")


@pytest.mark.parametrize("path", ["/", "/jobs", "/tours", "/boards", "/boards/torus:5x5", "/tree", "/compare"])
def test_every_page_is_accessible(embedded: Browser, path: str) -> None:
    """By the rules of WCAG 2.1 A and AA that axe-core checks, and at phone width nothing sticks out."""
    embedded.open(path)
    embedded.check_accessibility()
    embedded.page.set_viewport_size({"width": 390, "height": 844})
    assert embedded.page.evaluate("document.documentElement.scrollWidth") <= 390
    embedded.page.set_viewport_size({"width": 1280, "height": 900})


def test_the_service_goes_and_comes_back(running: Any, tmp_path: Path) -> None:
    """Nothing old is shown as fresh while the service is away, and the page recovers by itself."""
    port = free_port()
    command = processes.cavalier("serve", "--data", str(tmp_path / "data"), "--port", str(port), "--threads", "1")
    service = Process(command, tmp_path / "log", {})
    try:
        wait_until(lambda: accepts(port), "the service answers")
        with browsing(running, f"http://127.0.0.1:{port}") as browser:
            browser.open("/")
            browser.see(".age", "Live")
            service.end()
            browser.see(".age", "Not up to date: the service cannot be reached")
            service = Process(command, tmp_path / "log", {})
            browser.see(".age", "Live")
            assert all("ERR_CONNECTION_REFUSED" in text for text in browser.complaints)
            browser.complaints.clear()
    finally:
        service.end()


def test_on_postgresql_and_redis(running: Any, postgresql_url: str, redis_url: str, tmp_path: Path) -> None:
    """The same first visit, served by gunicorn and computed by a worker process."""
    variables = {"CAVALIER_DATABASE_URL": postgresql_url, "CAVALIER_BROKER_URL": redis_url}
    environment = processes.clean_environment(variables)
    subprocess.run(processes.cavalier("db", "upgrade"), cwd=processes.ROOT, env=environment, check=True)
    port = free_port()
    api = Process(processes.cavalier("api", "--port", str(port), "--workers", "1"), tmp_path / "api.log", variables)
    worker = Process(processes.cavalier("worker", "--threads", "1"), tmp_path / "worker.log", variables)
    try:
        wait_until(lambda: accepts(port), "the API answers")
        with browsing(running, f"http://127.0.0.1:{port}") as browser:
            construct_a_tour(browser)
    finally:
        api.end()
        worker.end()
