"""Content searches by blocks: narrow stretches of stored tours to those that may match.

The tours left are read and checked as without blocks; for rare content they are few.
"""

from __future__ import annotations

from collections.abc import Iterable, Iterator

import numpy as np
from numpy.typing import NDArray
from sqlalchemy import select
from sqlalchemy.orm import Session

from engine.tours.content import Content
from store.models.boards import BoardRow
from store.models.tours import TourBlock, TourColumn
from store.queries.tours import Stretch
from store.tours.square_index import WINDOW, ids_of, numbers_of, stretches_of, window_of


class Narrowing:
    """Narrows stretches by content. It reads and caches the columns of a block at its first tour."""

    def __init__(self, session: Session, content: Content) -> None:
        self._session, self._content = session, content
        self._squares = content.squares()
        self._blocks: dict[int, dict[int, int]] = {}
        self._held: dict[int, NDArray[np.int64]] = {}
        self._hits: dict[tuple[int, bool], NDArray[np.int64]] = {}

    def narrow(self, stretches: Iterable[Stretch]) -> Iterator[Stretch]:
        """Yield the stretches left to check, in the same order."""
        for stretch in stretches:
            if self._squares and self._blocks_of(stretch.board_id):
                yield from self._parts(stretch)
            else:
                yield stretch

    def _parts(self, stretch: Stretch) -> Iterator[Stretch]:
        blocks = self._blocks_of(stretch.board_id)
        first, end = stretch.first, stretch.first + stretch.number
        while first < end:
            window = window_of(first)
            following = min(end, (window + 1) * WINDOW + 1)
            part = stretch._replace(first=first, number=following - first)
            yield from self._of_block(part, blocks[window]) if window in blocks else (part,)
            first = following

    def _of_block(self, part: Stretch, block: int) -> Iterator[Stretch]:
        if not self._is_held(part, block):  # it was stored after the block
            yield part
            return
        hits = self._hits_of(part.board_id, block, closed=part.closed)
        low, high = np.searchsorted(hits, (part.first, part.first + part.number))
        found = hits[low:high]
        for some in np.split(found, np.flatnonzero(np.diff(found) != 1) + 1) if len(found) else ():
            yield part._replace(first=int(some[0]), number=len(some))

    def _blocks_of(self, board_id: int) -> dict[int, int]:
        """Return the board's blocks: their ids by their windows."""
        if board_id not in self._blocks:
            found = select(TourBlock.window, TourBlock.id).where(TourBlock.board_id == board_id)
            self._blocks[board_id] = {row.window: row.id for row in self._session.execute(found)}
        return self._blocks[board_id]

    def _is_held(self, part: Stretch, block: int) -> bool:
        if block not in self._held:
            packed = self._session.scalars(select(TourBlock.ids).where(TourBlock.id == block)).one()
            self._held[block] = stretches_of(packed)
        firsts, counts = self._held[block]
        place = int(np.searchsorted(firsts, part.first, side="right")) - 1
        return place >= 0 and part.first + part.number <= int(firsts[place] + counts[place])

    def _hits_of(self, board_id: int, block: int, *, closed: bool) -> NDArray[np.int64]:
        """Return the ids of tours of a block that match as closed tours, or as open ones, ascending."""
        if (block, closed) not in self._hits:
            size = self._session.get_one(BoardRow, board_id).size
            conditions = TourColumn.block_id == block, TourColumn.square.in_(self._squares)
            rows = self._session.execute(select(TourColumn.square, TourColumn.numbers).where(*conditions))
            numbers = {square: numbers_of(packed, size) for square, packed in rows}
            self._hits[block, closed] = ids_of(self._held[block])[self._content.fits(size, numbers, closed=closed)]
        return self._hits[block, closed]
