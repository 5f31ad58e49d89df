"""Encoding of stored tours: keys, batches to insert, and decoding."""

from __future__ import annotations

import re
from collections.abc import Iterator, Mapping, Sequence
from dataclasses import dataclass, fields
from functools import lru_cache
from typing import Any

import numpy as np
from numpy.typing import NDArray
from sqlalchemy import ColumnElement, and_, func, select
from sqlalchemy.orm import Session, aliased

from engine.boards.board import Board
from engine.tours.pack import TourPacker
from store.models.boards import BoardRow
from store.models.tours import TourRow, TourRun
from store.tours.boards import board_from, piece_from

KEY_BYTES = 8
CLASS_KEYS = 1 << 64
CLASS_TEXT = re.compile("[0-9a-f]{16}")
HEX = np.frombuffer("".join(f"{byte:02x}" for byte in range(256)).encode(), dtype=np.uint16)
PAGE = 10_000
RUN_ORDER = (TourRun.start, TourRun.end, TourRun.closed, TourRun.symmetry, TourRun.id)
"""Order of a board's (or a shard's) tours, independent of how the work was cut into slices."""


def in_found_order(specification: Mapping[str, object]) -> bool:
    """Whether a job's tours are stored and listed in the order found, as its search stops at a number of tours.

    A run is then a stretch of successive tours with the same ends, often of length 1. Such jobs have few tours.
    """
    return specification.get("limit") is not None or isinstance(specification.get("store"), Mapping)


@dataclass(frozen=True)
class TourBatch:
    """Tours of one slice in the order found, one row each.

    start, end, symmetry: int (k,); closed: bool (k,); class_keys: int64 (k,), by `short_keys`; paths: uint8 (k,
    bytes). features: statistics as of `measure_stream`, integers (k, statistics); None: to be measured by housekeeping.
    """

    start: NDArray[np.int32]
    end: NDArray[np.int32]
    closed: NDArray[np.bool_]
    symmetry: NDArray[np.int32]
    class_keys: NDArray[np.int64]
    paths: NDArray[np.uint8]
    features: NDArray[np.integer] | None = None

    def __len__(self) -> int:
        return len(self.paths)

    @property
    def size(self) -> int:
        """Size in bytes."""
        return sum(column.nbytes for column in self.columns() if column is not None)

    def select(self, selection: NDArray[np.bool_] | NDArray[np.integer]) -> TourBatch:
        """Return the tours selected by a mask, bool (k,), or by indices."""
        columns: list[Any] = [None if column is None else column[selection] for column in self.columns()]
        return TourBatch(*columns)

    @classmethod
    def concatenate(cls, batches: Sequence[TourBatch]) -> TourBatch:
        """Return the tours of all batches in order."""
        given = zip(*(batch.columns() for batch in batches), strict=True)
        columns: list[Any] = [None if any(part is None for part in one) else np.concatenate(one) for one in given]
        return cls(*columns)

    def columns(self) -> list[Any]:
        """Return the values of its fields, in order."""
        return [getattr(self, column.name) for column in fields(self)]


def short_keys(class_keys: Sequence[bytes]) -> NDArray[np.int64]:
    """Return the signed 64-bit keys of classes in the database (the digests' first 8 bytes).

    Two of ten million classes share a key with probability below 10^-5; readers compare canonical forms.
    """
    heads = b"".join(key[:KEY_BYTES] for key in class_keys)
    return np.frombuffer(heads, dtype=">i8").astype(np.int64)


def class_text(key: int) -> str:
    """Return a class key as displayed: 16 hexadecimal digits."""
    return f"{key % CLASS_KEYS:016x}"


def class_texts(keys: NDArray[np.int64]) -> NDArray[np.bytes_]:
    """Return class keys as displayed: S16 (k,)."""
    digits: NDArray[np.bytes_] = HEX[keys.astype(">i8").view(np.uint8)].view("S16")
    return digits


def class_number(text: str) -> int:
    """Return the stored number of a class key; ValueError if `text` is not a class key."""
    if not CLASS_TEXT.fullmatch(text):
        raise ValueError(f"a class key has 16 hexadecimal digits, unlike {text!r}")
    number = int(text, 16)
    return number - CLASS_KEYS if number >= CLASS_KEYS // 2 else number


def squares_of(row: BoardRow, tour: TourRow) -> NDArray[np.int32]:
    """Unpack a stored tour: int32 (size,), square numbers in order."""
    return row_packer(row).unpack_one(tour.path)


def row_packer(row: BoardRow) -> TourPacker:
    """Return the packer of a stored board and its piece."""
    return packer(board_from(row), piece_from(row))


@lru_cache(maxsize=64)
def packer(board: Board, piece: tuple[int, ...]) -> TourPacker:
    """Return the packer of a board and piece."""
    return TourPacker(board, piece)


def own_run() -> ColumnElement[bool]:
    """Return the join condition of a tour and its run; tours without a run are dropped."""
    before = aliased(TourRun)
    nearest = select(func.max(before.id)).where(before.id <= TourRow.id).scalar_subquery()
    return and_(TourRun.id == nearest, TourRow.id < TourRun.id + TourRun.count)


def runs_with_tours(session: Session, *conditions: ColumnElement[bool]) -> Iterator[tuple[TourRun, list[TourRow]]]:
    """Yield the runs that meet the conditions, each with its tours, in RUN_ORDER; a long run comes in pieces."""
    runs = select(TourRun).where(*conditions).order_by(*RUN_ORDER)
    for run in session.scalars(runs.execution_options(yield_per=PAGE)):
        for first in range(run.id, run.id + run.count, PAGE):
            last = min(first + PAGE, run.id + run.count) - 1
            tours = select(TourRow).where(TourRow.id.between(first, last)).order_by(TourRow.id)
            yield run, list(session.scalars(tours))
