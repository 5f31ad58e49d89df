"""The menu: six entries, and the pages of each beside it while one of them is shown."""

from __future__ import annotations

from dataclasses import dataclass

from api.pages.blueprint import blueprint
from language.translate import gettext_noop


@dataclass(frozen=True)
class MenuEntry:
    """A page of the menu."""

    endpoint: str
    name: str
    #: The name of the first page of a group among the pages of the group, if it differs.
    alone: str | None = None


MENU: tuple[tuple[MenuEntry, ...], ...] = (
    (
        MenuEntry("dashboard.jobs", gettext_noop("Jobs"), gettext_noop("All jobs")),
        MenuEntry("dashboard.campaigns", gettext_noop("Campaigns")),
        MenuEntry("dashboard.show_comparison", gettext_noop("Compare")),
        MenuEntry("dashboard.workers", gettext_noop("Workers")),
    ),
    (MenuEntry("dashboard.tours", gettext_noop("Tours")), MenuEntry("dashboard.find", gettext_noop("Find a tour"))),
    (
        MenuEntry("dashboard.boards", gettext_noop("Boards"), gettext_noop("All boards")),
        MenuEntry("dashboard.families", gettext_noop("Families")),
    ),
    (
        MenuEntry("dashboard.learn", gettext_noop("Learn"), gettext_noop("Why random walks fail")),
        MenuEntry("dashboard.puzzles", gettext_noop("Puzzle of the day")),
        MenuEntry("dashboard.puzzle_sheet", gettext_noop("Puzzles to print")),
        MenuEntry("dashboard.warnsdorff", gettext_noop("Warnsdorff's rule")),
        MenuEntry("dashboard.tree", gettext_noop("Search tree")),
        MenuEntry("dashboard.graph", gettext_noop("The knight's graph")),
        MenuEntry("dashboard.generators", gettext_noop("Generators")),
    ),
    (
        MenuEntry("dashboard.atlas", gettext_noop("Record"), gettext_noop("Atlas")),
        MenuEntry("dashboard.sources", gettext_noop("Sources")),
        MenuEntry("dashboard.query", gettext_noop("SQL")),
    ),
    (MenuEntry("manual.show_page", gettext_noop("Docs")), MenuEntry("documentation.show_page", gettext_noop("API"))),
)
"""Groups of pages; the first of each stands in the menu."""


@blueprint.app_template_global()
def menu() -> tuple[tuple[MenuEntry, ...], ...]:
    """Return the groups of the menu."""
    return MENU
