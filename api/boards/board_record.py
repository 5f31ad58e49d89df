"""Everything known about a board, for the API and the dashboard."""

from __future__ import annotations

from collections.abc import Iterable, Sequence
from dataclasses import dataclass

from pydantic import Field, field_validator
from sqlalchemy import update
from sqlalchemy.orm import Session

from api.boards.board_facts import FactsDocument, facts_document
from api.boards.documents import BoardDocument, board_document, collection_document
from api.http.problems import Fault, invalid, invalid_parameter
from api.http.services import reading_replica, writing
from api.openapi.query import Query
from engine.boards.board import Board
from engine.boards.existence.verdict import Tours
from engine.boards.piece import KNIGHT, Piece, directions_of, piece_key, piece_of_key
from engine.boards.squares import by_name
from engine.code_digest import modules_digest
from engine.errors import InvalidProblemError
from findings.statements.board_facts import gather_board_facts
from findings.statements.known_answer import (
    CountQuestion,
    KnownAnswer,
    answer_words,
    known_answer,
    question_about,
    unknown_words,
)
from store.models.boards import BoardRow
from store.models.references import ReferenceRow
from store.queries.boards import BoardSummary, board_summaries, different_tours
from store.tours.completeness import Completeness, complete_collections

PIECE = r"^[0-9]{1,6}(,[0-9]{1,6}){0,9}$"
FACTS = ("engine.boards.facts", "engine.boards.existence.decide")
"""The modules whose code determines the stored facts of a board."""


class BoardQuery(Query):
    """What to show of a board."""

    piece: str | None = Field(
        default=None,
        pattern=PIECE,
        examples=["1,2"],
        description="facts, tours and statements of this piece alone; absent: facts of the knight, statements of all",
    )

    start: str | None = Field(
        default=None, max_length=60, examples=["a1"], description="statements of the tours from this square, and answer"
    )
    end: str | None = Field(default=None, max_length=60, description="of these, the tours that end here")
    tours: Tours | None = Field(default=None, description="statements of the number of these tours, and `answer`")

    @field_validator("start", "end", mode="before")
    @classmethod
    def _absent(cls, text: object) -> object:
        return text or None

    def question(self, board: Board) -> CountQuestion | None:
        """Return the question about a number of tours, None without one; a 422 problem for an invalid square."""
        if self.start is None and self.end is None and self.tours is None:
            return None
        moving = self.parse_piece(board) or KNIGHT
        try:
            return question_about(board, moving, tours=self.tours or "any", start=self.start, end=self.end)
        except InvalidProblemError as error:
            raise invalid_parameter(error) from error

    def parse_piece(self, board: Board) -> Piece | None:
        """Return the piece in its normal form; a 422 problem if it is invalid or does not fit the board."""
        if self.piece is None:
            return None
        try:
            piece = piece_of_key(self.piece)
            directions_of(piece, board.dimensions)
        except InvalidProblemError as error:
            raise invalid([Fault(parameter="piece", detail=error.message)]) from error
        return piece


@dataclass(frozen=True)
class Asked:
    """The known answer to a query for a number of tours.

    words: the answer in a sentence. unknown: without an answer, a sentence that says so, and what is known nearest.
    """

    known: KnownAnswer
    words: str | None
    unknown: str | None


def known_of(board: Board, query: BoardQuery) -> Asked | None:
    """Return the known answer to a query for a number of tours; None if it asks for none."""
    question = query.question(board)
    if question is None:
        return None
    with reading_replica() as session:
        answer = known_answer(session, question)
    named = by_name([query.start, query.end])
    return Asked(answer, answer_words(answer, named=named), unknown_words(answer, named=named))


def board_page(board: Board, piece: Piece | None, *, published: Iterable[ReferenceRow] | None = None) -> BoardDocument:
    """Return the document of a board, whether or not a job has used it.

    piece: see `BoardQuery`. published: the figures published of the board, where they were read already.
    """
    moving, name = piece or KNIGHT, None if piece is None else piece_key(piece)
    with reading_replica() as session:
        summaries = [one for one in board_summaries(session, board.label) if name in (None, one.board.piece)]
        complete = complete_collections(session, [one.board for one in summaries])
        held = [
            collection_document(one, complete[one.board.id], _different(session, one, complete[one.board.id]))
            for one in summaries
        ]
        rows = [one.board for one in summaries]
        known = gather_board_facts(session, board, name, boards=rows, published=published)
    stored = next((one.examples for one in summaries if one.board.piece == piece_key(moving)), {})
    return board_document(board, moving, _facts(board, moving, rows), held, known, stored)


def _different(session: Session, held: BoardSummary, complete: Sequence[Completeness]) -> int | None:
    """Return the number of different tours stored: the exact count, if a job proves that all are stored."""
    whole = next((one.count for one in complete if one.tours == "any"), None)
    return different_tours(session, held) if whole is None else int(whole)


def _facts(board: Board, piece: Piece, rows: Sequence[BoardRow]) -> FactsDocument | None:
    """Return the stored facts, or compute them; those of a board that jobs have used are then stored."""
    row = next((row for row in rows if row.piece == piece_key(piece)), None)
    if row is not None and row.facts is not None and row.facts["engine"] == modules_digest(*FACTS):
        return FactsDocument.model_validate(row.facts["facts"])
    facts = facts_document(board, piece)
    if row is not None and facts is not None:
        with writing() as session:
            stored = {"engine": modules_digest(*FACTS), "facts": facts.model_dump(mode="json")}
            session.execute(update(BoardRow).where(BoardRow.id == row.id).values(facts=stored))
    return facts
