"""The panels of a job's page: the part of its result that each shows, as values for the template of that name.

A panel is a function from the job to its values, None where the job has nothing for it. A new kind whose result is more
than counts, estimates and tours adds one here, with a template in `api/pages/templates/panels`.
"""

from __future__ import annotations

from collections.abc import Callable, Mapping
from typing import NamedTuple

from api.jobs.move_map import move_map
from api.jobs.path_page import order_drawings, way_drawing
from api.jobs.puzzle_page import given_numbers
from api.jobs.squares_page import squares_panel
from api.pages.blueprint import inline
from api.puzzles.board_to_fill import BoardToFill
from api.submission.form import as_text
from api.tours.documents import tour_document
from drawing.features import describe_census, describe_extreme
from drawing.step_by_step import MAX_STEPPED
from engine.kinds.common.method import RULE
from findings.results.job_view import JobView

TRIES = ("attempts", "successes")
"""Counts of a search for one tour, of interest only where it found none."""

WIDE = 2
"""Columns for each row from which on a board is drawn in a wide frame."""

Values = Mapping[str, object]


class Panel(NamedTuple):
    """A part of the page: the template that shows it, and what it shows."""

    template: str
    values: Values


def strip(view: JobView) -> Values | None:
    """Return the results for a family of boards."""
    found = view.result.extra.get("strip")
    return found and {"strip": found, "specification": view.job.specification}


def puzzle(view: JobView) -> Values | None:
    """Return the board of a puzzle to be solved by hand; its grid as text where there is no such board."""
    made, board, numbers = view.result.extra.get("puzzle"), view.board, given_numbers(view)
    fill = BoardToFill(board, numbers) if board is not None and numbers else None
    return {"grid": made and made["grid"], "fill": fill} if made or fill else None


def exact_success(view: JobView) -> Values | None:
    """Return the form that asks how often walks by Warnsdorff's rule succeed exactly, where that is not known here."""
    job = view.job
    has_walked = job.method == RULE and any(count.quantity == "all_walks" for count in view.result.counts)
    is_exact = job.specification.get("exact") or "exact_success" in view.result.extra
    if not has_walked or is_exact or view.answer() is None:
        return None
    asked = {"kind": job.kind, "method": job.method, "exact": "true", "tours": job.specification.get("tours", "any")}
    return {"form": {"board": as_text(job.specification["board"]), **asked}}


def path(view: JobView) -> Values | None:
    """Return the drawing of a way: a walk that collects squares, an uncrossed path or a shortest way."""
    drawn = way_drawing(view)
    if drawn is None:
        return None
    extra = view.result.extra
    return {"drawing": inline(drawn), "is_walk": bool(extra.get("walk")), "is_uncrossed": "uncrossed" in extra}


def tours(view: JobView) -> Values | None:
    """Return the first tours that the job stored."""
    found = view.first_tours
    if not found:
        return None
    is_walkable = view.board is None or view.board.size <= MAX_STEPPED
    shape = () if view.board is None else view.board.shape
    is_wide = len(shape) > 1 and shape[-1] >= WIDE * shape[-2]
    return {"tours": [tour_document(one) for one in found], "is_walkable": is_walkable, "is_wide": is_wide}


def counts(view: JobView) -> Values | None:
    """Return counts and estimates, without the tries of a search that found its tour."""
    result = view.result
    proved = [count for count in result.counts if count.method == "proof" and count.quantity not in TRIES]
    counted = [count for count in result.counts if count.method != "proof"] + proved
    estimates, large = ([one for one in rows if not one.square] for rows in (result.estimates, result.large_estimates))
    if view.first_tours and all(count.quantity in TRIES for count in counted):
        counted = []
    found = {"counts": counted, "estimates": estimates, "large_estimates": large}
    return found if any(found.values()) else None


def tests(view: JobView) -> Values | None:
    """Return the tests of a generator."""
    return {"tests": view.result.tests} if view.result.tests else None


def extreme(view: JobView) -> Values | None:
    """Return the best values that a search for an extreme has met."""
    found = view.result.extra.get("extreme")
    return {"rows": describe_extreme(found), "is_proved": found.get("proved")} if found else None


def census(view: JobView) -> Values | None:
    """Return the statistics of the tours, and the map of their moves."""
    found = view.result.extra.get("census")
    if not found:
        return None
    drawn = move_map(view)
    return {"census": found, "rows": describe_census(found), "moves": None if drawn is None else inline(drawn)}


def symmetries(view: JobView) -> Values | None:
    """Return the tours by symmetry type, and the tours that each symmetry preserves."""
    found = {name: view.result.extra.get(name) for name in ("types", "symmetries")}
    return found if any(found.values()) else None


def certificate(view: JobView) -> Values | None:
    """Return the residues of a certificate and the exact counts that they were compared with."""
    return view.result.extra.get("certificate")


def finders(view: JobView) -> Values | None:
    """Return who found the tours of an import: jobs elsewhere, and publications."""
    found = {name: view.result.extra.get(name) for name in ("finders", "publications")}
    return found if any(found.values()) else None


def orders(view: JobView) -> Values | None:
    """Return the orders in which breadth-first and depth-first search enter the squares."""
    extra = view.result.extra
    if not extra.get("orders"):
        return None
    drawn = {name: inline(svg) for name, svg in order_drawings(view).items()}
    return {"orders": extra["orders"], "drawings": drawn, "has_path": bool(extra.get("path"))}


PANELS: dict[str, dict[str, Callable[[JobView], Values | None]]] = {
    "top": {"strip": strip, "puzzle": puzzle, "exact_success": exact_success},
    "pictures": {"path": path, "squares": squares_panel, "tours": tours},
    "figures": {"counts": counts, "tests": tests},
    "more": {
        "extreme": extreme,
        "census": census,
        "symmetries": symmetries,
        "certificate": certificate,
        "finders": finders,
        "orders": orders,
    },
}
"""The panels by their place on the page, each place from top to bottom."""


def panels_of(view: JobView) -> dict[str, list[Panel]]:
    """Return the panels that a job's page has, by place."""
    return {
        place: [Panel(f"panels/{name}.html", shown) for name, panel in panels.items() if (shown := panel(view))]
        for place, panels in PANELS.items()
    }
