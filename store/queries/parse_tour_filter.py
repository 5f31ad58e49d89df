"""Parsing of tour filters."""

from __future__ import annotations

from collections.abc import Callable
from typing import TypeVar

from engine.boards.board import Board
from engine.boards.squares import parse_square
from engine.errors import InvalidProblemError
from engine.features.filters import parse_ranges
from engine.tours.content import Content, parse_fragments, parse_places, symmetries_of_type
from phrasing.tour_filters import TourQuestion
from store.queries.tours import TourFilter
from store.tours.encoding import class_number

Read = TypeVar("Read")
Boards = Callable[[str], Board]
"""Finds a board by its label; InvalidProblemError if there is none."""


def parse_tour_filter(query: TourQuestion, boards: Boards) -> TourFilter:
    """Return the filter of a query; InvalidProblemError points at the invalid field."""
    board = None if query.board is None else _read("board", query.board, boards)
    return TourFilter(
        board=None if board is None else board.label,
        piece=query.piece,
        closed=query.closed,
        start=_on_board("start", query.start, board, parse_square),
        end=_on_board("end", query.end, board, parse_square),
        symmetry=query.symmetry,
        class_key=None if query.class_ is None else class_number(query.class_),
        job=query.job,
        since=None if query.since is None else query.since.timestamp(),
        until=None if query.until is None else query.until.timestamp(),
        features=() if query.statistics is None else _read("statistics", query.statistics, parse_ranges),
        content=Content(
            fragments=_on_board("contains", query.contains, board, parse_fragments) or (),
            places=_on_board("at", query.at, board, parse_places) or (),
            symmetry_type=None if query.symmetry_type is None else _read("symmetry_type", query.symmetry_type, _type),
        ),
    )


def _on_board(name: str, text: str | None, board: Board | None, read: Callable[[Board, str], Read]) -> Read | None:
    if text is None:
        return None
    if board is None:
        raise InvalidProblemError(f"/{name}", "needs a board")
    return _read(name, text, lambda given: read(board, given))


def _read(name: str, text: str, read: Callable[[str], Read]) -> Read:
    try:
        return read(text)
    except InvalidProblemError as error:
        raise InvalidProblemError(f"/{name}", error.message) from error


def _type(name: str) -> str:
    symmetries_of_type(name)
    return name
