"""Facts about a piece's moves on a board, as the API shows them."""

from __future__ import annotations

from collections.abc import Iterable, Mapping
from typing import Literal

from pydantic import BaseModel, Field

from api.http.base_document import RowDocument
from engine.boards.board import Board
from engine.boards.existence.decide import existence
from engine.boards.existence.verdict import Existence, Tours, Verdict
from engine.boards.facts import board_facts
from engine.boards.piece import Piece
from findings.statements.statement import Statement
from language.translate import gettext_noop

MAX_SQUARES = 65_536
"""Facts of larger boards take too long for a page."""

MAX_CLASSES = 256
"""Square classes are listed up to this number."""

COUNTED = (("any", "tours"), ("closed", "closed"), ("open", "open"))
KINDS: tuple[Tours, ...] = ("any", "closed", "open")
STORED: Mapping[Tours, str] = {
    "any": gettext_noop("A tour is stored here, which proves it."),
    "closed": gettext_noop("A closed tour is stored here, which proves it."),
    "open": gettext_noop("An open tour is stored here, which proves it."),
}


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
    tour: int | None = Field(
        default=None, description="the id of a stored tour of this kind; null where none is stored"
    )


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


def existence_documents(
    board: Board, piece: Piece, known: Iterable[Statement] = (), stored: Mapping[bool, int] | None = None
) -> list[ExistenceDocument]:
    """Return whether tours of each kind exist: by theorem, else by count, else by a stored tour.

    known: statements about the board. stored: the id of a stored tour by whether it is closed.
    """
    numbers, examples = _numbers(piece, known), _examples(stored or {})
    return [
        ExistenceDocument.of(
            _decide(existence(board, piece, one), one, numbers, examples), tours=one, tour=examples.get(one)
        )
        for one in KINDS
    ]


def _examples(stored: Mapping[bool, int]) -> dict[Tours, int]:
    """Return the id of a stored tour of each kind; a closed tour is no example of an open one."""
    kinds: dict[Tours, int | None] = {
        "any": min(stored.values(), default=None),
        "closed": stored.get(True),
        "open": stored.get(False),
    }
    return {kind: tour for kind, tour in kinds.items() if tour is not None}


def _numbers(piece: Piece, known: Iterable[Statement]) -> dict[str, int]:
    """Return the undisputed exact numbers of tours from all squares, by kind of tour."""
    found: dict[str, set[int]] = {}
    for one in known:
        fact = one.restriction is None and one.subject.starts == "all" and one.subject.piece == tuple(piece)
        if fact and one.exact and one.reliability != "claimed" and not one.is_contradicted:
            found.setdefault(one.quantity, set()).add(int(one.value))
    sure = {quantity: min(values) for quantity, values in found.items() if len(values) == 1}
    numbers = {kind: sure[quantity] for kind, quantity in COUNTED if quantity in sure}
    if "open" not in numbers and {"any", "closed"} <= numbers.keys():
        numbers["open"] = numbers["any"] - numbers["closed"]
    return numbers


def _decide(
    by_theorem: Existence, tours: Tours, numbers: Mapping[str, int], examples: Mapping[Tours, int]
) -> Existence:
    """Return the verdict of the theorems; if they leave it open, that of the count, else of a stored tour."""
    if by_theorem.verdict != "unknown":
        return by_theorem
    if tours not in numbers:
        return Existence("possible", STORED[tours]) if tours in examples else by_theorem
    number = numbers[tours]
    if not number:
        return Existence("impossible", gettext_noop("Counted exactly: there is none."))
    if number == 1:
        return Existence("possible", gettext_noop("Counted exactly: there is one such directed tour."))
    return Existence("possible", gettext_noop(f"Counted exactly: there are {number:,} such directed tours."))


def _square_class(board: Board, square: int, squares: int) -> SquareClassDocument:
    return SquareClassDocument(square=board.square(square), squares=squares)
