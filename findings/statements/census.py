"""The atlas's censuses of a board: tours by the value of a statistic, and by the moves that they use."""

from __future__ import annotations

from collections.abc import Iterator, Mapping
from dataclasses import dataclass
from typing import Any

from sqlalchemy import or_, select
from sqlalchemy.orm import Session

from engine.boards.board import Board
from engine.boards.piece import Piece, piece_key
from engine.boards.squares import parse_square
from store.models.atlas import AtlasRow


@dataclass(frozen=True)
class KnownCensus:
    """A census of all closed tours of a board, undirected and exact.

    tours: their number. distribution: their numbers by the value of a statistic, as in a result; None in a census of
    moves. uses: how many use each move, a pair of squares.
    """

    tours: int
    distribution: Mapping[str, Any] | None
    uses: Mapping[tuple[int, int], int]


def known_censuses(session: Session, board: Board, piece: Piece) -> Iterator[KnownCensus]:
    """Yield the censuses of a board's closed tours that the atlas has."""
    kept = AtlasRow.board == board.label, AtlasRow.piece == piece_key(piece)
    sums = or_(AtlasRow.by_value.is_not(None), AtlasRow.by_move.is_not(None))
    for row in session.scalars(select(AtlasRow).where(*kept, sums).order_by(AtlasRow.entry)):
        yield KnownCensus(int(row.value), _distribution(row), _uses(board, row.by_move or {}))


def _distribution(row: AtlasRow) -> Mapping[str, Any] | None:
    if row.by_value is None:
        return None
    tours = {int(value): int(number) for value, number in row.by_value.items()}
    (statistic,), least, most = row.specification["statistics"], min(tours), max(tours)
    return {
        "statistic": statistic,
        "least": least,
        "most": most,
        "tours": [str(tours.get(value, 0)) for value in range(least, most + 1)],
    }


def _uses(board: Board, by_move: Mapping[str, str]) -> dict[tuple[int, int], int]:
    moves = {name: [parse_square(board, square) for square in name.split(";")] for name in by_move}
    return {(first, last): int(by_move[name]) for name, (first, last) in moves.items()}
