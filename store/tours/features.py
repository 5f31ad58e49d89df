"""Statistics of stored tours, by column: written with the tours and merged by housekeeping.

A commit stores the columns of its tours (a row for each window of ids), with the number of tours of each value. So a
search reads only the named columns of rows that can match, and a facet reads none. When a window is full, housekeeping
merges all rows of a board in it, recomputed from the tours. It also measures tours not yet measured, and remeasures
rows that have lost tours by deletion.
"""

from __future__ import annotations

import zlib
from collections.abc import Callable, Iterator, Sequence
from typing import Any, NamedTuple, cast

import numpy as np
from numpy.typing import NDArray
from sqlalchemy import ColumnElement, Table, bindparam, delete, func, insert, select
from sqlalchemy.orm import Session

from engine.boards.board import Board
from engine.boards.piece import Piece
from engine.features.table import ABSENT, STATISTICS
from store.database.db import Database
from store.database.together import Bound
from store.models.boards import BoardRow
from store.models.tours import TourFeatures, TourRun
from store.tours import square_index
from store.tours.bulk_rows import read
from store.tours.encoding import row_packer
from store.tours.square_index import pack_ids, window_of

Found = NDArray[np.integer]
Measure = Callable[[Board, Piece, NDArray[np.integer], NDArray[np.bool_]], Found]
"""Measures tours (k, size), closed or not (k,): integers (k, len(STATISTICS))."""

PAGE_SQUARES = 1 << 20
"""Squares measured at a time."""

FEATURES = cast("Table", TourFeatures.__table__)

LEVEL = 1
"""Compression level. Neighbouring tours are independent, so only entropy coding and runs of equal values save space."""


class Place(NamedTuple):
    """The key of a merged row: the tours of a board in a window."""

    board_id: int
    window: int


class Span(NamedTuple):
    """`number` consecutive tours from the id `first`."""

    first: int
    number: int
    closed: bool


def insert_features(
    board_id: int, first: int, number: int, found: Found | None, *conditions: ColumnElement[bool]
) -> list[Bound]:
    """Return the statements that store the statistics of tours with consecutive ids, if the conditions hold.

    found: integers (number, statistics); None: to be measured later.
    """
    rows = []
    for window in range(window_of(first), window_of(first + number - 1) + 1):
        low, high = _bounds(window)
        low, high = max(low, first), min(high, first + number - 1)
        part = None if found is None else found[low - first : high + 1 - first]
        rows += _rows(Place(board_id, window), np.arange(low, high + 1), part)
    source = select(*(bindparam(column.name, type_=column.type) for column in FEATURES.c)).where(*conditions)
    statement = insert(FEATURES).from_select(list(FEATURES.c), source)
    return [(statement, row) for row in rows]


def next_place(session: Session) -> Place | None:
    """Return a place to measure, else a full window of a board whose tours are in several rows."""
    columns = TourFeatures.board_id, TourFeatures.window
    unmeasured = select(*columns).where(TourFeatures.counts.is_(None)).order_by(TourFeatures.window).limit(1)
    last = session.scalar(select(func.max(TourRun.id)))
    several = select(*columns).where(TourFeatures.window < window_of(last or 1)).group_by(*columns)
    found = session.execute(unmeasured).first()
    found = found or session.execute(several.having(func.count() > 1).limit(1)).first()
    return None if found is None else Place(*found)


def fill(database: Database, place: Place, measure: Measure) -> None:
    """Merge the rows of a place; if its tours change during the merge, leave it for a later turn."""
    with database.reading() as session:
        before = _state(session, place, lock=False)
        made = _make_rows(session, place, before[0], measure)
    with database.writing() as session:
        if _state(session, place, lock=True) == before:
            own = TourFeatures.board_id == place.board_id, TourFeatures.window == place.window
            session.execute(delete(TourFeatures).where(*own))
            if made:
                session.execute(insert(TourFeatures), made)


def remove_empty(session: Session) -> None:
    """Remove rows without tours."""
    held = square_index.has_tours(TourFeatures.board_id, TourFeatures.first, TourFeatures.last)
    empty = delete(TourFeatures).where(TourFeatures.counts.is_(None), ~held)
    session.execute(empty.execution_options(synchronize_session=False))


def values_of(column: bytes, most: int) -> NDArray[np.unsignedinteger]:
    """Return the values of a column with maximum `most`: (k,), in the order of the ids."""
    return np.frombuffer(zlib.decompress(column), dtype=_dtype(most))


def _bounds(window: int) -> tuple[int, int]:
    """Return the first and the last id of a window."""
    return window * square_index.WINDOW + 1, (window + 1) * square_index.WINDOW


def _state(session: Session, place: Place, *, lock: bool) -> tuple[list[Span], list[tuple[int, bool]]]:
    """Return the tours of a place and its rows. lock: prevent deletion of these tours until the transaction ends."""
    first, last = _bounds(place.window)
    runs = select(TourRun.id, TourRun.count, TourRun.closed).where(
        TourRun.board_id == place.board_id,
        TourRun.id >= select(func.coalesce(func.max(TourRun.id), 0)).where(TourRun.id <= first).scalar_subquery(),
        TourRun.id <= last,
    )
    runs = runs.order_by(TourRun.id)
    spans = [
        Span(max(begin, first), min(begin + count - 1, last) - max(begin, first) + 1, closed)
        for begin, count, closed in session.execute(runs.with_for_update(read=True) if lock else runs)
        if begin + count > first
    ]
    columns = TourFeatures.first, TourFeatures.counts.is_(None)
    own = TourFeatures.board_id == place.board_id, TourFeatures.window == place.window
    rows = session.execute(select(*columns).where(*own).order_by(TourFeatures.first))
    return spans, [(number, empty) for number, empty in rows]


def _make_rows(session: Session, place: Place, spans: Sequence[Span], measure: Measure) -> list[dict[str, Any]]:
    row = session.get_one(BoardRow, place.board_id)
    packer = row_packer(row)
    ids, found = [], []
    for part in _parts(spans, max(1, PAGE_SQUARES // row.size)):
        tours = read(session, [(span.first, span.number) for span in part], packer.length)
        closed = np.array([span.closed for span in part], np.bool_)[tours.stretch]
        ids.append(tours.ids)
        found.append(measure(packer.board, packer.piece, packer.unpack(tours.paths), closed))
    return _rows(place, np.concatenate(ids), np.concatenate(found)) if ids else []


def _parts(spans: Sequence[Span], most: int) -> Iterator[list[Span]]:
    """Group spans, cutting long ones, into batches of `most` to twice as many tours."""
    part: list[Span] = []
    room = most
    for span in spans:
        for gone in range(0, span.number, most):
            part.append(span._replace(first=span.first + gone, number=min(most, span.number - gone)))
            room -= part[-1].number
            if room <= 0:
                yield part
                part, room = [], most
    if part:
        yield part


def _rows(place: Place, ids: NDArray[np.int64], found: Found | None) -> list[dict[str, Any]]:
    """Return the row of tours with these ids, ascending; none if they have no statistics."""
    number = len(ids)
    if not number or (found is not None and bool((found == ABSENT).all())):
        return []
    first, last = int(ids[0]), int(ids[-1])
    stretches = None if last - first + 1 == number else pack_ids(ids)
    row: dict[str, Any] = {**place._asdict(), "first": first, "last": last, "tours": number, "ids": stretches}
    if found is None:
        return [row | {"counts": None} | dict.fromkeys(STATISTICS)]
    counts: dict[str, dict[str, int]] = {}
    columns: dict[str, bytes | None] = dict.fromkeys(STATISTICS)
    for name, values in zip(STATISTICS, found.T, strict=True):
        if values[0] != ABSENT:
            numbers = np.bincount(values)
            counts[name] = {str(value): int(numbers[value]) for value in np.flatnonzero(numbers)}
            columns[name] = _compress(values.astype(_dtype(len(numbers) - 1)))
    return [row | {"counts": counts} | columns]


def _compress(values: NDArray[np.unsignedinteger]) -> bytes:
    codes = zlib.compressobj(LEVEL, strategy=zlib.Z_RLE)
    return codes.compress(values.tobytes()) + codes.flush()


def _dtype(most: int) -> str:
    return "<u1" if most < 1 << 8 else "<u2" if most < 1 << 16 else "<u4"
