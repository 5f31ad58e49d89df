"""Boards: the permanent address of each, and which ones jobs have used."""

from __future__ import annotations

from flask import Blueprint

from api.board_page import BoardQuery, board_page
from api.context import reading
from api.documents.boards import BoardDocument, BoardListing, listing
from api.documents.pages import Page, PageQuery
from api.known_boards import board_named
from api.openapi.operation import Answer, operation
from api.problems import not_found
from engine.errors import InvalidProblemError
from store.queries.boards import find_boards

blueprint = Blueprint("boards", __name__, url_prefix="/api/v1/boards")


@blueprint.get("")
@operation(
    "List the boards that jobs have used",
    tag="boards",
    query=PageQuery,
    answers={200: Answer("A page of boards", Page[BoardListing])},
)
def list_boards(query: PageQuery) -> Page[BoardListing]:
    """In the order in which they became known."""
    with reading() as session:
        rows = find_boards(session, after=query.cursor or 0, limit=query.limit)
    items = [listing(row) for row in rows]
    return Page[BoardListing](items=items, next=query.next_page(rows, rows[-1].board.id if rows else None))


@blueprint.get("/<path:label>")
@operation("Show a board", tag="boards", query=BoardQuery, answers={200: Answer("The board", BoardDocument)})
def show_board(label: str, query: BoardQuery) -> BoardDocument:
    """Every board has its page, whether or not a job has used it."""
    try:
        board = board_named(label)
    except InvalidProblemError as error:
        raise not_found(f"board {label!r}: {error.message}") from error
    return board_page(board, query.moved(board))
