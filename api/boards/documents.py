"""A board as the API shows it."""

from __future__ import annotations

from collections.abc import Mapping, Sequence

from pydantic import Field

from api.boards.board_facts import ExistenceDocument, FactsDocument, existence_documents
from api.http.base_document import RowDocument
from engine.boards.board import Board
from engine.boards.piece import Piece, piece_of_key
from findings.statements.statement import Statement
from store.queries.boards import BoardSummary
from store.tours.completeness import Completeness


class HeldDocument(RowDocument):
    """What the database holds of a board for one piece."""

    piece: list[int]
    jobs: dict[str, int] = Field(description="number of jobs by state")
    tours: str = Field(description="tours stored, an exact decimal; one that two jobs have found is stored twice")


class CollectionDocument(HeldDocument):
    """What is held, and which kinds of tours are known to be complete."""

    different: str | None = Field(
        description="different directed tours among those stored, an exact decimal; null where they are very many"
    )
    complete: list[Completeness] = Field(
        description="kinds of tours (any, closed, open) that are all stored, with the job that proves it"
    )


class BoardListing(RowDocument):
    """A board and piece that has jobs or notes."""

    label: str
    size: int
    tags: list[str] = Field(description="by name")
    held: HeldDocument


class BoardDocument(RowDocument):
    """A board: its squares, what is known of it, and what the database holds of it for each piece."""

    label: str
    surface: str
    shape: list[int]
    size: int
    piece: list[int] = Field(description="the piece that facts and existence are about")
    facts: FactsDocument | None = Field(description="null for boards of more than 65,536 squares")
    existence: list[ExistenceDocument]
    held: list[CollectionDocument]
    statements: list[Statement] = Field(
        description="the facts known of it, each with its subject, restriction and sources: of the whole board first"
    )
    answer: str | None = Field(
        default=None,
        description="where a number of tours was asked for (start, end, tours): what is known exactly, in a sentence; "
        "`statements` are then its figures alone, the answer first",
    )
    unknown: str | None = Field(
        default=None,
        description="where the number asked for is not known: a sentence that says so, and what is known nearest to it",
    )


def listing(summary: BoardSummary, tags: Sequence[str] = ()) -> BoardListing:
    """Return a board's entry in the list."""
    return BoardListing.of(summary.board, tags=list(tags), held=_stored_document(summary))


def board_document(
    board: Board,
    piece: Piece,
    facts: FactsDocument | None,
    held: Sequence[CollectionDocument],
    known: Sequence[Statement],
    stored: Mapping[bool, int],
) -> BoardDocument:
    """Return the document of a board. stored: the id of a stored tour by whether it is closed."""
    existence = existence_documents(board, piece, known, stored)
    return BoardDocument.of(
        board, piece=piece, facts=facts, existence=existence, held=held, statements=known, answer=None, unknown=None
    )


def collection_document(
    summary: BoardSummary, complete: Sequence[Completeness], different: int | None
) -> CollectionDocument:
    """Return what is held for one piece, the number of different tours, and which kinds are complete."""
    reason = None if different is None else str(different)
    return CollectionDocument(**_stored_document(summary).model_dump(), different=reason, complete=list(complete))


def _stored_document(summary: BoardSummary) -> HeldDocument:
    piece = list(piece_of_key(summary.board.piece))
    return HeldDocument.of(summary, piece=piece)
