"""Stored tours in pages of arrays, for all export formats. Memory does not grow with their number.

Runs tell which tours match, their order, and what they share. The rest, keys and paths, is read as raw rows
(store/tours/bulk_rows.py), one page at a time.
"""

from __future__ import annotations

from collections.abc import Generator, Iterable, Iterator
from dataclasses import dataclass, replace
from itertools import groupby

import numpy as np
from numpy.typing import NDArray
from sqlalchemy.orm import Session

from engine.boards.board import Board
from engine.boards.piece import Piece, piece_key
from engine.tours.content import Content
from store.database.times import iso_time
from store.models.boards import BoardRow
from store.queries.content_index import Narrowing
from store.queries.feature_search import Measured
from store.queries.tours import Stretch, TourFilter, stretches
from store.tours.bulk_rows import read
from store.tours.encoding import row_packer

PAGE_SQUARES = 1 << 19
"""Squares of a page: 8,192 tours of 8x8."""

HEAD_FIELDS = ("board", "piece", "job", "engine", "found_at", "closed", "symmetry")


@dataclass(frozen=True)
class TourPage:
    """Successive tours of one board and piece. stretches: shared values of groups of them.

    stretch: intp (k,), each tour's index into these. ids, class_keys: int64 (k,). squares: int32 (k, size), square
    numbers from 0 in visiting order.
    """

    board: Board
    piece: Piece
    stretches: list[Stretch]
    stretch: NDArray[np.intp]
    ids: NDArray[np.int64]
    class_keys: NDArray[np.int64]
    squares: NDArray[np.int32]

    def __len__(self) -> int:
        return len(self.squares)

    @property
    def last(self) -> int:
        """The id of the last tour checked."""
        return self.stretches[-1].first + self.stretches[-1].number - 1

    def with_content(self, content: Content) -> TourPage:
        """Return the page restricted to tours with this content."""
        closed = np.array([stretch.closed for stretch in self.stretches])[self.stretch]
        fits = content.matches(self.board, self.squares, closed)
        kept = {name: getattr(self, name)[fits] for name in ("stretch", "ids", "class_keys", "squares")}
        return replace(self, **kept)

    def head(self, stretch: Stretch) -> tuple[object, ...]:
        """Return the values of HEAD_FIELDS for one of the stretches."""
        piece, found_at = piece_key(self.piece), iso_time(stretch.found_at)
        return self.board.label, piece, stretch.job, stretch.code_digest, found_at, stretch.closed, stretch.symmetry


def tour_pages(
    session: Session, tour_filter: TourFilter, squares: int = PAGE_SQUARES, *, after: int = 0
) -> Generator[TourPage]:
    """Yield the matching tours in list order, after the tour with the id `after`.

    About `squares` squares are read at a time; a page contains those that match the content filter, if any.
    """
    found = stretches(session, tour_filter, after=after)
    if tour_filter.features:
        found = Measured(session, [asked.statistic for asked in tour_filter.features]).narrow(
            found, tour_filter.features
        )
    if tour_filter.content:
        found = Narrowing(session, tour_filter.content).narrow(found)
    for board_id, given in groupby(found, key=lambda stretch: stretch.board_id):
        packer = row_packer(session.get_one(BoardRow, board_id))
        for part in _parts(given, max(1, squares // packer.board.size)):
            rows = read(session, [(stretch.first, stretch.number) for stretch in part], packer.length)
            if len(rows.ids):
                paths = packer.unpack(rows.paths)
                page = TourPage(packer.board, packer.piece, part, rows.stretch, rows.ids, rows.class_keys, paths)
                yield page.with_content(tour_filter.content) if tour_filter.content else page


def _parts(given: Iterable[Stretch], page: int) -> Iterator[list[Stretch]]:
    """Yield the stretches in parts of `page` tours, cutting stretches where necessary."""
    part: list[Stretch] = []
    room = page
    for stretch in given:
        rest = stretch
        while rest.number >= room:
            yield [*part, rest._replace(number=room)]
            rest, part, room = rest._replace(first=rest.first + room, number=rest.number - room), [], page
        if rest.number:
            part.append(rest)
            room -= rest.number
    if part:
        yield part
