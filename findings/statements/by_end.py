"""Tours from one square to another, as jobs and the atlas counted them by both ends.

Pairs of squares are equal under symmetries of the board and reversal.
"""

from __future__ import annotations

from collections.abc import Collection, Iterator

from sqlalchemy import select, tuple_
from sqlalchemy.orm import Session

from engine.boards.board import Board
from engine.boards.piece import Piece, piece_key
from engine.boards.symmetry import symmetries, symmetry_order
from engine.kinds.figure_scope import WHOLE_OUTCOMES
from findings.statements.atlas_facts import atlas_ends
from findings.statements.by_start import MAX_SQUARES
from findings.statements.job_source import job_source
from findings.statements.statement import Source
from store.jobs.figure_scopes import square_scope
from store.models.boards import BoardRow
from store.models.jobs import Job
from store.models.results import EndRow

MAX_PAIRS = 4096
"""Pairs of a start square that are looked up together, images under the board's symmetries included."""

Pair = tuple[int, int]
"""First and last square, by number."""


def equal_pairs(board: Board, pair: Pair) -> set[Pair]:
    """Return this pair, and those that symmetries and reversal make equal to it."""
    pairs = {pair}
    if board.size <= MAX_SQUARES:
        pairs |= {(int(image[pair[0]]), int(image[pair[1]])) for image in symmetries(board)}
    return pairs | {(last, first) for first, last in pairs}


def counted_between(
    session: Session, board: Board, piece: Piece, quantity: str, pairs: Collection[Pair]
) -> Iterator[tuple[Pair, str, Source]]:
    """Yield the counts of these pairs: the pair, the number of tours and who counted them."""
    ends = {(_text(board, first), _text(board, last)): (first, last) for first, last in pairs}
    rows = session.execute(
        select(EndRow, Job)
        .join(Job, Job.id == EndRow.job_id)
        .join(BoardRow, BoardRow.id == Job.board_id)
        .where(BoardRow.label == board.label, BoardRow.piece == piece_key(piece), Job.outcome.in_(WHOLE_OUTCOMES))
        .where(tuple_(EndRow.start, EndRow.end).in_(pairs))
        .order_by(Job.id.desc())
    )
    for row, job in rows:
        scope = square_scope(job, "tours", board.square(row.start))
        if scope.restriction in (None, {}) and scope.quantity == quantity:
            yield (row.start, row.end), str(row.tours), job_source(job, job.method)
    for written, value, source in atlas_ends(session, board.label, piece_key(piece), quantity, ends):
        yield ends[written], value, source


def ends_of(session: Session, board: Board, piece: Piece, start: int, tours: int) -> dict[int, int]:
    """Return how many of a start square's `tours` end on each square; empty unless all of them are known."""
    if symmetry_order(board) * board.size > MAX_PAIRS:
        return {}
    pairs = {end: equal_pairs(board, (start, end)) for end in range(board.size)}
    every = {pair for equal in pairs.values() for pair in equal}
    values: dict[Pair, set[int]] = {}
    for pair, value, _ in counted_between(session, board, piece, "tours", every):
        values.setdefault(pair, set()).add(int(value))
    found = {end: set().union(*(values.get(pair, ()) for pair in equal)) for end, equal in pairs.items()}
    ends = {end: min(known) for end, known in found.items() if len(known) == 1}
    return {end: ends.get(end, 0) for end in range(board.size)} if sum(ends.values()) == tours else {}


def _text(board: Board, square: int) -> str:
    return ",".join(map(str, board.square(square)))
