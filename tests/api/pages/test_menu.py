"""The menu of every page."""

from __future__ import annotations

import re

from flask.testing import FlaskClient

from api.pages.menu import MENU

MAX_ENTRIES = 6


def test_the_menu_is_short(client: FlaskClient) -> None:
    """It has at most six entries, all of which answer; a group's pages are shown only on its own pages."""
    assert len(MENU) <= MAX_ENTRIES
    home = client.get("/").text
    bar = home.partition('<nav aria-label="Main">')[2].partition("</nav>")[0]
    addresses = re.findall(r'href="([^"]+)"', bar)
    assert len(addresses) == len(MENU)
    assert 'class="section"' not in home
    assert all(client.get(address).status_code in (200, 302, 303, 404) for address in addresses)


def test_pages_of_a_group_lead_to_each_other(client: FlaskClient) -> None:
    """On the campaigns' page its group's entry and the page itself are marked, and the group's pages are linked."""
    page = client.get("/campaigns").text
    section = page.partition('<nav class="section"')[2].partition("</nav>")[0]
    assert re.findall(r">([^<]+)</a>", section) == ["All jobs", "Campaigns", "Compare", "Workers"]
    assert '<a href="/campaigns" aria-current="page">Campaigns</a>' in section
    assert '<a href="/jobs" aria-current="true">Jobs</a>' in page


def test_a_page_beneath_another_stands_in_its_group(client: FlaskClient) -> None:
    """A board's page marks Boards in the menu and shows the pages beside it; every page named so exists."""
    page = client.get("/boards/5x5").text
    assert '<a href="/boards" aria-current="true">Boards</a>' in page
    assert '<a href="/boards" aria-current="true">All boards</a>' in page.partition('<nav class="section"')[2]
    below = {endpoint for group in MENU for entry in group for endpoint in entry.below}
    assert below
    assert below <= set(client.application.view_functions)
