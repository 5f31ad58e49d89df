"""A page of another origin in a real browser, which may read only where the setting names it."""

from __future__ import annotations

import threading
from collections.abc import Callable, Iterator
from http.server import SimpleHTTPRequestHandler, ThreadingHTTPServer
from pathlib import Path
from typing import Any

import pytest

from cavalier.transport import Transport
from tests.acceptance.browser import browsing, chromium
from tests.processes import EmbeddedService

pytestmark = [pytest.mark.service, pytest.mark.acceptance]
READ = """
async ([url, options]) => {
  try {
    const answer = await fetch(url, options);
    return [answer.status, await answer.json(), answer.headers.get("Link")];
  } catch (error) {
    return [error.name];
  }
}
"""


@pytest.fixture
def page_address() -> Iterator[str]:
    """The address of a page on another server."""

    class Page(SimpleHTTPRequestHandler):
        def do_GET(self) -> None:
            self.send_response(200)
            self.send_header("Content-Type", "text/html")
            self.end_headers()
            self.wfile.write(b"<!doctype html><title>notebook</title>")

        def log_message(self, *_arguments: Any) -> None:
            """Write no log."""

    server = ThreadingHTTPServer(("127.0.0.1", 0), Page)
    threading.Thread(target=server.serve_forever).start()
    yield f"http://127.0.0.1:{server.server_port}"
    server.shutdown()
    server.server_close()


def test_another_origin(
    tmp_path: Path, page_address: str, start_service: Callable[[EmbeddedService], EmbeddedService]
) -> None:
    """An allowed page may read, with or without a preflight, but cannot submit a job."""
    told = start_service(EmbeddedService(tmp_path / "told", {"CAVALIER_CORS_ORIGINS": page_address}))
    silent = start_service(EmbeddedService(tmp_path / "silent"))
    with Transport(told.url) as client:
        job = client.submit({"kind": "enumerate", "board": "3x4"})["id"]
    asked = {"headers": {"Authorization": "Bearer x", "If-None-Match": '"y"'}}
    submitted = {"method": "POST", "headers": {"Content-Type": "application/json"}, "body": '{"kind":"enumerate"}'}
    with chromium() as running, browsing(running, page_address) as browser:
        browser.page.goto(page_address)

        def read(service: EmbeddedService, options: dict[str, Any]) -> list[Any]:
            found: list[Any] = browser.page.evaluate(READ, [f"{service.url}/api/v1/jobs", options])
            return found

        status, document, link = read(told, {})
        assert (status, [one["id"] for one in document["items"]]) == (200, [job])
        assert link == '</api/v1/jobs>; rel="first"'
        assert read(told, asked)[0] == 401  # the answer to the key was read
        for refused in (read(told, submitted), read(silent, {}), read(silent, asked)):
            assert refused == ["TypeError"]
        browser.complaints.clear()  # the browser reports each refusal
        browser.elsewhere.clear()
