"""The board and the piece that a specification names."""

from __future__ import annotations

from typing import Any

from engine.boards.board import Board
from engine.boards.piece import KNIGHT, Piece, parse_piece
from engine.specification.problem import resolve_board


def board_of(specification: Any) -> Board | None:  # noqa: ANN401  each kind has its own model
    """Return the job's board; None for kinds that have none."""
    return resolve_board(specification.board) if hasattr(specification, "board") else None


def piece_of(specification: Any) -> Piece:  # noqa: ANN401  each kind has its own model
    """Return the components of the job's piece."""
    return parse_piece(specification.piece) if hasattr(specification, "piece") else KNIGHT
