"""Families of boards: the list of known ones, and the known results of one."""

from __future__ import annotations

from typing import Any

from flask import Response, redirect, render_template, request, url_for
from werkzeug.wrappers import Response as AnyResponse

from api.http.problems import not_found
from api.http.services import reading_replica
from api.openapi.query import parse_query
from api.pages.blueprint import blueprint, inline
from api.pages.charts import chart_file
from api.pages.downloads import csv_file
from api.references.families import FamilyQuery, parse_name
from drawing.charts import Chart, Series
from engine.boards.piece import KNIGHT, piece_key
from engine.kinds.strip.term import is_proved
from findings.exports.counts import add_comments, b_file
from findings.exports.provenance import origin
from findings.results.known_family import KnownFamily, known_families, known_family
from language.translate import gettext, gettext_noop
from phrasing.titles import job_title

MAX_SHOWN = 20
"""Terms on a page; the files have all."""

MAX_LISTED = 8
"""Terms in the list of families."""

MAX_LETTERS = 400
"""A longer coefficient or term is cut on the page."""


@blueprint.get("/families")
def families() -> str | AnyResponse:
    """List the families with known results; `family` leads to the page of any family."""
    asked: dict[str, Any] = request.args.to_dict()
    if name := asked.pop("family", "").strip():
        return redirect(url_for("dashboard.family", family=name, **asked))
    parse_query(FamilyQuery, request.args)
    return render_template("families.html", groups=_groups(_all_families()), most=MAX_LISTED)


@blueprint.get("/families.csv")
def families_table() -> Response:
    """Send the list of families as a table."""
    rows: list[list[object]] = [
        ["family", "piece", "tours", "first", "last", "order", "growth_low", "growth_high", "oeis"]
    ]
    for one in _all_families():
        figures = one.figures or {}
        growth, numbers = figures.get("growth", {}), " ".join(match.number for match in one.oeis)
        found = [figures.get("order"), growth.get("low"), growth.get("high"), numbers]
        rows.append([one.family, piece_key(one.piece), one.tours, one.first, one.last, *found])
    return csv_file(rows)


@blueprint.get("/families/<family>")
def family(family: str) -> str | AnyResponse:
    """Everything known about a family, whether or not a job has counted it."""
    known = _find_family(family)
    if known.family != family:
        return redirect(_address(known))
    chart = _chart(known)
    return render_template(
        "family.html",
        known=known,
        asked=_query_of(known),
        title=_title(known),
        rows=known.rows(MAX_SHOWN),
        ratios=dict(known.ratios),
        proved=bool((known.figures or {}).get("recurrence")) and is_proved(known.figures or {}),
        formula=_formula((known.figures or {}).get("recurrence") or ()),
        chart=chart,
        drawn=inline(chart.svg()) if known.ratios else None,
    )


@blueprint.get("/families/<family>/ratios.<any(svg, csv):form>")
def family_chart(family: str, form: str) -> Response:
    """Send the chart of the ratios of neighbouring terms, or the numbers behind it."""
    known = _find_family(family)
    if not known.ratios:
        raise not_found(f"chart of {known.family}", "too few of its boards are known to have tours")
    return chart_file(_chart(known), form)


@blueprint.get("/families/<family>/terms.<any(csv, txt):form>")
def family_terms(family: str, form: str) -> Response:
    """Send all terms: as a table with the boards, or as a b-file of the OEIS."""
    known = _find_family(family)
    if form == "csv":
        return csv_file([["n", "board", known.tours], *known.rows()])
    made = origin(f"families/{known.family}/terms.txt", {"tours": known.tours, "piece": piece_key(known.piece)})
    return Response(add_comments(b_file(known.terms, known.first), made), mimetype="text/plain")


def _find_family(family: str) -> KnownFamily:
    """Return the known results of the family of a request; 404 where there is no such family."""
    query = parse_query(FamilyQuery, request.args)
    name, piece = parse_name(family, query, single=True)
    with reading_replica() as session:
        return known_family(session, name, piece, query.tours)


def _all_families() -> list[KnownFamily]:
    with reading_replica() as session:
        return known_families(session)


def _groups(families: list[KnownFamily]) -> list[tuple[str, list[tuple[KnownFamily, str, str]]]]:
    """Return the families in named groups, each with its address and title: the knight on flat boards first."""
    flat, glued, other = gettext("Flat boards"), gettext("Other surfaces"), gettext("Other pieces")
    groups: dict[str, list[tuple[KnownFamily, str, str]]] = {flat: [], glued: [], other: []}
    for one in families:
        name = other if one.piece != KNIGHT else glued if ":" in one.family else flat
        groups[name].append((one, _address(one), _title(one)))
    return list(groups.items())


def _query_of(known: KnownFamily) -> dict[str, Any]:
    """Return the query of a family's page: the tours, and the piece unless it is the knight."""
    return {"tours": known.tours} | ({} if known.piece == KNIGHT else {"piece": piece_key(known.piece)})


def _address(known: KnownFamily) -> str:
    return url_for("dashboard.family", family=known.family, **_query_of(known))


def _title(known: KnownFamily) -> str:
    asked: dict[str, Any] = {"kind": "strip", "family": known.family, "tours": known.tours, "piece": known.piece}
    return job_title(asked, None)


def _chart(known: KnownFamily) -> Chart:
    """Return the factor from each board with tours to the next, beside the growth in the long run."""
    points = [(float(n), ratio) for n, ratio in known.ratios]
    growth = (known.figures or {}).get("growth", {"high": 0})
    levels = [(gettext_noop("in the long run"), (growth["low"] + growth["high"]) / 2)] if growth["high"] else []
    return Chart("ratios", "Factor from one board to the next", "n", "factor", [Series("factor", points)], levels)


def _formula(coefficients: list[str] | tuple[()]) -> str:
    """Return a recurrence over the integers as people write it, without the terms that are zero."""
    parts = [
        f"{'-' if value.startswith('-') else '+'} {_short(value.lstrip('-'))} a(n - {back})"
        for back, value in enumerate(coefficients, 1)
        if value != "0"
    ]
    return f"a(n) = {' '.join(parts).removeprefix('+ ')}" if parts else ""


def _short(value: str) -> str:
    return value if len(value) <= MAX_LETTERS else f"{value[:MAX_LETTERS]}…"
