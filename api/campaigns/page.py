"""Campaigns: the list of them, and each as a grid of its jobs."""

from __future__ import annotations

import json
import re
from collections.abc import Callable, Mapping, Sequence
from typing import Literal

from flask import Response, redirect, render_template, request, url_for
from pydantic import Field
from sqlalchemy.orm import Session
from werkzeug.wrappers import Response as AnyResponse

from api.campaigns.documents import campaign_head
from api.campaigns.routes import CampaignsQuery, document_of, page_of_campaigns
from api.http import notify
from api.http.problems import ProblemError
from api.http.services import reading, services
from api.notes.page import remarks_on
from api.notes.requests import CAMPAIGN
from api.openapi.query import Query, parse_query
from api.pages import live_fragments
from api.pages.blueprint import blueprint
from drawing.numbers import group_digits, plain, significant
from language.translate import gettext, translate
from phrasing.texts import Whole
from phrasing.titles import job_title
from phrasing.vocabulary import choice_words, field_name
from store.campaigns import actions
from store.campaigns.submission import get_campaign
from store.models.campaigns import Campaign
from store.models.states import JobState
from store.notes import names_of_tags
from store.queries import campaigns as queries
from store.queries.campaigns import Square

Line = tuple[str, list[Square | None]]
"""A row of the grid: the board's label and its cells."""

MAX_COLUMNS = 40
MAX_CELLS = 2000
VERBS = {
    "pause": actions.pause_campaign,
    "resume": actions.resume_campaign,
    "cancel": actions.cancel_campaign,
}
MARKS = {
    JobState.QUEUED: "·", JobState.RUNNING: "▸", JobState.PAUSING: "‖", JobState.PAUSED: "‖",
    JobState.SUCCEEDED: "✓", JobState.FAILED: "✗", JobState.CANCELLED: "-",
}  # fmt: skip
"""The mark in a cell, besides its colour."""

OTHERS = {"label", "board"}
"""Fields of a specification that its heading already shows."""


class GridQuery(Query):
    """Which part of the grid to show."""

    board: Whole = Field(default=0, ge=0, description="the first row")
    specification: Whole = Field(default=0, ge=0, description="the first column")
    sort: Literal["given", "board", "value"] = Field(default="given", description="order of the rows shown")


@blueprint.get("/campaigns")
def campaigns() -> str:
    """All campaigns, newest first."""
    query = parse_query(CampaignsQuery, request.args)
    return render_template(
        "campaigns.html",
        query=query,
        **live_fragments.show_fragment(_list_name(), live_fragments.of_jobs(), lambda: _render_list(query)),
    )


@blueprint.get("/live/campaigns")
def live_campaigns() -> Response:
    """Send the live part of the list."""
    query = parse_query(CampaignsQuery, request.args)
    return live_fragments.poll(_list_name(), live_fragments.of_jobs, lambda: _render_list(query))


@blueprint.get("/campaigns/<campaign_id>")
def campaign(campaign_id: str) -> str:
    """One campaign: how far it is, and its grid."""
    query = parse_query(GridQuery, request.args)
    with reading() as session:
        row = get_campaign(session, campaign_id)
        remarks = remarks_on(CAMPAIGN, campaign_id, session, row, names_of_tags(session, row))
    part = live_fragments.show_fragment(
        _name(campaign_id, query), live_fragments.of_jobs(), lambda: _render(campaign_id, query)
    )
    return render_template("campaign.html", campaign=row, query=query, remarks=remarks, **part)


@blueprint.get("/live/campaigns/<campaign_id>")
def live_campaign(campaign_id: str) -> Response:
    """Send the live part of a campaign's page."""
    query = parse_query(GridQuery, request.args)
    return live_fragments.poll(_name(campaign_id, query), live_fragments.of_jobs, lambda: _render(campaign_id, query))


@blueprint.post("/campaigns/<campaign_id>/<verb>")
def act_on_campaign(campaign_id: str, verb: str) -> str | AnyResponse:
    """Perform the action of a button, after confirmation if it cannot be undone."""
    if verb not in VERBS:
        raise ProblemError(404, "not-found", "Not found", f"a campaign cannot be asked to {verb!r}")
    if verb == "cancel" and "confirmed" not in request.form:
        with reading() as session:
            document = document_of(session, get_campaign(session, campaign_id))
        return render_template("ask_campaign.html", campaign=document)
    VERBS[verb](services().database, campaign_id)
    notify.notify_workers(notify.MAX_NOTIFIED)
    return redirect(url_for("dashboard.campaign", campaign_id=campaign_id), 303)


def _list_name() -> str:
    return f"campaigns?{request.query_string.decode()}"


def _name(campaign_id: str, query: GridQuery) -> str:
    return f"campaign {campaign_id} {query.board} {query.specification} {query.sort}"


def _render_list(query: CampaignsQuery) -> str:
    with reading() as session:
        found = page_of_campaigns(session, query)
    following = query.next_page(found, lambda one: one.campaign.id)
    return render_template(
        "parts/campaigns.html", campaigns=list(map(campaign_head, found)), query=query, next=following
    )


def _render(campaign_id: str, query: GridQuery) -> str:
    with reading() as session:
        row = get_campaign(session, campaign_id, whole=True)
        return render_template("parts/campaign.html", campaign=document_of(session, row), **_grid(session, row, query))


def _grid(session: Session, row: Campaign, query: GridQuery) -> dict[str, object]:
    """Return the part of the grid from the query's board and specification on, and where adjacent parts begin."""
    wide, high = len(row.specifications), len(row.boards)
    columns = range(min(query.specification, wide), min(query.specification + MAX_COLUMNS, wide))
    most = max(1, MAX_CELLS // max(1, len(columns)))
    rows = range(min(query.board, high), min(query.board + most, high))
    cells = queries.grid(session, row, rows, columns)
    labels = {number: cell.board for (number, _), cell in cells.items()}
    lines = [
        (labels.get(number) or _label(row.boards[number]), [cells.get((number, column)) for column in columns])
        for number in rows
    ]
    return {
        "columns": [(number, *_heading(row.specifications, number)) for number in columns],
        "rows": lines if query.sort == "given" else sorted(lines, key=ORDERS[query.sort]),
        "query": query,
        "marks": MARKS,
        "words": _words,
        "before": {"board": max(0, rows.start - most) if rows.start else None,
                   "specification": max(0, columns.start - MAX_COLUMNS) if columns.start else None},
        "after": {"board": rows.stop if rows.stop < high else None,
                  "specification": columns.stop if columns.stop < wide else None},
        "shown": (rows, columns),
    }  # fmt: skip


def _words(cell: Square) -> tuple[str, str]:
    """Return the text of a cell, short and in full: the value, "none", or the mark of its state."""
    if cell.state == JobState.SUCCEEDED and (cell.outcome == "impossible" or cell.value == 0):
        return gettext("none"), gettext("none")
    if cell.state == JobState.SUCCEEDED and cell.value is not None:
        return plain(cell.value), group_digits(cell.value)
    if cell.state == JobState.SUCCEEDED and cell.estimate is not None:
        about = f"≈ {significant(cell.estimate)}"
        return about, about
    return MARKS[JobState(cell.state)], translate(cell.state)


def _natural(line: Line) -> tuple[object, ...]:
    """Order boards by kind, then by the numbers in their labels: 3x9 before 3x10."""
    return re.sub(r"[0-9]+", "0", line[0]), [int(part) for part in re.findall(r"[0-9]+", line[0])], line[0]


def _by_value(line: Line) -> tuple[object, ...]:
    """Order rows by the value of their first cell; those without one come last."""
    cell = line[1][0] if line[1] else None
    value = None if cell is None else cell.value if cell.value is not None else cell.estimate
    return value is None, value or 0, _natural(line)


ORDERS: dict[str, Callable[[Line], tuple[object, ...]]] = {"board": _natural, "value": _by_value}


def _label(board: str | Mapping[str, object]) -> str:
    """Return a name for a board whose jobs were all deleted."""
    return board if isinstance(board, str) else "a board with squares removed"


def _heading(specifications: Sequence[Mapping[str, object]], number: int) -> tuple[str, str]:
    """Return the title of a column, and the fields in which it differs from the first other one of its kind."""
    own = specifications[number]
    title = str(own.get("label") or job_title(own, gettext("each board")))
    others = [one for one in specifications if one["kind"] == own["kind"] and one is not own]
    first = others[0] if others else own
    unlike = [name for name in own if name not in OTHERS and own[name] != first.get(name)]
    return title, ", ".join(_differ_words(name, own[name]) for name in unlike)


def _differ_words(name: str, value: object) -> str:
    """Return a field and its value in words."""
    field, words = translate(field_name(name)), translate(choice_words(_format_value(value), name))
    return gettext("%(subject)s: %(text)s", subject=field, text=words)


def _format_value(value: object) -> str:
    if isinstance(value, dict):
        return ", ".join(f"{name} {_format_value(one)}" for name, one in value.items())
    return value if isinstance(value, str) else json.dumps(value)
