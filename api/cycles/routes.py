"""Closed tours by their number, from the index that a job has made of a board."""

from __future__ import annotations

import secrets
from functools import lru_cache
from pathlib import Path
from typing import TYPE_CHECKING, Self

import numpy as np
from flask import Blueprint, Response
from numpy.typing import NDArray
from pydantic import Field, TypeAdapter, model_validator

from api.cycles.citation import cycle_citation
from api.cycles.documents import CycleDocument, IndexDocument
from api.http.board_lookup import board_named
from api.http.problems import ProblemError, not_found
from api.http.services import services
from api.http.svg_responses import drawing
from api.openapi import examples
from api.openapi.body import Body, body_checker
from api.openapi.endpoint import Answer, operation
from api.openapi.query import Query
from drawing.tour import tour_svg
from engine.boards.board import Board
from engine.boards.existence.decide import refutation
from engine.boards.piece import Piece, piece_of_key
from engine.cycles.index import CycleIndex, index_name
from engine.cycles.written import number_of, parse_number
from engine.errors import InvalidProblemError, LostFileError
from engine.features.measure import statistics_of
from engine.features.table import MAGIC
from engine.specification.fields import Model
from engine.tours.parse import grid_text
from workers.files.folder import kept_files

if TYPE_CHECKING:
    from upath import UPath

blueprint = Blueprint("cycles", __name__, url_prefix="/api/v1/boards")


class PieceQuery(Query):
    """The piece."""

    piece: str = Field(default="1,2", pattern=r"^[0-9]{1,4}(,[0-9]{1,4}){1,9}$", description="the piece's components")


class PastedCycle(Model):
    """A closed tour: its squares in order, or any form that people write, such as a grid or a start with directions."""

    tour: str | None = Field(default=None, min_length=1, max_length=200_000, examples=["a1: 1703..."])
    squares: list[list[int]] | None = Field(
        default=None, max_length=100_000, description="coordinates from 1", examples=[[[1, 1], [2, 3]]]
    )

    @model_validator(mode="after")
    def _check_forms(self) -> Self:
        if (self.tour is None) == (self.squares is None):
            raise ValueError("give either `tour` or `squares`")
        return self


ADAPTER: TypeAdapter[PastedCycle] = TypeAdapter(PastedCycle)


@blueprint.get("/<path:label>/cycles")
@operation(
    "Show the index of a board's closed tours",
    tag="boards",
    query=PieceQuery,
    answers={200: Answer("The index", IndexDocument)},
    problems=(404,),
)
def show_index(label: str, query: PieceQuery) -> IndexDocument:
    """Say how many closed tours can be asked for by number."""
    board, piece = parse_board(label, query.piece)
    return index_document(board, piece)


@blueprint.get("/<path:label>/cycles/random")
@operation(
    "Draw a closed tour at random",
    tag="boards",
    query=PieceQuery,
    answers={200: Answer("The tour and its number", CycleDocument)},
    problems=(404,),
)
def random_cycle(label: str, query: PieceQuery) -> CycleDocument:
    """Every closed tour of the board is as likely as every other."""
    board, piece = parse_board(label, query.piece)
    return cycle_document(board, piece, random_number(board, piece))


@blueprint.get("/<path:label>/cycles/<number>")
@operation(
    "Show a closed tour by its number",
    tag="boards",
    query=PieceQuery,
    answers={200: Answer("The tour", CycleDocument)},
    problems=(404,),
)
def numbered_cycle(label: str, number: str, query: PieceQuery) -> CycleDocument:
    """Numbers go from 1 to the number of closed tours, undirected."""
    board, piece = parse_board(label, query.piece)
    return cycle_document(board, piece, number)


@blueprint.get("/<path:label>/cycles/<number>.svg")
@operation(
    "Download a closed tour by its number as a drawing",
    tag="boards",
    query=PieceQuery,
    answers={200: Answer("The drawing", str, media=("image/svg+xml",))},
    problems=(404,),
)
def cycle_drawing(label: str, number: str, query: PieceQuery) -> Response:
    """Draw the tour."""
    board, piece, tour = _draw_cycle(label, number, query)
    return drawing(tour_svg(board, piece, tour, closed=True))


@blueprint.get("/<path:label>/cycles/<number>.txt")
@operation(
    "Download a closed tour by its number as text",
    tag="boards",
    query=PieceQuery,
    answers={200: Answer("The numbered board", str, media=("text/plain",))},
    problems=(404,),
)
def cycle_grid(label: str, number: str, query: PieceQuery) -> Response:
    """Send the board with the numbers of the tour on its squares."""
    board, _, tour = _draw_cycle(label, number, query)
    return Response(grid_text(board, tour), mimetype="text/plain")


@blueprint.get("/<path:label>/cycles/<number>.bib")
@operation(
    "Cite a closed tour by its number",
    tag="boards",
    query=PieceQuery,
    answers={200: Answer("A BibTeX entry", str, media=("application/x-bibtex",))},
    problems=(404,),
)
def cite_cycle(label: str, number: str, query: PieceQuery) -> Response:
    """Send what names the tour: its number, and the index that gives it."""
    board, piece = parse_board(label, query.piece)
    return Response(cycle_citation(cycle_document(board, piece, number)), mimetype="application/x-bibtex")


@blueprint.post("/<path:label>/cycles/rank")
@operation(
    "Tell the number of a closed tour",
    tag="boards",
    query=PieceQuery,
    body=Body(ADAPTER, body_checker(ADAPTER), examples.RANK),
    answers={200: Answer("The tour and its number", CycleDocument)},
    problems=(404,),
)
def rank_cycle(label: str, body: PastedCycle, query: PieceQuery) -> CycleDocument:
    """Tell the number, which does not depend on where the tour starts nor on its direction."""
    board, piece = parse_board(label, query.piece)
    try:
        number = number_of(_index(board, piece), body.tour or body.squares or ())
    except LostFileError as error:
        raise _unsound(board, error) from error
    return cycle_document(board, piece, number)


def _draw_cycle(label: str, number: str, query: PieceQuery) -> tuple[Board, Piece, NDArray[np.int32]]:
    """Return the board, the piece and the squares of the closed tour with a number."""
    board, piece = parse_board(label, query.piece)
    return board, piece, squares_of(board, cycle_document(board, piece, number))


def index_document(board: Board, piece: Piece) -> IndexDocument:
    """Return the document of a board's index; a 404 problem where there is none."""
    return IndexDocument.of(_index(board, piece), board=board.label, piece=piece)


def random_number(board: Board, piece: Piece) -> int:
    """Return the number of a closed tour, all equally likely."""
    return 1 + secrets.randbelow(_index(board, piece).cycles)


def cycle_document(board: Board, piece: Piece, number: int | str) -> CycleDocument:
    """Return the closed tour with a number, whose digits may be grouped in threes; a 404 problem if there is none."""
    index = _index(board, piece)
    position = parse_number(str(number)) or 0
    try:
        tour = index.tour(position)
    except IndexError as error:
        what = f"closed tour {number} of {board.label}"
        raise not_found(what, f"they are numbered from 1 to {index.cycles}") from error
    except LostFileError as error:
        raise _unsound(board, error) from error
    found = statistics_of(board, piece, tour, closed=True)
    return CycleDocument(
        board=board.label,
        piece=list(piece),
        number=str(position),
        of=str(index.cycles),
        squares=board.squares(tour),
        index=index.digest,
        statistics={name: value for name, value in found.items() if name != MAGIC},
    )


def squares_of(board: Board, document: CycleDocument) -> NDArray[np.int32]:
    """Return the numbers of the squares of a tour, in order."""
    return np.array([board.index(square) for square in document.squares], dtype=np.int32)


def parse_board(label: str, piece: str) -> tuple[Board, Piece]:
    """Return a board and a piece; a 404 problem where there is none of that name."""
    try:
        return board_named(label), piece_of_key(piece)
    except InvalidProblemError as error:
        raise not_found(f"board {label!r}", error.message) from error


def has_index(board: Board, piece: Piece) -> bool:
    """Whether closed tours of a board can be asked for by number."""
    kept = services().kept_files
    return kept is not None and index_name(kept, board, piece) is not None


def _index(board: Board, piece: Piece) -> CycleIndex:
    """Return the index of a board; a 404 problem that says how to make one, or why there can be none."""
    spill = services().settings.spill
    name = None if spill is None else index_name(kept_files(spill), board, piece)
    if spill is None or name is None:
        proof = refutation(board, piece, "closed", range(board.size))
        how = (
            f'make one with a job {{"kind": "index", "board": "{board.label}"}}' if proof is None else proof.explanation
        )
        raise not_found(f"cycle index of {board.label}", how)
    try:
        return _open(spill, name)
    except LostFileError as error:
        raise _unsound(board, error) from error


def _unsound(board: Board, error: LostFileError) -> ProblemError:
    """Return the 404 problem of an index whose files are lost or damaged."""
    return not_found(f"sound index of {board.label}", f"make it again: {error}")


@lru_cache(maxsize=8)
def _open(spill: Path | UPath, name: str) -> CycleIndex:
    return CycleIndex(kept_files(spill), name)
