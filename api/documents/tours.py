"""A stored tour as the API shows it."""

from __future__ import annotations

from dataclasses import dataclass
from functools import lru_cache

import numpy as np
from numpy.typing import NDArray
from pydantic import BaseModel, ConfigDict, Field

from engine.boards.board import Board
from engine.boards.labels import parse_board
from engine.tours.pack import TourPacker
from store.queries.tours import FoundTour

UNSIGNED = 1 << 64


class TourDocument(BaseModel):
    """A tour: its squares in order, and what is known of it."""

    model_config = ConfigDict(populate_by_name=True, serialize_by_alias=True)

    id: int
    board: str
    piece: list[int]
    closed: bool
    start: list[int]
    end: list[int]
    squares: list[list[int]]
    symmetry: int = Field(description="number of the board's symmetries that map the tour to itself")
    class_: str = Field(alias="class", description="key of its symmetry class: 16 hexadecimal digits")
    job: str = Field(description="the job that found it")


@dataclass(frozen=True)
class UnpackedTour:
    """A stored tour as the engine knows it: the numbers of its squares in order."""

    board: Board
    piece: tuple[int, ...]
    squares: NDArray[np.int32]
    closed: bool


def unpack(found: FoundTour) -> UnpackedTour:
    """Return the tour that a row holds."""
    packer = _packer(found.board.label, found.board.piece)
    return UnpackedTour(packer.board, packer.piece, packer.unpack_one(found.tour.path), found.tour.closed)


def tour_document(found: FoundTour) -> TourDocument:
    """Return the document of a stored tour."""
    row, tour = found.tour, unpack(found)
    squares = [tour.board.square(int(number)) for number in tour.squares]
    return TourDocument(
        id=row.id,
        board=tour.board.label,
        piece=list(tour.piece),
        closed=row.closed,
        start=squares[0],
        end=squares[-1],
        squares=squares,
        symmetry=row.symmetry,
        class_=f"{row.class_key % UNSIGNED:016x}",
        job=found.job,
    )


def class_number(text: str) -> int:
    """Return the signed 64-bit number that the database keeps for a class key."""
    number = int(text, 16)
    return number - UNSIGNED if number >= UNSIGNED // 2 else number


@lru_cache(maxsize=64)
def _packer(board: str, piece: str) -> TourPacker:
    return TourPacker(parse_board(board), tuple(int(part) for part in piece.split(",")))
