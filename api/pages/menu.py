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
    #: Endpoints of the pages beneath it, such as that of one job beneath all jobs.
    below: tuple[str, ...] = ()

    def stands_for(self, endpoint: str | None) -> bool:
        """Whether the page shown is this one or beneath it."""
        return endpoint is not None and endpoint in (self.endpoint, *self.below)


MENU: tuple[tuple[MenuEntry, ...], ...] = (
    (
        MenuEntry(
            "dashboard.jobs",
            gettext_noop("Jobs"),
            gettext_noop("All jobs"),
            ("dashboard.job", "dashboard.job_columns", "dashboard.job_puzzle"),
        ),
        MenuEntry("dashboard.campaigns", gettext_noop("Campaigns"), below=("dashboard.campaign",)),
        MenuEntry("dashboard.show_comparison", gettext_noop("Compare")),
        MenuEntry("dashboard.workers", gettext_noop("Workers")),
    ),
    (
        MenuEntry("dashboard.tours", gettext_noop("Tours"), below=("dashboard.tour",)),
        MenuEntry("dashboard.find", gettext_noop("Find a tour")),
    ),
    (
        MenuEntry(
            "dashboard.boards",
            gettext_noop("Boards"),
            gettext_noop("All boards"),
            ("dashboard.board", "dashboard.cycle_index", "dashboard.cycle"),
        ),
        MenuEntry("dashboard.families", gettext_noop("Families"), below=("dashboard.family",)),
    ),
    (
        MenuEntry(
            "dashboard.learn", gettext_noop("Learn"), gettext_noop("Why random walks fail"), ("dashboard.learn_sheet",)
        ),
        MenuEntry("dashboard.puzzles", gettext_noop("Puzzle of the day")),
        MenuEntry("dashboard.puzzle_sheet", gettext_noop("Puzzles to print")),
        MenuEntry("dashboard.warnsdorff", gettext_noop("Warnsdorff's rule")),
        MenuEntry("dashboard.tree", gettext_noop("Search tree")),
        MenuEntry("dashboard.graph", gettext_noop("The knight's graph")),
        MenuEntry("dashboard.generators", gettext_noop("Generators"), below=("dashboard.experiment",)),
    ),
    (
        MenuEntry("dashboard.atlas", gettext_noop("Record"), gettext_noop("Atlas")),
        MenuEntry("dashboard.sources", gettext_noop("Sources"), below=("dashboard.source", "dashboard.source_page")),
        MenuEntry("dashboard.query", gettext_noop("SQL")),
    ),
    (MenuEntry("manual.show_page", gettext_noop("Docs")), MenuEntry("documentation.show_page", gettext_noop("API"))),
)
"""Groups of pages; the first of each stands in the menu."""


@blueprint.app_template_global()
def menu_section(endpoint: str | None) -> tuple[MenuEntry, ...]:
    """Return the group that a page belongs to; none for the home page, the form and errors."""
    return next((group for group in MENU if any(entry.stands_for(endpoint) for entry in group)), ())


@blueprint.app_template_global()
def menu() -> tuple[tuple[MenuEntry, ...], ...]:
    """Return the groups of the menu."""
    return MENU
