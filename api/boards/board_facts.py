"""What is known of a piece's moves on a board, as the API shows it."""

from __future__ import annotations

from typing import Literal

from pydantic import BaseModel, Field

from api.http.base_document import RowDocument
from engine.boards.board import Board
from engine.boards.existence.decide import existence
from engine.boards.existence.verdict import Tours, Verdict
from engine.boards.facts import board_facts
from engine.boards.piece import Piece

MAX_SQUARES = 65_536
"""Facts of larger boards take too long for a page."""

MAX_CLASSES = 256
"""Square classes are listed up to this number."""

KINDS: tuple[Tours, ...] = ("any", "closed", "open")


class SquareClassDocument(BaseModel):
    """Squares that symmetries of the board take to each other."""

    square: list[int] = Field(description="the lowest square of the class")
    squares: int = Field(description="number of squares in the class")


class FactsDocument(RowDocument):
    """Exact facts of a piece's move graph on a board."""

    piece: list[int]
    moves: int = Field(description="pairs of squares one move apart")
    degrees: dict[str, int] = Field(description="number of squares by number of moves")
    components: list[int] = Field(description="sizes of the parts that no move joins, largest first, 256 at most")
    colours: list[int] | None = Field(description="squares of each colour; null where moves do not alternate colours")
    symmetries: int
    square_classes: int
    classes: list[SquareClassDocument] | None = Field(description="the square classes; null where there are many")
    diameter: int | None = Field(description="largest distance; null where it takes long to find")


class ExistenceDocument(RowDocument):
    """Whether the board has a tour of a kind, and why."""

    tours: Literal["any", "closed", "open"]
    verdict: Verdict
    explanation: str
    source: str | None = Field(description="who published the theorem; null where the explanation is the proof")
    status: str | None = Field(description="how far the theorem has been checked")


def facts_document(board: Board, piece: Piece) -> FactsDocument | None:
    """Return the facts of a board, None where it is too large."""
    if board.size > MAX_SQUARES:
        return None
    facts = board_facts(board, piece)
    few = len(facts.square_classes) <= MAX_CLASSES
    return FactsDocument.of(
        facts,
        moves=facts.edges,
        degrees={str(degree): squares for degree, squares in facts.degrees.items()},
        components=facts.components[:MAX_CLASSES],
        square_classes=len(facts.square_classes),
        classes=[_square_class(board, square, squares) for square, squares in facts.square_classes] if few else None,
    )


def existence_documents(board: Board, piece: Piece) -> list[ExistenceDocument]:
    """Return what is known of tours of each kind."""
    return [ExistenceDocument.of(existence(board, piece, tours), tours=tours) for tours in KINDS]


def _square_class(board: Board, square: int, squares: int) -> SquareClassDocument:
    return SquareClassDocument(square=board.square(square), squares=squares)
