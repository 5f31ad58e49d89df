"""Questions about the existence of a tour, and their answers."""

from __future__ import annotations

from dataclasses import dataclass
from typing import Literal

from engine.boards.board import Board
from engine.boards.piece import Piece
from engine.boards.squares import square_name

Verdict = Literal["possible", "impossible", "unknown"]
Tours = Literal["any", "closed", "open"]


@dataclass(frozen=True)
class Question:
    """The question of a tour of this kind, from square number `start` to square number `end` where they are given."""

    board: Board
    piece: Piece
    tours: Tours
    start: int | None = None
    end: int | None = None

    @property
    def ends(self) -> tuple[int, ...]:
        """The prescribed first and last squares."""
        return tuple(square for square in (self.start, self.end) if square is not None)

    def name(self, square: int) -> str:
        """Return how to speak of a square: "[1, 2] (b8)"."""
        name = square_name(self.board, square)
        return f"{self.board.square(square)}" + (f" ({name})" if name else "")


@dataclass(frozen=True)
class Existence:
    """An answer.

    explanation: a proof or the statement of a theorem, in words.
    source: who published the theorem, None where the explanation is a proof in itself.
    status: how far this project's own computations confirm a quoted theorem.
    """

    verdict: Verdict
    explanation: str
    source: str | None = None
    status: str | None = None

    @property
    def impossible(self) -> bool:
        """Whether it is proved that there is no such tour."""
        return self.verdict == "impossible"


def proved_impossible(explanation: str) -> Existence:
    """Return the answer of an argument that is complete in itself."""
    return Existence("impossible", explanation)
