"""Stored tours: filters, keyset pages and single tours.

A filter selects runs (tours of one slice with the same ends); runs are few. A page reads only its own tours,
by id; so the millionth page costs as much as the first. Classes have an index of their own.
"""

from __future__ import annotations

from collections.abc import Iterable, Iterator, Mapping, Sequence
from contextlib import closing
from dataclasses import dataclass, field, replace
from typing import Any, NamedTuple

from sqlalchemy import ColumnElement, Row, Select, case, func, literal, select, tuple_
from sqlalchemy.orm import InstrumentedAttribute, Session

from engine.features.filters import Range
from engine.tours.content import Content, symmetries_of_type
from store.models.boards import BoardRow
from store.models.jobs import Job
from store.models.shards import Shard
from store.models.tours import TourRow, TourRun
from store.tours.encoding import RUN_ORDER, in_found_order, own_run


@dataclass(frozen=True)
class TourFilter:
    """Filter of tours; None does not restrict. board: a label. piece: components, "1,2".

    start, end: numbers of squares of the board. symmetry: how many symmetries of its board fix the tour. class_key:
    see store/tours/encoding.py. job: a public id. since, until: when the tour was stored, seconds since 1970,
    half-open. features: ranges of statistics, all of which must hold. content: conditions on the tour itself; lists by
    either are in store/queries/content_search.py.
    """

    board: str | None = None
    piece: str | None = None
    closed: bool | None = None
    start: int | None = None
    end: int | None = None
    symmetry: int | None = None
    class_key: int | None = None
    job: str | None = None
    since: float | None = None
    until: float | None = None
    features: tuple[Range, ...] = ()
    content: Content = field(default_factory=Content)

    @property
    def beyond_runs(self) -> bool:
        """Whether the filter needs more than runs."""
        return bool(self.features or self.content)

    @property
    def of_all_runs(self) -> bool:
        """Whether all runs of a board and piece match, apart from features."""
        return replace(self, board=None, piece=None, features=()) == TourFilter()


@dataclass(frozen=True)
class FoundTour:
    """A tour with its run, its board, and its finder. job: the public id of the job here.

    finder, code_digest: of the job that found it first, for imports the original one. source: the publication that
    printed it, if the import names one.
    """

    tour: TourRow
    run: TourRun
    board: BoardRow
    job: str
    finder: str
    code_digest: str
    source: str | None


class Stretch(NamedTuple):
    """`number` consecutive tours from the id `first`, and what they share; found_at: seconds since 1970."""

    first: int
    number: int
    board_id: int
    job: str
    code_digest: str
    closed: bool
    symmetry: int
    found_at: float
    start: int
    end: int


Runs = Select[TourRun, BoardRow, str, str, str, str | None]
RunRow = Row[TourRun, BoardRow, str, str, str, str | None]
Tours = Select[TourRow, TourRun, BoardRow, str, str, str, str | None]
Order = tuple[InstrumentedAttribute[Any], ...]
Cut = tuple[InstrumentedAttribute[int], list[int], Order]
"""The column that partitions a list, its values in order, and the order of the runs of each."""

IMPORTED = Job.kind == "import"
FINDER = case((IMPORTED, Shard.target["job"].as_string()), else_=Job.public_id)
CODE = func.coalesce(case((IMPORTED, Shard.target["engine"].as_string())), Job.code_digest)
"""Digest of the code that found a tour first: for imports, the original job's, which the shard records."""

SOURCE = case((IMPORTED, Shard.target["source"].as_string()))
"""The publication that printed a tour, if its import names one."""

COMMON = (
    TourRun.board_id, FINDER, CODE, TourRun.closed, TourRun.symmetry, TourRun.found_at, TourRun.start, TourRun.end,
)  # fmt: skip
AT_ONCE = 1000

PART_ORDERS = {"shard_id": Shard.number, "board_id": BoardRow.id}
"""The order of the parts of a partitioned list."""

MAX_KEYS = 16_384
"""Half the number of parameters that a statement may have."""


def find_tours(session: Session, tour_filter: TourFilter, *, after: int, limit: int) -> list[FoundTour]:
    """Return up to `limit` tours after the tour with the id `after` (0: from the first).

    In the order of ids; with a job or board filter, shard by shard or piece by piece in RUN_ORDER. Tours of jobs with
    `in_found_order` are listed shard by shard as found.
    """
    if tour_filter.class_key is not None:
        return _of_class(session, tour_filter, tour_filter.class_key, after, limit)
    last = _run_of(session, after) if after else None
    return _list_tours(session, _segments(session, tour_filter, last), last, after, limit)


def first_tours(session: Session, job: Job, shards: Sequence[Shard], limit: int) -> list[FoundTour]:
    """Return the first tours of a job, given its shards in order, as `find_tours` does."""
    keys = [shard.id for shard in shards if shard.tours]
    cut = (TourRun.shard_id, keys, _order(job.specification))
    return _list_tours(session, _parts(cut, [], None), None, 0, limit) if keys else []


def _list_tours(
    session: Session, statements: Iterable[Runs], last: TourRun | None, after: int, limit: int
) -> list[FoundTour]:
    """Return up to `limit` tours of the runs that the statements select in turn."""
    found: list[tuple[RunRow, int]] = []
    for statement in statements:
        for row in session.execute(statement.limit(limit - len(found) + 1)):
            run = row[0]
            first = after + 1 if last is not None and run.id == last.id else run.id
            numbers = range(first, min(run.id + run.count, first + limit - len(found)))
            found.extend((row, number) for number in numbers)
            if len(found) == limit:
                return _with_tours(session, found)
    return _with_tours(session, found)


def stretches(session: Session, tour_filter: TourFilter, *, after: int = 0) -> Iterator[Stretch]:
    """Yield all matching tours after the tour `after` as stretches, in the order of `find_tours`, without reading them.

    Filters by features and content are ignored.
    """
    if tour_filter.class_key is not None:
        members = _class_members(tour_filter, tour_filter.class_key).where(TourRow.id > after)
        found = members.with_only_columns(TourRow.id, literal(1), *COMMON)
        yield from map(Stretch._make, session.execute(found))
        return
    last = _run_of(session, after) if after else None
    for statement in _segments(session, tour_filter, last):
        runs = statement.with_only_columns(TourRun.id, TourRun.count, *COMMON, maintain_column_froms=True)
        with closing(session.execute(runs.execution_options(yield_per=AT_ONCE))) as rows:
            for one in map(Stretch._make, rows):
                gone = after + 1 - one.first if last is not None and one.first == last.id else 0
                if gone < one.number:
                    yield one._replace(first=one.first + gone, number=one.number - gone)


def tours_by_id(session: Session, numbers: Sequence[int]) -> list[FoundTour]:
    """Return the tours with these ids, in this order, without deleted ones."""
    found = {row.tour.id: row for row in (FoundTour(*row) for row in session.execute(_tours(TourRow.id.in_(numbers))))}
    return [found[number] for number in numbers if number in found]


def find_tour(session: Session, tour_id: int) -> FoundTour | None:
    """Return one tour, if it exists."""
    tour = session.get(TourRow, tour_id)
    if tour is None:
        return None
    row = session.execute(_runs().join(TourRow, own_run()).where(TourRow.id == tour_id)).first()
    return None if row is None else FoundTour(tour, *row)


def conditions(tour_filter: TourFilter) -> list[ColumnElement[bool]]:
    """Return a filter's conditions, except its class, on runs joined with boards and jobs."""
    columns = {
        TourRun.closed: tour_filter.closed,
        TourRun.start: tour_filter.start,
        TourRun.end: tour_filter.end,
        TourRun.symmetry: tour_filter.symmetry,
    }
    asked = [column == value for column, value in columns.items() if value is not None]
    asked += [TourRun.start == square for number, square in tour_filter.content.places if number == 1]
    if tour_filter.content.symmetry_type is not None:
        asked.append(TourRun.symmetry == symmetries_of_type(tour_filter.content.symmetry_type))
    if tour_filter.board is not None or tour_filter.piece is not None:
        boards = {BoardRow.label: tour_filter.board, BoardRow.piece: tour_filter.piece}
        named = select(BoardRow.id).where(*(column == value for column, value in boards.items() if value is not None))
        asked.append(TourRun.board_id.in_(named))
    if tour_filter.job is not None:
        job = select(Shard.id).join(Job, Job.id == Shard.job_id).where(Job.public_id == tour_filter.job)
        asked.append(TourRun.shard_id.in_(job))
    if tour_filter.since is not None:
        asked.append(TourRun.found_at >= tour_filter.since)
    if tour_filter.until is not None:
        asked.append(TourRun.found_at < tour_filter.until)
    return asked


def _runs() -> Runs:
    return (
        select(TourRun, BoardRow, Job.public_id, FINDER, CODE, SOURCE)
        .join(BoardRow, BoardRow.id == TourRun.board_id)
        .join(Shard, Shard.id == TourRun.shard_id)
        .join(Job, Job.id == Shard.job_id)
    )


def _newest_before(statement: Runs, tour_id: int) -> Runs:
    return statement.where(TourRun.id <= tour_id).order_by(TourRun.id.desc()).limit(1)


def _run_of(session: Session, tour_id: int) -> TourRun | None:
    row = session.execute(_newest_before(_runs(), tour_id)).first()
    return None if row is None else row[0]


def _segments(session: Session, tour_filter: TourFilter, last: TourRun | None) -> Iterator[Runs]:
    """Yield statements for the matching runs from `last` on: first for single parts, in index order.

    Later ones cover more and more parts at a time, sorted, so that few statements find rare matches.
    """
    asked = conditions(tour_filter)
    cut = _cut(session, tour_filter)
    if cut is None:
        yield _runs().where(*asked, *([] if last is None else [TourRun.id >= last.id])).order_by(TourRun.id)
    else:
        yield from _parts(cut, asked, last)


def _parts(cut: Cut, asked: Sequence[ColumnElement[bool]], last: TourRun | None) -> Iterator[Runs]:
    column, keys, order = cut
    current = None if last is None else getattr(last, column.key)
    if last is not None and current in keys:
        here = tuple(getattr(last, part.key) for part in order)
        yield _runs().where(column == current, tuple_(*order) >= here, *asked).order_by(*order)
        keys = keys[keys.index(current) + 1 :]
    for part in _growing(keys):
        parts = () if len(part) == 1 else (PART_ORDERS[column.key],)
        yield _runs().where(column.in_(part), *asked).order_by(*parts, *order)


def _growing(keys: list[int]) -> Iterator[list[int]]:
    """Split into parts of 1, 16, 256, ... up to what one statement takes."""
    first, size = 0, 1
    while first < len(keys):
        yield keys[first : first + size]
        first, size = first + size, min(16 * size, MAX_KEYS)


def _cut(session: Session, tour_filter: TourFilter) -> Cut | None:
    """Return how a list is partitioned, or None."""
    if tour_filter.job is not None:
        shards = (
            select(Shard.id).join(Job, Job.id == Shard.job_id).where(Job.public_id == tour_filter.job, Shard.tours > 0)
        )
        keys = list(session.scalars(shards.order_by(Shard.number)))
        asked = session.scalar(select(Job.specification).where(Job.public_id == tour_filter.job)) if keys else {}
        return TourRun.shard_id, keys, _order(asked or {})
    if tour_filter.board is not None:
        boards = select(BoardRow.id).where(BoardRow.label == tour_filter.board).order_by(BoardRow.id)
        return TourRun.board_id, list(session.scalars(boards)), RUN_ORDER
    return None


def _order(specification: Mapping[str, object]) -> Order:
    return (TourRun.id,) if in_found_order(specification) else RUN_ORDER


def _with_tours(session: Session, found: list[tuple[RunRow, int]]) -> list[FoundTour]:
    if not found:
        return []
    numbers = [number for _, number in found]
    tours = {tour.id: tour for tour in session.scalars(select(TourRow).where(TourRow.id.in_(numbers)))}
    return [FoundTour(tours[number], *row) for row, number in found if number in tours]


def _of_class(session: Session, tour_filter: TourFilter, class_key: int, after: int, limit: int) -> list[FoundTour]:
    members = _class_members(tour_filter, class_key).where(TourRow.id > after).limit(limit)
    return [FoundTour(*row) for row in session.execute(members)]


def _class_members(tour_filter: TourFilter, class_key: int) -> Tours:
    """Return tours of a class, by id. It has at most 2 tours per symmetry of the board, times the squares if closed."""
    return _tours(TourRow.class_key == class_key, *conditions(tour_filter)).order_by(TourRow.id)


def _tours(*asked: ColumnElement[bool]) -> Tours:
    return (
        select(TourRow, TourRun, BoardRow, Job.public_id, FINDER, CODE, SOURCE)
        .select_from(TourRow)
        .join(TourRun, own_run())
        .join(BoardRow, BoardRow.id == TourRun.board_id)
        .join(Shard, Shard.id == TourRun.shard_id)
        .join(Job, Job.id == Shard.job_id)
        .where(*asked)
    )
