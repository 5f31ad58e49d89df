"""From a specification to the board, piece, move graph and start squares it names."""

from __future__ import annotations

from typing import Any

from engine.boards.board import Board
from engine.boards.labels import parse_board
from engine.boards.move_graph import MoveGraph, directions_of, move_graph
from engine.errors import InvalidProblemError

KNIGHT = (1, 2)


def board_of(spec: Any) -> Board:  # noqa: ANN401  any kind with a board
    """Return the board that the specification names."""
    return parse_board(spec.board)


def piece_of(spec: Any, board: Board) -> tuple[int, ...]:  # noqa: ANN401  any kind with a piece
    """Return the components of the piece; InvalidProblemError where they make no leaper of the board's dimension."""
    piece = KNIGHT if spec.piece == "knight" else tuple(spec.piece)
    dimensions = len(board.shape)
    if not 1 <= len(piece) <= dimensions or any(part < 0 for part in piece) or not any(piece):
        raise InvalidProblemError("/piece", f"a piece is 1 to {dimensions} components, none negative, not all zero")
    return piece


def graph_of(spec: Any) -> MoveGraph:  # noqa: ANN401  any kind with a board and a piece
    """Return the move graph, its neighbours in the order that the specification asks for."""
    board = board_of(spec)
    piece = piece_of(spec, board)
    asked = getattr(spec, "order", None)
    if asked is None:
        return move_graph(board, piece)
    order = [tuple(direction) for direction in asked]
    if sorted(order, reverse=True) != directions_of(piece, len(board.shape)):
        raise InvalidProblemError("/order", "the order must list each direction of the piece once")
    return move_graph(board, piece, order)


def starts_of(spec: Any, board: Board) -> list[int]:  # noqa: ANN401  any kind with start squares
    """Return the numbers of the start squares, in the order given; each may be given once."""
    if spec.starts == "all":
        return list(range(board.size))
    starts = [board.index(square, f"/starts/{at}") for at, square in enumerate(spec.starts)]
    if not starts or len(set(starts)) < len(starts):
        raise InvalidProblemError("/starts", "give one start square at least, and none twice")
    return starts
