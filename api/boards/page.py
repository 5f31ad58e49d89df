"""The boards: which are known, and everything known about one."""

from __future__ import annotations

from operator import attrgetter
from typing import Any

from flask import Response, redirect, render_template, request, url_for
from werkzeug.wrappers import Response as AnyResponse

from api.boards.board_map import BoardPageQuery, board_map
from api.boards.board_record import BoardQuery, board_page, known_of
from api.boards.censuses import distribution_charts
from api.boards.citation import board_citation
from api.boards.documents import BoardDocument, listing
from api.boards.routes import BoardsQuery, page_of_boards
from api.cycles.routes import has_index
from api.http.board_lookup import board_named
from api.http.problems import not_found
from api.http.services import reading, reading_replica
from api.http.svg_responses import drawing
from api.notes.page import remarks_on
from api.notes.requests import BOARD
from api.openapi.query import parse_query
from api.pages.blueprint import blueprint, inline
from api.pages.charts import draw_charts, named_chart_file
from api.pages.downloads import csv_file, statements_file
from api.references.documents import reference_document
from drawing.moves import moves_svg
from engine.boards.board import Board
from engine.boards.piece import KNIGHT, piece_key
from engine.errors import InvalidProblemError
from findings.exports.counts import counted_values
from findings.exports.quantities import Values
from findings.references.selection import published_figures
from findings.results.known_family import families_of
from findings.statements.board_facts import board_on_its_side, gather_board_facts
from findings.statements.census import known_censuses
from findings.statements.statement import Statement
from store.notes import names_of_tags
from store.queries.boards import BoardOrder, BoardSummary, sample_tours
from store.queries.random_tour import spread_tours

MAX_DRAWN = 2500
MAX_GALLERY_TOURS = 6
MAX_FIGURES = 4
"""Figures beside the map; the others are folded."""


class SortedBoards(BoardsQuery):
    """Which boards the page lists: small ones first by default."""

    sort: BoardOrder = "size"


@blueprint.get("/boards")
def boards() -> str | AnyResponse:
    """List the boards that jobs have used; `label` leads to the page of any board there is."""
    if label := request.args.get("label", "").strip():
        return redirect(url_for("dashboard.board", label=label))
    query = parse_query(SortedBoards, request.args)
    with reading_replica() as session:
        rows = page_of_boards(session, query)
        labels = [row.board.label for row in rows if row.board.piece == piece_key(KNIGHT)]
        values = counted_values(session, labels, ("cycles", "tours"), sums=False)
        tours = sample_tours(session, [row.board for row in rows])
    following = query.next_page(rows, attrgetter("board.id"))
    cards = [(listing(row), tours.get(row.board.id), _known_counts(row, values)) for row in rows]
    return render_template("boards.html", cards=cards, next=following, query=query, most=MAX_DRAWN)


def _known_counts(row: BoardSummary, values: Values) -> dict[str, int]:
    """Return the undisputed counts of a board in the list, by quantity."""
    if row.board.piece != piece_key(KNIGHT):
        return {}
    found = {quantity: values.get((row.board.label, quantity), ()) for quantity in ("cycles", "tours")}
    return {quantity: next(iter(known)) for quantity, known in found.items() if len(known) == 1}


@blueprint.get("/boards.csv")
def boards_table() -> Response:
    """Send the list of boards as a table."""
    query = parse_query(SortedBoards, request.args)
    with reading_replica() as session:
        rows = page_of_boards(session, query)
    body = [[row.board.label, row.board.size, row.board.piece, sum(row.jobs.values()), row.tours] for row in rows]
    return csv_file([["board", "squares", "piece", "jobs", "tours_stored"], *body])


@blueprint.get("/boards/<path:label>")
def board(label: str) -> str | AnyResponse:
    """Everything known about a board, whether or not a job has used it."""
    found = _board(label)
    if found.label != label:
        return redirect(url_for("dashboard.board", label=found.label, piece=request.args.get("piece")))
    query = parse_query(BoardPageQuery, request.args)
    piece, known = query.parse_piece(found), known_of(found, query)
    with reading_replica() as session:
        figures = published_figures(session, found.label)
    document = board_page(found, piece, published=figures)
    name = None if piece is None else piece_key(piece)
    with reading_replica() as session:
        censuses = list(known_censuses(session, found, piece or KNIGHT))
        moves = next((one for one in censuses if one.uses), None)
        picture = board_map(session, found, piece or KNIGHT, document.statements, query, moves)
        gallery = spread_tours(session, found.label, piece_key(piece or KNIGHT), MAX_GALLERY_TOURS)
        families = families_of(session, found.label, piece or KNIGHT)
    with reading() as session:
        remarks = remarks_on(BOARD, label, session, label, names_of_tags(session, label))
    published = [reference_document(row) for row in figures if name in (None, row.piece)]
    moving = piece or (KNIGHT if found.dimensions > 1 else None)
    whole, shown = _at_a_glance(document)
    return render_template(
        "board.html",
        board=document,
        whole=whole,
        map=picture,
        charts=draw_charts(distribution_charts(censuses)),
        gallery=gallery,
        drawing=inline(moves_svg(found, moving)) if found.size <= MAX_DRAWN else None,
        published=published,
        citation=board_citation(found.label, remarks.tags, document.statements),
        numbered=_index_link(document),
        asked=known,
        query=query,
        shown=shown,
        families=families,
        side=board_on_its_side(found),
        remarks=remarks,
    )


def _at_a_glance(document: BoardDocument) -> tuple[list[Statement], int]:
    """Return the facts of the whole board, superseded estimates last, and how many of them are shown unfolded."""
    whole = [one for one in document.statements if one.subject.starts == "all"]
    exact = {_subject(one) for one in whole if one.exact}

    def is_surpassed(one: Statement) -> bool:
        return not one.exact and _subject(one) in exact

    return sorted(whole, key=is_surpassed), min(MAX_FIGURES, sum(not is_surpassed(one) for one in whole))


def _subject(one: Statement) -> str:
    return str((one.quantity, one.subject.piece, one.restriction))


def _index_link(document: BoardDocument) -> dict[str, Any] | None:
    """Return whether closed tours can be looked up by number, and the piece's query; None if none can exist."""
    if any(one.tours == "closed" and one.verdict == "impossible" for one in document.existence):
        return None
    board, piece = board_named(document.label), tuple(document.piece)
    asked = {} if piece == KNIGHT else {"piece": piece_key(piece)}
    return {"index": has_index(board, piece), "asked": asked}


@blueprint.get("/charts/board/<path:label>/<name>.<any(svg, csv):form>")
def board_chart(label: str, name: str, form: str) -> Response:
    """Send the distribution of a board's closed tours as a picture, or the numbers behind it as a table."""
    found = _board(label)
    piece = parse_query(BoardQuery, request.args).parse_piece(found) or KNIGHT
    with reading_replica() as session:
        charts = distribution_charts(known_censuses(session, found, piece))
    return named_chart_file(charts, name, form)


@blueprint.get("/drawings/board/<path:label>.svg")
def board_drawing(label: str) -> Response:
    """Send the drawing of an empty board."""
    found = _board(label)
    if found.size > MAX_DRAWN:
        raise not_found(f"drawing of a board of {found.size} squares")
    return drawing(moves_svg(found, KNIGHT if found.dimensions > 1 else None))


@blueprint.get("/tables/board/<path:label>.csv")
def board_counts(label: str) -> Response:
    """Send the known figures of a board, each with its subject and sources; `starts`: all, or each square."""
    with reading_replica() as session:
        known = gather_board_facts(session, _board(label))
    starts = request.args.get("starts")
    selected = [one for one in known if starts is None or (one.subject.starts == "all") == (starts == "all")]
    return statements_file(selected)


@blueprint.get("/tables/published/<path:label>.csv")
def board_published(label: str) -> Response:
    """Send the figures published of a board, those of one `source` or of all."""
    with reading_replica() as session:
        rows = published_figures(session, _board(label).label)
    source = request.args.get("source")
    rows = [row for row in rows if source in (None, row.source)]
    head = ["key", "title", "piece", "quantity", "convention", "value", "error", "right", "status", "finding"]
    return csv_file([head, *([getattr(row, name) for name in head] for row in rows)])


def _board(label: str) -> Board:
    try:
        return board_named(label)
    except InvalidProblemError as error:
        raise not_found(f"board {label!r}", error.message) from error
