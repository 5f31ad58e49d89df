"""The menu: six entries, and the pages of each beside it while one of them is shown."""

from __future__ import annotations

from dataclasses import dataclass

from api.pages.blueprint import blueprint
from language.translate import mark


@dataclass(frozen=True)
class MenuEntry:
    """A page of the menu."""

    endpoint: str
    name: str
    #: What the first page of a group is called among its own pages, where that is another name.
    alone: str | None = None


MENU: tuple[tuple[MenuEntry, ...], ...] = (
    (
        MenuEntry("dashboard.jobs", mark("Jobs"), mark("All jobs")),
        MenuEntry("dashboard.campaigns", mark("Campaigns")),
        MenuEntry("dashboard.show_comparison", mark("Compare")),
    ),
    (MenuEntry("dashboard.tours", mark("Tours")), MenuEntry("dashboard.find", mark("Find a tour"))),
    (MenuEntry("dashboard.boards", mark("Boards")),),
    (
        MenuEntry("dashboard.warnsdorff", mark("Learn"), mark("Warnsdorff's rule")),
        MenuEntry("dashboard.tree", mark("Search tree")),
        MenuEntry("dashboard.graph", mark("The knight's graph")),
        MenuEntry("dashboard.generators", mark("Generators")),
    ),
    (
        MenuEntry("dashboard.atlas", mark("Record"), mark("Atlas")),
        MenuEntry("dashboard.sources", mark("Sources")),
        MenuEntry("dashboard.query", mark("SQL")),
    ),
    (MenuEntry("manual.show_page", mark("Docs")), MenuEntry("documentation.show_page", mark("API"))),
)
"""Groups of pages; the first of each stands in the menu."""


@blueprint.app_template_global()
def menu() -> tuple[tuple[MenuEntry, ...], ...]:
    """Return the groups of the menu."""
    return MENU
