"""Everything known about a board, for the API and the dashboard."""

from __future__ import annotations

from collections.abc import Sequence

from sqlalchemy import update

from api.context import reading, writing
from api.documents.board_facts import FactsDocument, facts_document
from api.documents.boards import BoardDocument, board_document, collection_document
from engine.boards.board import Board
from engine.digest import code_digest
from store.completeness import complete_collections
from store.models.boards import BoardRow
from store.queries.boards import board_summaries
from store.statements.known import known_statements

KNIGHT = "1,2"
FACTS = ("engine.boards.facts", "engine.boards.existence.decide")
"""The modules whose code tells what is stored of a board."""


def board_page(board: Board) -> BoardDocument:
    """Return the document of a board, whether or not a job has used it."""
    with reading() as session:
        summaries = board_summaries(session, board.label)
        held = [collection_document(one, complete_collections(session, one.board)) for one in summaries]
        known = known_statements(session, board)
    return board_document(board, _facts(board, [one.board for one in summaries]), held, known)


def _facts(board: Board, rows: Sequence[BoardRow]) -> FactsDocument | None:
    """Return the facts as they are stored, or compute them; of a board that jobs have used they are then stored."""
    row = next((row for row in rows if row.piece == KNIGHT), None)
    if row is not None and row.facts is not None and row.facts["engine"] == code_digest(*FACTS):
        return FactsDocument.model_validate(row.facts["facts"])
    facts = facts_document(board)
    if row is not None and facts is not None:
        with writing() as session:
            stored = {"engine": code_digest(*FACTS), "facts": facts.model_dump(mode="json")}
            session.execute(update(BoardRow).where(BoardRow.id == row.id).values(facts=stored))
    return facts
