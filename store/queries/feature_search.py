"""Search of stored tours by statistics: tours of a board with values in given ranges, column by column.

A row's counts tell without its columns whether any or all of its tours are in a range. Tours not yet measured are not
found.
"""

from __future__ import annotations

from bisect import bisect_left
from collections.abc import Collection, Iterable, Iterator, Sequence
from dataclasses import dataclass
from operator import attrgetter

import numpy as np
from numpy.typing import NDArray
from sqlalchemy import select
from sqlalchemy.orm import Session

from engine.features.filters import Range
from engine.features.table import STATISTICS
from store.models.boards import BoardRow
from store.models.tours import TourFeatures
from store.queries.tours import Stretch, TourFilter, stretches
from store.tours import square_index
from store.tours.features import values_of
from store.tours.square_index import ids_of, stretches_of

Ids = NDArray[np.int64]

FIRST = attrgetter("first")


@dataclass(frozen=True)
class Part:
    """Tours of a board whose statistics are in one row.

    counts: for each statistic read, the number of tours with each value.
    """

    first: int
    last: int
    tours: int
    counts: dict[str, dict[int, int]]

    def may_have(self, bounds: Range) -> bool:
        """Whether any of its tours is in a range."""
        return any(value in bounds for value in self.counts.get(bounds.statistic, ()))

    def all_have(self, bounds: Range) -> bool:
        """Whether all of its tours are in a range."""
        return bounds.statistic in self.counts and all(value in bounds for value in self.counts[bounds.statistic])


class Measured:
    """The measured tours of boards, with a cache; use one object per request.

    statistics: those to be read; reading the counts of all takes long.
    """

    def __init__(self, session: Session, statistics: Collection[str] = STATISTICS) -> None:
        self._session = session
        self._statistics = tuple(dict.fromkeys(statistics))
        self._parts: dict[int, list[Part]] = {}
        self._unmeasured: dict[int, int] = {}

    def parts(self, *boards: int) -> list[Part]:
        """Return the parts of the boards' tours, board by board, by their first ids."""
        self._read(boards)
        return [part for board in boards for part in self._parts[board]]

    def count_unmeasured(self, *boards: int) -> int:
        """Return an upper bound of the boards' tours not yet measured: some may be deleted."""
        self._read(boards)
        return sum(self._unmeasured[board] for board in boards)

    def _read(self, boards: Sequence[int]) -> None:
        """Read the parts of those boards not read yet, together."""
        fresh = [board for board in boards if board not in self._parts]
        if not fresh:
            return
        self._parts |= {board: [] for board in fresh}
        self._unmeasured |= dict.fromkeys(fresh, 0)
        own = TourFeatures.board_id, TourFeatures.first, TourFeatures.last, TourFeatures.tours
        counts = [TourFeatures.counts[name] for name in self._statistics]
        rows = select(*own, TourFeatures.counts.is_(None), *counts).where(TourFeatures.board_id.in_(fresh))
        for board, first, last, tours, unmeasured, *found in self._session.execute(rows.order_by(TourFeatures.first)):
            if unmeasured:
                self._unmeasured[board] += tours
            else:
                self._parts[board].append(Part(first, last, tours, _numbers(self._statistics, found)))

    def ids(self, part: Part) -> Ids:
        """Return the ids of a part's tours, ascending."""
        row = self._session.scalars(select(TourFeatures.ids).where(TourFeatures.first == part.first)).one()
        return np.arange(part.first, part.last + 1) if row is None else ids_of(stretches_of(row))

    def values(self, part: Part, statistic: str) -> NDArray[np.unsignedinteger]:
        """Return a statistic of a part's tours: (k,), in the order of the ids."""
        column = getattr(TourFeatures, statistic)
        packed = self._session.scalars(select(column).where(TourFeatures.first == part.first)).one()
        return values_of(packed, max(part.counts[statistic]))

    def mask(self, part: Part, ranges: Sequence[Range]) -> NDArray[np.bool_] | None:
        """Return which of a part's tours are in all ranges: bool (k,); None: none of them."""
        if not all(part.may_have(bounds) for bounds in ranges):
            return None
        found = np.ones(part.tours, np.bool_)
        for bounds in ranges:
            if not part.all_have(bounds):
                values = self.values(part, bounds.statistic)
                found &= np.array([value in bounds for value in range(max(part.counts[bounds.statistic]) + 1)])[values]
        return found

    def narrow(self, stretches: Iterable[Stretch], ranges: Sequence[Range]) -> Iterator[Stretch]:
        """Yield the parts of stretches that are in all ranges, in the same order."""
        hits: dict[int, Ids] = {}
        for stretch in stretches:
            end = stretch.first + stretch.number
            found = []
            for part in self._overlapping(stretch.board_id, stretch.first, end):
                if part.first not in hits:
                    mask = self.mask(part, ranges)
                    hits[part.first] = np.empty(0, np.int64) if mask is None else self.ids(part)[mask]
                low, high = np.searchsorted(hits[part.first], (stretch.first, end))
                found.append(hits[part.first][low:high])
            ids = np.sort(np.concatenate(found)) if found else np.empty(0, np.int64)
            for some in np.split(ids, np.flatnonzero(np.diff(ids) != 1) + 1) if len(ids) else ():
                yield stretch._replace(first=int(some[0]), number=len(some))

    def _overlapping(self, board_id: int, first: int, end: int) -> Iterator[Part]:
        """Yield the parts that may have tours with ids from `first` to `end` (exclusive)."""
        parts = self.parts(board_id)
        begin = bisect_left(parts, first - square_index.WINDOW, key=FIRST)  # none reaches beyond its window
        for part in parts[begin : bisect_left(parts, end, key=FIRST)]:
            if part.last >= first:
                yield part


class Chosen:
    """The tours that a filter selects by its conditions on runs."""

    def __init__(self, session: Session, bounds: TourFilter) -> None:
        self._all = bounds.of_all_runs
        if not self._all:
            runs = sorted((stretch.first, stretch.number) for stretch in stretches(session, bounds))
            self._firsts, self._numbers = np.array(runs, np.int64).reshape(-1, 2).T

    def of(self, measured: Measured, part: Part, ranges: Sequence[Range]) -> Ids:
        """Return the ids of a part's selected tours that are in all ranges, ascending."""
        mask = measured.mask(part, ranges)
        if mask is None:
            return np.empty(0, np.int64)
        ids = measured.ids(part)[mask]
        return ids if self._all else ids[self._is_member(ids)]

    def mask(self, measured: Measured, part: Part, ranges: Sequence[Range]) -> NDArray[np.bool_]:
        """Return which of a part's tours are selected and in all ranges: bool (k,)."""
        mask = measured.mask(part, ranges)
        if mask is None:
            return np.zeros(part.tours, np.bool_)
        return mask if self._all else mask & self._is_member(measured.ids(part))

    def _is_member(self, ids: Ids) -> NDArray[np.bool_]:
        if not len(self._firsts):
            return np.zeros(len(ids), np.bool_)
        place = np.searchsorted(self._firsts, ids, side="right") - 1
        held: NDArray[np.bool_] = (place >= 0) & (ids < self._firsts[place] + self._numbers[place])
        return held


def boards_with_ranges(session: Session, tour_filter: TourFilter) -> list[int]:
    """Return the boards that a filter names, one for each matching piece."""
    boards = select(BoardRow.id).where(BoardRow.label == tour_filter.board)
    if tour_filter.piece is not None:
        boards = boards.where(BoardRow.piece == tour_filter.piece)
    return list(session.scalars(boards.order_by(BoardRow.id)))


def _numbers(names: Sequence[str], found: Sequence[dict[str, int] | None]) -> dict[str, dict[int, int]]:
    given = zip(names, found, strict=True)
    return {name: {int(value): number for value, number in values.items()} for name, values in given if values}
