"""Column index of stored tours: for each square the number of the move that enters it.

Reading and walking paths yields some hundred thousand tours a second. A block holds the tours of one board with ids in
one window, a column for each square. A search reads only the columns of the squares it names, tens of millions of tours
a second. Housekeeping makes blocks when a window of ids is full; boards with few tours in it get none.
"""

from __future__ import annotations

import zlib
from dataclasses import dataclass

import numpy as np
from numpy.typing import NDArray
from sqlalchemy import ColumnElement, Exists, delete, exists, func, insert, select
from sqlalchemy.orm import InstrumentedAttribute, Session, aliased

from store.database.db import Database
from store.database.insertion import insert_or_keep
from store.models.boards import BoardRow
from store.models.tours import TourBlock, TourColumn, TourRun
from store.tours.bulk_rows import read
from store.tours.encoding import row_packer

WINDOW = 1 << 16
"""Ids in a window; the first window starts at id 1."""

MIN_TOURS = 1 << 12
"""Minimum number of tours of a board in a window for a block."""

MAX_SQUARES = 1 << 9
"""Size of the largest boards with blocks: making a block takes some 8 bytes per square and tour."""

LEVEL = 3
"""Compression level; higher levels save little for the time they take."""

Stretches = list[tuple[int, int]]
Number = ColumnElement[int] | InstrumentedAttribute[int]


@dataclass(frozen=True)
class Block:
    """Contents of a block. ids: int64 (k,), ascending. columns: unsigned (size, k)."""

    board_id: int
    window: int
    ids: NDArray[np.int64]
    columns: NDArray[np.unsignedinteger]


def window_of(tour_id: int) -> int:
    """Return the window of an id."""
    return (tour_id - 1) // WINDOW


def next_window(session: Session) -> int:
    """Return the window after the last one that has a block."""
    last = session.scalar(select(func.max(TourBlock.window)))
    return 0 if last is None else last + 1


def fill_window(database: Database, window: int) -> bool:
    """Make the blocks of a window if tours are stored beyond it; return whether there were any."""
    with database.reading() as session:
        if session.scalar(select(TourRun.id).where(TourRun.id > (window + 1) * WINDOW).limit(1)) is None:
            return False
        blocks = make_blocks(session, window)
    if blocks:
        with database.writing() as session:
            write_blocks(session, blocks)
    return True


def make_blocks(session: Session, window: int) -> list[Block]:
    """Transpose the tours of a window, board by board."""
    stretches: dict[int, Stretches] = {}
    first, last = window * WINDOW + 1, (window + 1) * WINDOW
    nearest = select(func.max(TourRun.id)).where(TourRun.id <= first).scalar_subquery()
    runs = select(TourRun.board_id, TourRun.id, TourRun.count).where(
        TourRun.id >= func.coalesce(nearest, first), TourRun.id <= last
    )
    for board, begin, count in session.execute(runs.order_by(TourRun.id)):
        low, high = max(begin, first), min(begin + count - 1, last)
        if low <= high:
            stretches.setdefault(board, []).append((low, high - low + 1))
    made = (_make_block(session, board, window, part) for board, part in stretches.items())
    return [block for block in made if block is not None]


def write_blocks(session: Session, blocks: list[Block]) -> None:
    """Insert blocks; existing ones stay unchanged."""
    for block in blocks:
        insert_or_keep(session, TourBlock, board_id=block.board_id, window=block.window, ids=pack_ids(block.ids))
        own = TourBlock.board_id == block.board_id, TourBlock.window == block.window
        number = session.scalars(select(TourBlock.id).where(*own)).one()
        if not session.scalar(select(exists().where(TourColumn.block_id == number))):
            rows = [
                {"block_id": number, "square": square, "numbers": zlib.compress(column.tobytes(), LEVEL)}
                for square, column in enumerate(block.columns)
            ]
            session.execute(insert(TourColumn), rows)


def remove_empty(session: Session) -> None:
    """Remove blocks without tours."""
    held = has_tours(TourBlock.board_id, TourBlock.window * WINDOW + 1, (TourBlock.window + 1) * WINDOW)
    session.execute(delete(TourBlock).where(~held).execution_options(synchronize_session=False))


def has_tours(board_id: Number, first: Number, last: Number) -> Exists:
    """Whether a board has tours with ids from `first` to `last` inclusive."""
    before = aliased(TourRun)
    nearest = select(func.max(before.id)).where(before.id <= first).scalar_subquery()
    return exists().where(
        TourRun.id >= func.coalesce(nearest, 0),
        TourRun.id <= last,
        TourRun.id + TourRun.count > first,
        TourRun.board_id == board_id,
    )


def stretches_of(data: bytes) -> NDArray[np.int64]:
    """Return the ids of a block as ascending stretches: int64 (2, k), first ids and lengths."""
    return np.frombuffer(zlib.decompress(data), dtype="<i8").reshape(2, -1)


def ids_of(stretches: NDArray[np.int64]) -> NDArray[np.int64]:
    """Return the ids in stretches as of `stretches_of`: int64 (k,), ascending."""
    firsts, counts = stretches
    ids: NDArray[np.int64] = np.arange(counts.sum()) + np.repeat(firsts - (np.cumsum(counts) - counts), counts)
    return ids


def numbers_of(data: bytes, size: int) -> NDArray[np.unsignedinteger]:
    """Return a column of a block on a board of `size` squares: (k,), numbers of moves from 0."""
    return np.frombuffer(zlib.decompress(data), dtype=_dtype(size))


def _make_block(session: Session, board_id: int, window: int, stretches: Stretches) -> Block | None:
    row = session.get_one(BoardRow, board_id)
    if row.size > MAX_SQUARES or sum(number for _, number in stretches) < MIN_TOURS:
        return None
    packer = row_packer(row)
    rows = read(session, stretches, packer.length)
    tours = packer.unpack(rows.paths)
    numbers = np.empty(tours.shape, dtype=_dtype(row.size))
    np.put_along_axis(numbers, tours, np.arange(row.size, dtype=numbers.dtype)[None, :], axis=1)
    return Block(board_id, window, rows.ids, np.ascontiguousarray(numbers.T))


def pack_ids(ids: NDArray[np.int64]) -> bytes:
    """Return ids (k,), ascending, as compressed stretches."""
    begins = np.flatnonzero(np.diff(ids, prepend=ids[0] - 2) != 1)
    stretches = np.array([ids[begins], np.diff(begins, append=len(ids))], dtype="<i8")
    return zlib.compress(stretches.tobytes(), LEVEL)


def _dtype(size: int) -> str:
    return "<u1" if size <= 1 << 8 else "<u2"
