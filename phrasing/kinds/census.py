"""Censuses in words."""

from __future__ import annotations

from collections.abc import Mapping
from typing import Any

from drawing.amounts import amount
from drawing.features import within
from drawing.numbers import group_digits, plus_minus, significant
from engine.kinds.census.choice import is_weighted
from engine.kinds.census.planner import DRAWING, search_problem
from engine.kinds.census.specification import CensusSpecification
from engine.kinds.census.weighted.cost import estimates_of, expected_cost
from engine.kinds.census.weighted.planner import weighted_passes
from engine.specification.fields import Specification
from engine.specification.problem import BoardProblem, ParsedSpecification
from language.translate import gettext, ngettext, translate
from phrasing.base import Cost, FoundResult, KindPhrasing, StoredSpecification
from phrasing.kinds.enumerate import ENUMERATION


def _title(specification: StoredSpecification, board: str) -> str:
    if specification.get("tours") == "open":
        return gettext("What the open tours of %(board)s are like", board=board)
    return gettext("What the closed tours of %(board)s are like", board=board)


def _answer(found: FoundResult) -> str | None:
    census = found.result.extra.get("census")
    if census is None:
        return None
    number = group_digits(census["tours"])
    row = next((row for row in census["distributions"] if row["statistic"] == "crossings"), None)
    if row is None:
        return _of_others(census, amount(census["tours"], "undirected tour"))
    values = {"number": number, "least": row["least"], "most": row["most"]}
    if found.result.outcome != "complete" and census["exact"]:
        return gettext(
            "Of %(tours)s met so far: %(least)s to %(most)s crossings; others may go beyond.",
            tours=amount(census["tours"], "undirected tour"),
            least=row["least"],
            most=row["most"],
        )
    if census["exact"]:
        return ngettext(
            "%(number)s undirected tour, with %(least)s to %(most)s crossings, %(mean)s in the mean.",
            "%(number)s undirected tours, each with %(least)s to %(most)s crossings, %(mean)s in the mean.",
            int(census["tours"]),
            mean=significant(row["mean"]),
            **values,
        )
    return gettext(
        "%(number)s tours drawn uniformly, each with %(least)s to %(most)s crossings, about %(mean)s in the mean.",
        mean=plus_minus(row["mean"], row["mean_error"]),
        **values,
    )


def _of_others(census: Mapping[str, Any], tours: str) -> str:
    """Return the answer where crossings were not asked for: of the first statistic, or of none."""
    for row in census["distributions"][:1]:
        return gettext(
            "Of %(tours)s: %(statistic)s from %(least)s to %(most)s, %(mean)s in the mean.",
            tours=tours,
            statistic=within(row["statistic"]),
            least=row["least"],
            most=row["most"],
            mean=significant(row["mean"]),
        )
    return gettext("How many of %(tours)s use each move.", tours=tours)


def _cost(problem: ParsedSpecification[Specification]) -> Cost | None:
    assert isinstance(problem, BoardProblem)
    assert isinstance(problem.spec, CensusSpecification)
    if problem.spec.method in DRAWING:
        return None
    if not is_weighted(problem):
        return ENUMERATION.cost(search_problem(problem))
    estimates = estimates_of(problem.graph, weighted_passes(problem), soon=True)
    seconds = sum(estimate.seconds for estimate in estimates)
    return Cost(f"{translate(expected_cost(estimates))}.", seconds=seconds)


CENSUSES = KindPhrasing("Take a census", "angles, crossings, turns: what tours are like", _title, _answer, cost=_cost)
