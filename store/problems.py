"""The board and the piece that a specification names."""

from __future__ import annotations

from typing import Any

from engine.boards.board import Board
from engine.boards.labels import parse_board

KNIGHT = (1, 2)


def board_of(specification: Any) -> Board | None:  # noqa: ANN401  each kind has its own model
    """Return the job's board; None for kinds that have none."""
    label = getattr(specification, "board", None)
    return None if label is None else parse_board(label)


def piece_of(specification: Any) -> tuple[int, ...]:  # noqa: ANN401  each kind has its own model
    """Return the components of the job's piece."""
    piece: Any = getattr(specification, "piece", "knight")
    return KNIGHT if piece == "knight" else tuple(piece)
