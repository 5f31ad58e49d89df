"""The documentation site, which builds without a warning, has no broken link and loads nothing from elsewhere."""

from __future__ import annotations

from collections.abc import Iterator
from contextlib import contextmanager
from html.parser import HTMLParser
from pathlib import Path
from urllib.parse import unquote, urlsplit

import pytest

from api.app import create_app
from api.server import Server
from api.system import docs_site
from store.database.db import Database
from store.settings import Settings
from tests.processes import ROOT

LOADED = {("script", "src"), ("link", "href"), ("img", "src"), ("iframe", "src"), ("source", "src"), ("object", "data")}
"""Elements and attributes whose addresses a browser loads by itself."""


class Page(HTMLParser):
    """The anchors of a built page, its addresses with their elements, and what the content policy forbids."""

    def __init__(self, text: str) -> None:
        super().__init__()
        self.anchors: set[str] = set()
        self.addresses: list[tuple[str, str, str]] = []
        self.inline: list[str] = []
        self.feed(text)

    def handle_starttag(self, tag: str, attributes: list[tuple[str, str | None]]) -> None:
        """Note one element."""
        given = {name: value or "" for name, value in attributes}
        self.anchors |= {given[name] for name in ("id", "name") if name in given}
        self.addresses += [(tag, name, given[name]) for name in ("href", "src", "data") if name in given]
        if tag == "style" or (tag == "script" and "src" not in given):
            self.inline.append(tag)
        self.inline += [f"{tag} {name}" for name in given if name == "style" or name.startswith("on")]


@pytest.fixture(scope="module")
def pages(built: Path) -> dict[str, Page]:
    """Every built page by its path."""
    found = [path for path in built.rglob("*.html") if path.relative_to(built).parts[0] != "_downloads"]
    return {path.relative_to(built).as_posix(): Page(path.read_text(encoding="utf-8")) for path in found}


def test_every_page_of_the_folder_is_there(pages: dict[str, Page]) -> None:
    """Each Markdown file is a page."""
    sources = {path.relative_to(ROOT / "docs").with_suffix(".html").as_posix() for path in _sources()}
    assert len(sources) > 20
    assert sources <= pages.keys()


def test_every_link_leads_somewhere(built: Path, pages: dict[str, Page]) -> None:
    """A link inside the site leads to a file and, if it names one, to an anchor there."""
    broken = []
    for name, page in pages.items():
        for _, _, address in page.addresses:
            parts = urlsplit(address)
            if parts.scheme or address.startswith("/"):
                continue
            target = (built / name).parent / unquote(parts.path) if parts.path else built / name
            anchors = pages.get(target.resolve().relative_to(built.resolve()).as_posix())
            there = target.is_file() and (not parts.fragment or anchors is None or parts.fragment in anchors.anchors)
            broken += [] if there else [f"{name}: {address}"]
    assert broken == []


def test_every_link_to_the_service_is_answered(
    pages: dict[str, Page], sqlite_settings: Settings, sqlite_database: Database
) -> None:
    """Every link is answered, and links to filled-in forms have no faults."""
    client = create_app(sqlite_settings, sqlite_database).test_client()
    addresses = {address for page in pages.values() for _, name, address in page.addresses if address.startswith("/")}
    assert {"/", "/api/v1/docs"} < addresses
    assert any(address.startswith("/submit?") for address in addresses)
    for address in sorted(addresses):
        answer = client.get(address.replace("/submit?", "/live/preview?quick=1&", 1), follow_redirects=True)
        assert answer.status_code == 200, address
        assert 'class="error"' not in answer.text, address


def test_nothing_is_loaded_from_other_hosts(built: Path, pages: dict[str, Page]) -> None:
    """No page and no style sheet loads anything from another host."""
    loaded = [address for page in pages.values() for tag, name, address in page.addresses if (tag, name) in LOADED]
    assert [address for address in loaded if urlsplit(address).scheme or address.startswith("//")] == []
    sheets = "".join(path.read_text() for path in built.rglob("*.css"))
    assert "url(http" not in sheets.replace("'", "").replace('"', "")
    assert "@import" not in sheets


def test_the_pages_obey_the_content_policy(pages: dict[str, Page]) -> None:
    """No script, style or handler stands in a page itself."""
    assert {name: page.inline for name, page in pages.items() if page.inline} == {}


def test_what_is_to_come_is_told(built: Path) -> None:
    """The changelog page has every fragment."""
    fragments = [path for path in (ROOT / "changes").iterdir() if path.name != "README.md"]
    page = (built / "reference/changes.html").read_text(encoding="utf-8").partition('id="unreleased"')[2]
    assert page.partition("</article>")[0].count("<li>") >= len(fragments)


def test_the_pages_say_which_version_they_are_of(built: Path) -> None:
    """The front page names the installed version."""
    from store.trust.code_versions import own_version  # noqa: PLC0415  reads the repository

    assert f"Cavalier {own_version()}" in (built / "index.html").read_text(encoding="utf-8")


@pytest.mark.service
@pytest.mark.parametrize(("width", "scheme"), [(1200, "light"), (390, "dark")])
def test_a_reader_finds_a_page(
    built: Path,
    sqlite_settings: Settings,
    sqlite_database: Database,
    monkeypatch: pytest.MonkeyPatch,
    width: int,
    scheme: str,
) -> None:
    """A reader gets from the dashboard to a page by search, and no page is wider than the screen."""
    from tests.acceptance.browser import browsing, chromium  # noqa: PLC0415  skips where playwright is missing

    monkeypatch.setattr(docs_site, "FOLDER", built)
    with serving(sqlite_settings, sqlite_database) as url, chromium() as running, browsing(running, url) as browser:
        browser.page.set_viewport_size({"width": width, "height": 900})
        browser.page.emulate_media(color_scheme=scheme)
        browser.open("/jobs")
        browser.page.get_by_role("link", name="Docs").click()
        browser.see("h1", "Cavalier")
        browser.check_accessibility()
        browser.open("/docs/search.html?q=Schwenk")
        browser.see("#search-results .search", "Boards")
        browser.page.locator("#search-results a").first.click()
        browser.see("h1")
        assert browser.page.evaluate("document.documentElement.scrollWidth") <= width


@contextmanager
def serving(settings: Settings, database: Database) -> Iterator[str]:
    """Serve the application from a thread and yield its address."""
    server = Server(create_app(settings, database), "127.0.0.1", 0)
    server.start()
    yield f"http://127.0.0.1:{server.port}"
    server.stop()


def _sources() -> Iterator[Path]:
    return (path for path in (ROOT / "docs").rglob("*.md") if "building" not in path.parts)
