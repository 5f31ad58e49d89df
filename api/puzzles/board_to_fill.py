"""The board on which a puzzle is solved by hand: the values for its template and its script."""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import dataclass

from engine.boards.board import Board
from engine.boards.move_graph import move_graph
from engine.boards.piece import KNIGHT, Piece
from engine.boards.squares import written_square


@dataclass(frozen=True)
class BoardToFill:
    """A flat board with numbers by square.

    name: the key under which a browser keeps the entries. solution: its address, "" if there is none.
    """

    board: Board
    numbers: Mapping[int, int]
    name: str = ""
    solution: str = ""
    piece: Piece = KNIGHT
    closed: bool = False

    @property
    def names(self) -> list[str]:
        """The name of each square."""
        return [written_square(self.board, square) for square in range(self.board.size)]

    @property
    def rows(self) -> list[list[int]]:
        """The squares of each row from the top, negative where there is none."""
        rows: list[list[int]] = self.board.numbers.reshape(self.board.shape).tolist()
        return rows

    @property
    def moves(self) -> list[list[int]]:
        """The squares one move from each square."""
        return [list(row) for row in move_graph(self.board, self.piece).lists]

    @property
    def is_knight(self) -> bool:
        """Whether the piece is the knight."""
        return self.piece == KNIGHT
