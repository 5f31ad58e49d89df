"""The dashboard in a browser whose reader prefers French."""

from __future__ import annotations

from collections.abc import Iterator

import pytest

from tests.acceptance.browser import Browser, browsing, chromium
from tests.processes import EmbeddedService

pytestmark = [pytest.mark.service, pytest.mark.acceptance]


@pytest.fixture(scope="module")
def browser(service: EmbeddedService) -> Iterator[Browser]:
    """A page on the embedded default, in French."""
    with chromium() as running, browsing(running, service.url) as page:
        page.page.set_extra_http_headers({"Accept-Language": "fr-FR,fr;q=0.9,en;q=0.5"})
        yield page


def test_the_first_page(browser: Browser) -> None:
    """Its texts, its live part, and what scripts write are in French, and it is as accessible as in English."""
    browser.open("/")
    browser.see("h1", "Chaque parcours du cavalier")
    browser.see(".age", "En direct")
    browser.see("button", "Construire un parcours")
    browser.check_accessibility()
    assert browser.page.locator("html").get_attribute("lang") == "fr"


def test_a_wrong_form_is_told_in_french(browser: Browser) -> None:
    """The fault appears in French beside the field, and the typed value stays unchanged."""
    browser.open("/submit?kind=enumerate&board=5x5000&piece=0,0")
    browser.see(".error", "une pièce a au moins une composante non nulle")
    browser.check_accessibility()


def test_the_switch_holds(browser: Browser) -> None:
    """The chosen language applies to the current page and the next ones, until the switch is used again."""
    browser.open("/jobs?state=succeeded")
    browser.page.get_by_role("link", name="English").click()
    browser.see("h1", "Jobs")
    assert browser.page.url.endswith("/jobs?state=succeeded")
    browser.open("/boards")
    browser.see("h1", "Boards")
    browser.page.get_by_role("link", name="Français").click()
    browser.see("h1", "Échiquiers")
