"""The map of moves of a census."""

from __future__ import annotations

from drawing.move_uses import move_uses_svg
from engine.boards.board import Board
from engine.boards.piece import Piece
from engine.specification.result import Result


def move_map(board: Board | None, piece: Piece, result: Result) -> str | None:
    """Return the drawing of how many closed tours use each move; None where a result does not say."""
    census = result.extra.get("census") or {}
    if board is None or not census.get("moves"):
        return None
    uses = {
        (board.index(first), board.index(last)): int(row["tours"])
        for row in census["moves"]
        for first, last in [row["squares"]]
    }
    return move_uses_svg(board, piece, uses, int(census["tours"]))
