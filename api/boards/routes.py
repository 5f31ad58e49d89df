"""Boards: the permanent address of each, and which ones jobs have used."""

from __future__ import annotations

from operator import attrgetter

from flask import Blueprint, Response
from pydantic import Field
from sqlalchemy import ColumnElement
from sqlalchemy.orm import Session

from api.boards.board_record import BoardQuery, board_page, known_of
from api.boards.documents import BoardDocument, BoardListing, listing
from api.http.board_lookup import board_named
from api.http.problems import not_found
from api.http.services import reading_replica
from api.listing.pagination import LINKED, Page, PageQuery
from api.listing.tables import FORMS
from api.notes.filters import NotedQuery
from api.openapi.endpoint import Answer, operation
from api.openapi.responses import NOT_MODIFIED
from engine.errors import InvalidProblemError
from store.database.db import number_of
from store.models.boards import BoardRow
from store.notes import tags_by_subject
from store.queries.boards import BoardOrder, BoardSummary, find_boards
from store.queries.note_filters import note_conditions

blueprint = Blueprint("boards", __name__, url_prefix="/api/v1/boards")


class BoardsQuery(NotedQuery, PageQuery):
    """Which boards to list, and how."""

    sort: BoardOrder = Field(
        default="oldest",
        description="oldest: those known first; label: as texts are sorted; size: small ones first",
    )


def _conditions(query: BoardsQuery) -> list[ColumnElement[bool]]:
    return note_conditions(BoardRow, query.tag, query.note)


def page_of_boards(session: Session, query: BoardsQuery) -> list[BoardSummary]:
    """Return the boards of one page of the list."""
    return find_boards(session, cursor=query.cursor, limit=query.limit, order=query.sort, conditions=_conditions(query))


@blueprint.get("")
@operation(
    "List the boards that jobs have used or that have notes or tags",
    tag="boards",
    query=BoardsQuery,
    answers={200: Answer("A page of boards", Page[BoardListing], LINKED, FORMS), 304: NOT_MODIFIED},
)
def list_boards(query: BoardsQuery) -> Response:
    """In the order in which they became known, in the reverse order, or by label."""
    with reading_replica() as session:
        rows = page_of_boards(session, query)
        total = query.total(lambda: number_of(session, BoardRow, *_conditions(query)))
        tags = tags_by_subject(session, [row.board.label for row in rows])
    following = query.next_page(rows, attrgetter("board.id"))
    items = (listing(row, tags.get(row.board.label, ())) for row in rows)
    return query.answer(Page[BoardListing], items, following, total)


@blueprint.get("/<path:label>")
@operation("Show a board", tag="boards", query=BoardQuery, answers={200: Answer("The board", BoardDocument)})
def show_board(label: str, query: BoardQuery) -> BoardDocument:
    """Every board has its page, whether or not a job has used it."""
    try:
        board = board_named(label)
    except InvalidProblemError as error:
        raise not_found(f"board {label!r}", error.message) from error
    document, known = board_page(board, query.parse_piece(board)), known_of(board, query)
    if known is None:
        return document
    answered = {"statements": list(known.known.figures), "answer": known.words, "unknown": known.unknown}
    return document.model_copy(update=answered)
