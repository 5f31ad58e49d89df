"""Known facts of a board, merged from jobs, the atlas and publications.

Equal values of one fact are one statement with several sources; different exact values stay separate.
"""

from __future__ import annotations

import re
from collections import Counter
from collections.abc import Iterable, Sequence
from dataclasses import replace
from operator import itemgetter

from sqlalchemy import and_, or_, select
from sqlalchemy.orm import Session

from engine.boards.board import Board
from engine.boards.labels import parse_board
from engine.boards.piece import KNIGHT
from engine.features.extremes import QUANTITIES
from engine.kinds.figure_scope import LENGTHS, Starts
from findings.references.selection import published_figures
from findings.statements.atlas_facts import atlas_statements
from findings.statements.by_start import counted_by_start, with_class
from findings.statements.certificates import CERTIFIES, add_certificates
from findings.statements.estimates import estimated_statements
from findings.statements.exact_counts import counted_statements
from findings.statements.imported_claims import claimed_statements
from findings.statements.published_figures import published_statements
from findings.statements.statement import MAX_SOURCES, Source, Statement
from findings.statements.totals import summed_by_start
from store.models.boards import BoardRow
from store.models.jobs import IS_RECOUNT, Event, Job
from store.models.references import ReferenceRow
from store.tours.boards import board_from

ORDER = ("cycles", "closed", "tours", "open", "cycle_classes", "open_classes", *LENGTHS, *QUANTITIES)


SIDES = re.compile(r"(torus:)?(\d+)x(\d+)")
"""The labels of boards whose two sides may change places: a leaper's moves and tours are the same."""


def gather_board_facts(
    session: Session,
    board: Board,
    piece: str | None = None,
    *,
    boards: Iterable[BoardRow] | None = None,
    published: Iterable[ReferenceRow] | None = None,
) -> list[Statement]:
    """Return the known facts of a board, for one piece or (None) for the knight and all pieces used by jobs.

    Facts of the whole board come first, then those of start squares; exact ones before the best estimate. An upright
    board has those of the board on its side, too. boards and published: the rows and published figures of this label,
    if already loaded.
    """
    side = board_on_its_side(board)
    found = _gather(session, board, piece, boards, published)
    return found if side is None else _join(found, board, gather_board_facts(session, side, piece))


def _gather(
    session: Session,
    board: Board,
    piece: str | None,
    boards: Iterable[BoardRow] | None,
    published: Iterable[ReferenceRow] | None,
) -> list[Statement]:
    if published is None:
        published = published_figures(session, board.label)
    if boards is None:
        boards = session.scalars(select(BoardRow).where(BoardRow.label == board.label).order_by(BoardRow.id))
    rows = {row.id: row for row in boards if piece in (None, row.piece)}
    knight = ",".join(map(str, KNIGHT))
    pieces = {piece or knight, *(row.piece for row in rows.values())}
    found = [*counted_statements(session, rows), *counted_by_start(session, rows)] if rows else []
    found += atlas_statements(session, board.label, pieces, squares=True)
    if rows:
        found += [*claimed_statements(session, rows), *estimated_statements(session, rows)]
    found += published_statements(published, pieces, board.size)
    return add_certificates(session, rows, sorted(_together_with_sums(board, found), key=_rank))


def exact_statements(session: Session, board: Board, piece: str, *, squares: bool) -> list[Statement]:
    """Return the exact facts of a board and piece from jobs, the atlas and publications.

    An upright board has those of the board on its side, too. squares: of single start squares too.
    """
    side = board_on_its_side(board)
    found = _find_exact(session, board, piece, squares=squares)
    return found if side is None else _join(found, board, exact_statements(session, side, piece, squares=squares))


def _find_exact(session: Session, board: Board, piece: str, *, squares: bool) -> list[Statement]:
    used = select(BoardRow).where(BoardRow.label == board.label, BoardRow.piece == piece)
    rows = {row.id: row for row in session.scalars(used)}
    found = [*counted_statements(session, rows), *(counted_by_start(session, rows) if squares else ())]
    found += atlas_statements(session, board.label, {piece}, squares=squares)
    found += published_statements(published_figures(session, board.label), {piece}, board.size)
    known = _together_with_sums(board, [one for one in found if one.exact and one.reliability != "claimed"])
    return add_certificates(session, rows, sorted(known, key=_rank))


def _join(own: Iterable[Statement], board: Board, on_its_side: Iterable[Statement]) -> list[Statement]:
    """Return the facts of an upright board and those known of it on its side."""
    return sorted(merge_equal([*own, *_upright_statements(board, on_its_side)]), key=_rank)


def turned_board(label: str) -> str:
    """Return the label of the board turned by a quarter, 6x5 for 5x6; unchanged if its sides may not change places."""
    sides = SIDES.fullmatch(label)
    return f"{sides[1] or ''}{sides[3]}x{sides[2]}" if sides else label


def board_on_its_side(board: Board) -> Board | None:
    """Return the board with as many columns as this one has rows; None if this one has no more rows than columns."""
    label = turned_board(board.label)
    return parse_board(label) if label != board.label and board.shape[0] > board.shape[1] else None


def _upright_statements(board: Board, statements: Iterable[Statement]) -> list[Statement]:
    """Return facts of the board on its side as facts of `board`: their squares change rows for columns.

    Figures that depend on a search are left out: a search goes another way on the other board.
    """
    return [
        replace(
            one,
            subject=replace(
                one.subject,
                board=board.label,
                starts=_turned(one.subject.starts),
                ends=None if one.subject.ends is None else _turned(one.subject.ends),
                square_class=one.subject.square_class and tuple(square[::-1] for square in one.subject.square_class),
            ),
        )
        for one in statements
        if one.restriction is None
    ]


def _turned(squares: Starts) -> Starts:
    return "all" if squares == "all" else tuple(sorted(square[::-1] for square in squares))


def find_contradicted(session: Session) -> list[Statement]:
    """Return the exact facts counted here that a certificate contradicts."""
    boards = select(Job.board_id).where(or_(and_(*CERTIFIES), Job.id.in_(select(Event.job_id).where(IS_RECOUNT))))
    rows = session.scalars(select(BoardRow).where(BoardRow.id.in_(boards)).order_by(BoardRow.id))
    found = (one for row in rows for one in exact_statements(session, board_from(row), row.piece, squares=True))
    return [one for one in found if one.is_contradicted and one.reliability == "exact"]


def _together_with_sums(board: Board, statements: Iterable[Statement]) -> list[Statement]:
    """Merge equal statements and add the totals that follow from single start squares."""
    classed = [with_class(board, one) for one in statements]
    found = merge_equal(classed)
    totals = list(summed_by_start(board, found))
    return merge_equal([*totals, *classed]) if totals else found


def merge_equal(statements: Iterable[Statement]) -> list[Statement]:
    """Merge statements of equal subject, quantity, restriction and exact value; estimates stay as they are."""
    groups: dict[tuple[object, ...], list[Statement]] = {}
    for number, one in enumerate(statements):
        groups.setdefault((*one.key, one.value if one.exact else number), []).append(one)
    return [_together(group) for group in groups.values()]


def _together(group: Sequence[Statement]) -> Statement:
    if not group[0].exact:
        return group[0]
    sources: dict[tuple[str, str], Source] = {}
    for one in group:
        sources |= {
            (source.kind, source.id): source for source in one.sources if (source.kind, source.id) not in sources
        }
    ways = {source.way for source in sources.values() if source.kind == "job" and source.way}
    return replace(
        group[0],
        sources=tuple(_in_turns(sources.values()))[:MAX_SOURCES],
        more=sum(one.more for one in group) + max(0, len(sources) - MAX_SOURCES),
        confirmed_by=tuple(sorted(ways)),
        reliability="exact" if ways else group[0].reliability,
    )


def _in_turns(sources: Iterable[Source]) -> list[Source]:
    """Order sources so that one of each type and method comes before the second of any."""
    before: Counter[tuple[str, str | None]] = Counter()
    turns: list[tuple[int, Source]] = []
    for source in sources:
        alike = (source.kind, source.way)
        turns.append((before[alike], source))
        before[alike] += 1
    return [source for _, source in sorted(turns, key=itemgetter(0))]


def _rank(one: Statement) -> tuple[object, ...]:
    place = ORDER.index(one.quantity) if one.quantity in ORDER else len(ORDER)
    whole = one.subject.starts == "all"
    restricted = one.restriction is not None
    return (one.subject.piece, restricted, not whole, place, one.convention, not one.exact, str(one.subject.starts))
