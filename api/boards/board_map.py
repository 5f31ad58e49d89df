"""The picture of a board: what is known of the tours from each of its squares."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from dataclasses import dataclass

from flask import url_for
from markupsafe import Markup
from sqlalchemy.orm import Session

from api.boards.board_record import BoardQuery
from api.jobs.heat_maps import caption, heat_map
from api.listing.pagination import address
from api.pages.blueprint import inline
from engine.boards.board import Board
from engine.boards.piece import Piece
from engine.boards.squares import written_square
from findings.statements.by_end import ends_of
from findings.statements.known_answer import CountQuestion, by_start, recorded_answer
from findings.statements.statement import Statement
from language.translate import gettext

MAX_SQUARES = 400
"""Larger boards are not mapped: their numbers could not be read."""


@dataclass(frozen=True)
class Tab:
    """A map that can be chosen."""

    name: str
    address: str
    current: bool


@dataclass(frozen=True)
class BoardMap:
    """picture: the board shaded by the values. words: what they are."""

    picture: Markup
    words: str
    tabs: tuple[Tab, ...]


def board_map(
    session: Session, board: Board, piece: Piece, statements: Sequence[Statement], query: BoardQuery
) -> BoardMap | None:
    """Return the map of tours by start square; None where they are not known from every square.

    statements: what is known of the board. query: `tours` closed asks for the share that closes, `start` for the ends
    of its tours, where they are known.
    """
    if board.size > MAX_SQUARES:
        return None
    known = [one for one in statements if one.exact and one.reliability != "claimed" and one.subject.piece == piece]
    counts = by_start(recorded_answer(known, CountQuestion(board, piece)))
    tours = {square: int(row["tours"]) for square, row in counts.items()}
    if not any(tours.values()):
        return None
    question = query.question(board)
    chosen = question.starts[0] if question and question.starts else None
    start = max(tours, key=tours.__getitem__) if chosen is None else chosen
    named = written_square(board, start)
    maps: dict[str, tuple[str, Mapping[int, float]]] = {
        "tours": (gettext("Tours by start"), tours),
        "closed": (gettext("Share that closes"), _closing(counts, tours)),
        "ends": (gettext("Ends from %(square)s", square=named), ends_of(session, board, piece, start, tours[start])),
    }
    chosen_map = "ends" if chosen is not None else "closed" if query.tours == "closed" else "tours"
    shown = chosen_map if maps[chosen_map][1] else "tours"
    asked: dict[str, dict[str, str]] = {"tours": {}, "closed": {"tours": "closed"}, "ends": {"start": named}}
    title, values = maps[shown]
    rows = [{"square": list(board.square(square)), shown: value} for square, value in values.items()]
    marked = () if chosen is None else (chosen,)
    return BoardMap(
        inline(heat_map(board, rows, shown, f"{title}: {board.label}", marked)),
        f"{_words(shown, named)} {caption(board, rows, shown)}".strip(),
        tuple(
            Tab(name, _address(board, query, asked[key]), current=key == shown)
            for key, (name, found) in maps.items()
            if found
        ),
    )


def _address(board: Board, query: BoardQuery, asked: dict[str, str]) -> str:
    piece = {} if query.piece is None else {"piece": query.piece}
    return address(url_for("dashboard.board", label=board.label), piece | asked)


def _closing(counts: Mapping[int, Mapping[str, str]], tours: Mapping[int, int]) -> dict[int, float]:
    """Return how many in a hundred tours from each square close; nothing where none does."""
    closed = {square: int(row.get("closed", 0)) for square, row in counts.items()}
    if not any(closed.values()):
        return {}
    return {square: round(100 * closed[square] / number, 1) for square, number in tours.items() if number}


def _words(shown: str, start: str) -> str:
    """Return what the values of a map are."""
    if shown == "closed":
        return gettext("Of a hundred directed tours that start on each square, that many close.")
    if shown == "ends":
        return gettext("Directed tours from %(square)s that end on each square, exactly.", square=start)
    return gettext("Directed tours that start on each square, exactly. Point at a square for all digits.")
