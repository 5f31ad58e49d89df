"""What the first page shows of the record: a tour of the day, tours of different boards, a map of counts, figures."""

from __future__ import annotations

from dataclasses import dataclass, replace
from datetime import UTC, date, datetime, time
from functools import cache

from sqlalchemy import func, select
from sqlalchemy.orm import Session

from engine.boards.board import Board
from engine.boards.labels import parse_board
from engine.boards.squares import parse_square
from engine.boards.symmetry import square_classes
from findings.atlas.entries import all_entries
from findings.references.data_files import IMPLIED
from findings.results.recent import spread
from store.models.atlas import EVERYWHERE, AtlasRow
from store.models.boards import BoardRow
from store.models.campaigns import CampaignCell
from store.models.jobs import KEPT, Job
from store.models.references import ReferenceRow
from store.models.shards import Shard
from store.models.tours import TourRun
from store.queries.random_tour import preferred_tour
from store.queries.tours import FoundTour, TourFilter

FEATURED = ("8x8", "6x6", "8x8", "10x10", "8x8", "5x6", "8x8")
"""Boards of the tour of the day, by day of the week."""

MIXING = 0x9E3779B97F4A7C15
"""An odd number near 2^64 divided by the golden ratio: multiples of it are spread evenly."""

MAX_RUNS = 5000
"""Runs of tours among which different boards are looked for."""

MAX_LOOKED_AT = 400
MAX_SIDE = 16
MAX_RATIO = 1.7
MAPPED = "8x8"


@dataclass(frozen=True)
class LatestTour:
    """A tour's id and whether it is closed, the job that found it and the label of its board."""

    id: int
    closed: bool
    job: str
    board: str


@dataclass(frozen=True)
class RecordFigures:
    """How much the record holds."""

    tours: int
    exact_counts: int
    certified: int
    boards: int
    published: int


def tour_of_the_day(session: Session, day: date) -> FoundTour | None:
    """Return a stored closed tour, a different one each day; None where there is none.

    It stays the same all day: it is drawn from the tours stored before that day or, if there are none, from all.
    """
    number = day.toordinal()
    before = TourFilter(closed=True, until=datetime.combine(day, time(), UTC).timestamp())
    featured = replace(before, board=FEATURED[number % len(FEATURED)])
    return preferred_tour(session, (featured, before, TourFilter(closed=True)), number * MIXING)


def tours_of_boards(session: Session, limit: int) -> list[LatestTour]:
    """Return the newest tour of each of some boards, compact boards first, further ones of a campaign last."""
    newest = select(TourRun.id).order_by(TourRun.id.desc()).limit(MAX_RUNS)
    last = select(func.max(TourRun.id)).where(TourRun.id.in_(newest)).group_by(TourRun.board_id)
    statement = (
        select(TourRun.id, TourRun.closed, Job.public_id, BoardRow.label, CampaignCell.campaign_id)
        .join(BoardRow, BoardRow.id == TourRun.board_id)
        .join(Shard, Shard.id == TourRun.shard_id)
        .join(Job, Job.id == Shard.job_id)
        .outerjoin(CampaignCell, CampaignCell.job_id == Job.id)
        .where(TourRun.id.in_(last), KEPT)
        .order_by(TourRun.id.desc())
        .limit(MAX_LOOKED_AT)
    )
    found = [(LatestTour(*row[:-1]), row[-1]) for row in session.execute(statement)]
    found.sort(key=lambda one: not _is_compact(one[0].board))
    return spread([tour for tour, _ in found], [campaign for _, campaign in found])[:limit]


def _is_compact(label: str) -> bool:
    """Whether a picture of the board is no strip, and its squares are large enough to be seen."""
    sides = parse_board(label).shape
    return max(sides) <= MAX_SIDE and max(sides) <= MAX_RATIO * min(sides)


def cycles_of(session: Session, board: str) -> str | None:
    """Return the atlas's exact number of the knight's closed tours (cycles) of a board."""
    known = select(AtlasRow.value).where(
        AtlasRow.board == board, AtlasRow.piece == "1,2", AtlasRow.quantity == "cycles", AtlasRow.exact
    )
    return session.scalar(known.limit(1))


@cache
def start_map() -> tuple[Board, tuple[int, ...]] | None:
    """Return the chessboard with the atlas's number of tours from each square; None unless all are known."""
    board = parse_board(MAPPED)
    class_of = square_classes(board).class_of.tolist()
    by_class: dict[int, int] = {}
    for entry in all_entries():
        for figure in entry.figures if (entry.board, entry.piece) == (MAPPED, "1,2") else ():
            if figure.quantity == "tours" and figure.starts != EVERYWHERE:
                square = parse_square(board, figure.starts)
                by_class[class_of[square]] = int(figure.value)
    return (board, tuple(by_class[one] for one in class_of)) if by_class.keys() == set(class_of) else None


def record_figures(session: Session) -> RecordFigures:
    """Return how much the record holds: tours of all jobs, figures of the atlas, boards, published figures."""
    exact = select(func.count()).select_from(AtlasRow).where(AtlasRow.exact)
    figures = (
        select(func.coalesce(func.sum(TourRun.count), 0)),
        exact,
        exact.where(AtlasRow.certificate.is_not(None)),
        select(func.count(func.distinct(AtlasRow.board))),
        select(func.count()).select_from(ReferenceRow).where(ReferenceRow.status != IMPLIED),
    )
    row = session.execute(select(*(figure.scalar_subquery() for figure in figures))).one()
    return RecordFigures(*map(int, row))
