"""A headless Chromium that notes everything a page must not do: leave the machine, complain, or be inaccessible."""

from __future__ import annotations

import shutil
from collections.abc import Iterator
from contextlib import contextmanager
from pathlib import Path
from typing import Any
from urllib.parse import urlsplit

import pytest

from tests.services import unavailable

sync_api = pytest.importorskip("playwright.sync_api", reason="playwright is not installed")
axe = pytest.importorskip("axe_playwright_python.sync_playwright", reason="axe is not installed")

QUIET = [
    "--headless", "--no-sandbox", "--disable-gpu", "--no-first-run", "--disable-background-networking",
    "--disable-component-update", "--disable-sync",
]  # fmt: skip
PATIENCE_MILLISECONDS = 240_000
JUMPS = """
window.jumps = [];
const place = (box) => `${box.x},${box.y}`;
const told = (one, from, to) => `${one.node?.outerHTML?.slice(0, 99)}: ${place(from)} to ${place(to)}`;
// A number that grows keeps one of its edges: it has not jumped.
const stays = (from, to) => from.y === to.y && (from.left === to.left || Math.abs(from.right - to.right) < 1);
new PerformanceObserver((list) => {
  for (const shift of list.getEntries()) {
    const moved = shift.sources.filter((one) => !stays(one.previousRect, one.currentRect));
    if (!shift.hadRecentInput) window.jumps.push(...moved.map((one) => told(one, one.previousRect, one.currentRect)));
  }
}).observe({ type: "layout-shift", buffered: true });
"""
"""Script that notes the layout shifts that the browser finds, from where and to where."""

SETTLE = "for (const one of document.getAnimations()) if (one instanceof CSSTransition) one.finish()"
RULES = "wcag2a", "wcag2aa", "wcag21a", "wcag21aa"


class Browser:
    """A page, and what went wrong in it so far."""

    def __init__(self, context: Any, url: str) -> None:
        self.url = url
        self.page = context.new_page()
        self.page.set_default_timeout(PATIENCE_MILLISECONDS)
        self.complaints: list[str] = []
        self.elsewhere: list[str] = []
        self.page.on("console", self._hear)
        self.page.on("pageerror", lambda error: self.complaints.append(str(error)))
        self.page.on("request", self._watch)

    def open(self, path: str) -> None:
        """Go to a page of the service."""
        self.page.goto(self.url + path)

    def see(self, selector: str, text: str = "") -> None:
        """Wait until an element with this text is there."""
        self.page.locator(selector, has_text=text).first.wait_for()

    def watch_layout(self) -> None:
        """From the next page on, note the layout shifts that follow no input."""
        self.page.add_init_script(JUMPS)

    def jumped(self) -> list[str]:
        """Return the layout shifts of the page so far, each from where to where."""
        return [str(text) for text in self.page.evaluate("window.jumps")]

    def next_answer(self, part: str, status: int | None = None) -> Any:
        """Wait for the next answer to a poll of a live part (with this status) and return it."""
        with self.page.expect_response(lambda one: part in one.url and status in (None, one.status)) as found:
            pass
        return found.value

    def check_accessibility(self) -> None:
        """Fail with every rule of WCAG 2.1 A and AA that axe-core finds broken on the current page.

        Transitions of style are finished first.
        """
        self.page.evaluate(SETTLE)
        found = axe.Axe().run(self.page, options={"runOnly": list(RULES), "resultTypes": ["violations"]})
        broken = [
            f"{rule['id']}: {node['html'][:200]}" for rule in found.response["violations"] for node in rule["nodes"]
        ]
        assert broken == [], self.page.url

    def _hear(self, message: Any) -> None:
        if message.type in {"error", "warning"}:
            self.complaints.append(message.text)

    def _watch(self, request: Any) -> None:
        address = urlsplit(request.url)
        if address.scheme not in {"data", "blob"} and address.netloc != urlsplit(self.url).netloc:
            self.elsewhere.append(request.url)


@contextmanager
def chromium() -> Iterator[Any]:
    """Run Debian's Chromium; skip the tests (in CI: fail them) where it is not installed."""
    program = shutil.which("chromium") or shutil.which("chromium-browser")
    if program is None:
        unavailable("chromium is not installed")
    with sync_api.sync_playwright() as playwright:
        running = playwright.chromium.launch(executable_path=Path(program or ""), args=QUIET)
        yield running
        running.close()


@contextmanager
def browsing(running: Any, url: str) -> Iterator[Browser]:
    """Open a page; in the end nothing may have left the machine and no script or page may have complained."""
    context = running.new_context(viewport={"width": 1280, "height": 900})
    browser = Browser(context, url)
    yield browser
    context.close()
    assert browser.elsewhere == []
    assert browser.complaints == []
