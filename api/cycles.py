"""Closed tours by their number, from the index that a job has made of a board."""

from __future__ import annotations

import secrets
from functools import lru_cache
from pathlib import Path
from typing import TYPE_CHECKING

from flask import Blueprint
from pydantic import BaseModel, Field, TypeAdapter

from api.context import services
from api.documents.rows import RowDocument
from api.known_boards import board_named
from api.openapi import examples
from api.openapi.body import Body, checked
from api.openapi.operation import Answer, operation
from api.openapi.query import Query
from api.problems import ProblemError, not_found
from engine.boards.board import Board
from engine.boards.piece import Piece, parse_piece
from engine.cycles.index import CycleIndex, index_name
from engine.errors import InvalidProblemError, LostFileError
from engine.specification.fields import Model
from engine.tours.text import parse_tour
from engine.tours.verify import first_fault
from workers.files import kept_files

if TYPE_CHECKING:
    from upath import UPath

blueprint = Blueprint("cycles", __name__, url_prefix="/api/v1/boards")


class PieceQuery(Query):
    """Of which piece."""

    piece: str = Field(default="1,2", pattern=r"^[0-9]{1,4}(,[0-9]{1,4}){1,9}$", description="the piece's components")


class IndexDocument(RowDocument):
    """The index of a board's closed tours, undirected: how many there are, and what its files are."""

    board: str
    piece: list[int]
    cycles: str
    states: int
    bytes: int
    digest: str = Field(description="SHA-256 of the list of its files, which are named by theirs")


class CycleDocument(BaseModel):
    """A closed tour of the board and its number."""

    board: str
    piece: list[int]
    number: str = Field(description="from 1 on")
    of: str = Field(description="how many closed tours the board has, undirected")
    squares: list[list[int]] = Field(description="from the first square to the lesser of its neighbours on the tour")
    closed: bool = True
    index: str = Field(description="digest of the index: another one may number the tours in another order")


class PastedCycle(Model):
    """A closed tour in any form that people write: a grid of move numbers, squares, or a start with directions."""

    tour: str = Field(min_length=1, max_length=200_000, examples=["a1: 1703..."])


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
    board, piece = _named(label, query)
    return IndexDocument.of(_index(board, piece), board=board.label, piece=piece)


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
    board, piece = _named(label, query)
    return _cycle(board, piece, 1 + secrets.randbelow(_index(board, piece).cycles))


@blueprint.get("/<path:label>/cycles/<int:number>")
@operation(
    "Show a closed tour by its number",
    tag="boards",
    query=PieceQuery,
    answers={200: Answer("The tour", CycleDocument)},
    problems=(404,),
)
def numbered_cycle(label: str, number: int, query: PieceQuery) -> CycleDocument:
    """Numbers go from 1 to the number of closed tours, undirected."""
    board, piece = _named(label, query)
    return _cycle(board, piece, number)


@blueprint.post("/<path:label>/cycles/rank")
@operation(
    "Tell the number of a closed tour",
    tag="boards",
    query=PieceQuery,
    body=Body(ADAPTER, checked(ADAPTER), examples.RANK),
    answers={200: Answer("The tour and its number", CycleDocument)},
    problems=(404,),
)
def rank_cycle(label: str, body: PastedCycle, query: PieceQuery) -> CycleDocument:
    """Tell the number, which does not depend on where the tour starts nor on its direction."""
    board, piece = _named(label, query)
    tour = parse_tour(board, piece, body.tour)
    fault = first_fault(board, piece, tour)
    if fault is not None:
        raise InvalidProblemError("/tour", f"not a tour: after {fault.position} sound squares, {fault.reason}")
    index = _index(board, piece)
    try:
        return _cycle(board, piece, index.number(tour.tolist()))
    except ValueError as error:
        raise InvalidProblemError("/tour", "this tour is open; closed tours have numbers") from error
    except LostFileError as error:
        raise _unsound(board, error) from error


def _cycle(board: Board, piece: Piece, number: int) -> CycleDocument:
    index = _index(board, piece)
    try:
        tour = index.tour(number)
    except IndexError as error:
        raise not_found(f"closed tour {number} of {board.label}: they are numbered from 1 to {index.cycles}") from error
    except LostFileError as error:
        raise _unsound(board, error) from error
    return CycleDocument(
        board=board.label,
        piece=list(piece),
        number=str(number),
        of=str(index.cycles),
        squares=board.squares(tour),
        index=index.digest,
    )


def _named(label: str, query: PieceQuery) -> tuple[Board, Piece]:
    try:
        return board_named(label), parse_piece([int(part) for part in query.piece.split(",")])
    except InvalidProblemError as error:
        raise not_found(f"board {label!r}: {error.message}") from error


def _index(board: Board, piece: Piece) -> CycleIndex:
    """Return the index of a board; a 404 problem that says how to make one."""
    spill = services().settings.spill
    name = None if spill is None else index_name(kept_files(spill), board, piece)
    if spill is None or name is None:
        how = f'make one with a job {{"kind": "index", "board": "{board.label}"}}'
        raise not_found(f"index of the closed tours of {board.label}: {how}")
    try:
        return _opened(spill, name)
    except LostFileError as error:
        raise _unsound(board, error) from error


def _unsound(board: Board, error: LostFileError) -> ProblemError:
    """Return the 404 problem of an index whose files are lost or damaged."""
    return not_found(f"sound index of {board.label}, make it again: {error}")


@lru_cache(maxsize=8)
def _opened(spill: Path | UPath, name: str) -> CycleIndex:
    return CycleIndex(kept_files(spill), name)
