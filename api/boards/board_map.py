"""The map of a board: known figures of the tours by square, or of the closed tours by move."""

from __future__ import annotations

from collections.abc import Callable, Mapping, Sequence
from dataclasses import dataclass
from functools import partial
from typing import Literal

from flask import url_for
from markupsafe import Markup
from sqlalchemy.orm import Session

from api.boards.board_record import BoardQuery
from api.jobs.heat_maps import caption, heat_map
from api.listing.pagination import address
from api.pages.blueprint import inline
from drawing.move_uses import move_uses_svg
from engine.boards.board import Board
from engine.boards.piece import Piece
from engine.boards.squares import written_square
from findings.statements.by_end import ends_of
from findings.statements.census import KnownCensus
from findings.statements.known_answer import CountQuestion, by_start, recorded_answer
from findings.statements.statement import Statement
from language.translate import gettext

MAX_SQUARES = 400
"""Larger boards have no map: their numbers would be too small to read."""


Choice = tuple[str, dict[str, str], Callable[[], tuple[str, str]]]
"""A map: its name, its query parameters, and the function that returns its picture and describes its values."""


class BoardPageQuery(BoardQuery):
    """What the page of a board shows."""

    map: Literal["moves"] | None = None


@dataclass(frozen=True)
class Tab:
    """A map that can be chosen."""

    name: str
    address: str
    current: bool


@dataclass(frozen=True)
class BoardMap:
    """A map of a board. picture: the board shaded by the values. words: what the values are."""

    picture: Markup
    words: str
    tabs: tuple[Tab, ...]


def board_map(
    session: Session,
    board: Board,
    piece: Piece,
    statements: Sequence[Statement],
    query: BoardPageQuery,
    moves: KnownCensus | None,
) -> BoardMap | None:
    """Return the requested map (by default tours by start square), else the first known one; None if none is known.

    statements: known facts about the board. query: closed `tours` select the share of closed tours, `start` the ends
    of the tours from that square, `map` the moves. moves: the census of the moves, if known.
    """
    if board.size > MAX_SQUARES:
        return None
    pictures = _maps_by_start(session, board, piece, statements, query)
    if moves is not None:
        pictures["moves"] = gettext("Moves"), {"map": "moves"}, partial(_move_map, board, piece, moves)
    if not pictures:
        return None
    chosen = query.map or ("ends" if query.start else "closed" if query.tours == "closed" else "tours")
    shown = chosen if chosen in pictures else next(iter(pictures))
    picture, words = pictures[shown][2]()
    tabs = tuple(
        Tab(name, _address(board, query, asked), current=key == shown) for key, (name, asked, _) in pictures.items()
    )
    return BoardMap(inline(picture), words, tabs)


def _maps_by_start(
    session: Session, board: Board, piece: Piece, statements: Sequence[Statement], query: BoardQuery
) -> dict[str, Choice]:
    """Return the maps by start square that are known, in the order of their tabs."""
    known = [one for one in statements if one.exact and one.reliability != "claimed" and one.subject.piece == piece]
    counts = by_start(recorded_answer(known, CountQuestion(board, piece)))
    tours = {square: int(row["tours"]) for square, row in counts.items()}
    if not any(tours.values()):
        return {}
    question = query.question(board)
    chosen = question.starts[0] if question and question.starts else None
    start = max(tours, key=tours.__getitem__) if chosen is None else chosen
    named = written_square(board, start)
    maps: dict[str, tuple[str, dict[str, str], Mapping[int, float]]] = {
        "tours": (gettext("Tours by start"), {}, tours),
        "closed": (gettext("Share that closes"), {"tours": "closed"}, _closing(counts, tours)),
        "ends": (
            gettext("Ends from %(square)s", square=named),
            {"start": named},
            ends_of(session, board, piece, start, tours[start]),
        ),
    }
    marked = () if chosen is None else (chosen,)

    def picture(key: str, title: str, values: Mapping[int, float]) -> tuple[str, str]:
        rows = [{"square": list(board.square(square)), key: value} for square, value in values.items()]
        drawn = heat_map(board, rows, key, f"{title}: {board.label}", marked)
        return drawn, f"{_words(key, named)} {caption(board, rows, key)}".strip()

    return {
        key: (title, asked, partial(picture, key, title, values))
        for key, (title, asked, values) in maps.items()
        if values
    }


def _move_map(board: Board, piece: Piece, census: KnownCensus) -> tuple[str, str]:
    words = gettext("Closed tours that use each move, exactly. Point at a move for all digits.")
    return move_uses_svg(board, piece, census.uses, census.tours), words


def _address(board: Board, query: BoardQuery, asked: dict[str, str]) -> str:
    piece = {} if query.piece is None else {"piece": query.piece}
    return address(url_for("dashboard.board", label=board.label), piece | asked)


def _closing(counts: Mapping[int, Mapping[str, str]], tours: Mapping[int, int]) -> dict[int, float]:
    """Return the percentage of closed tours among those from each square; {} if no tour is closed."""
    closed = {square: int(row.get("closed", 0)) for square, row in counts.items()}
    if not any(closed.values()):
        return {}
    return {square: round(100 * closed[square] / number, 1) for square, number in tours.items() if number}


def _words(shown: str, start: str) -> str:
    """Return a description of the values of a map."""
    if shown == "closed":
        return gettext("Of a hundred directed tours that start on each square, that many close.")
    if shown == "ends":
        return gettext("Directed tours from %(square)s that end on each square, exactly.", square=start)
    return gettext("Directed tours that start on each square, exactly. Point at a square for all digits.")
