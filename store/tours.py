"""Stored tours: how their class is keyed, and reading them back."""

from __future__ import annotations

from functools import lru_cache

import numpy as np
from numpy.typing import NDArray

from engine.boards.board import Board
from engine.tours.pack import TourPacker
from store.boards import board_from, piece_from
from store.models.boards import BoardRow, TourRow

KEY_BYTES = 8


def short_key(class_key: bytes) -> int:
    """Return the signed 64-bit integer that stands for a class in the database (the digest's first 8 bytes).

    Two classes of ten million share one with probability below 10^-5; readers compare canonical forms.
    """
    return int.from_bytes(class_key[:KEY_BYTES], "big", signed=True)


def squares_of(row: BoardRow, tour: TourRow) -> NDArray[np.int32]:
    """Unpack a stored tour: int32 (size,), square numbers in order."""
    return packer(board_from(row), piece_from(row)).unpack_one(tour.path)


@lru_cache(maxsize=64)
def packer(board: Board, piece: tuple[int, ...]) -> TourPacker:
    """Return the packer of a board and piece."""
    return TourPacker(board, piece)
