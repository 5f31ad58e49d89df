"""A stored tour as the API shows it."""

from __future__ import annotations

from dataclasses import dataclass
from datetime import datetime
from urllib.parse import quote

import numpy as np
from numpy.typing import NDArray
from pydantic import BaseModel, ConfigDict, Field

from api.http.base_document import OLD_NAME
from api.http.timestamps import moment
from engine.boards.board import Board
from engine.features.measure import statistics_of
from engine.specification.result import absent
from store.queries.tours import FoundTour
from store.tours.encoding import class_text, row_packer


class TourDocument(BaseModel):
    """A tour: its squares in order, its source and its statistics."""

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
    job: str = Field(description="the job here that found or imported it")
    finder: str = Field(description="the job that found it, of an import the one elsewhere")
    source: str | None = absent("the publication that printed it, of an import that names one")
    code_digest: str = Field(description="digest of the code that found it")
    engine: str = Field(description=OLD_NAME)
    found_at: datetime = Field(description="when it was stored, by the clock of the database that found it")
    address: str = Field(description="made of board, piece and path: leads to this tour in every database that has it")
    statistics: dict[str, int] | None = absent(
        "of one tour, and in lists by statistics: its angles, directions, turns, crossings, longest straight run, and "
        "1 or 2 where its numbers are semimagic or magic; those that its board and piece have"
    )


@dataclass(frozen=True)
class UnpackedTour:
    """A stored tour as the engine knows it: the numbers of its squares in order."""

    board: Board
    piece: tuple[int, ...]
    squares: NDArray[np.int32]
    closed: bool


def unpack(found: FoundTour) -> UnpackedTour:
    """Return the tour that a row holds."""
    packer = row_packer(found.board)
    return UnpackedTour(packer.board, packer.piece, packer.unpack_one(found.tour.path), found.run.closed)


def statistics_document(tour: UnpackedTour) -> dict[str, int]:
    """Return the statistics of a tour; empty if its board and piece have none."""
    return statistics_of(tour.board, tour.piece, tour.squares, closed=tour.closed)


def tour_document(found: FoundTour, *, measured: bool = False) -> TourDocument:
    """Return the document of a stored tour. measured: with its statistics."""
    row, run, tour = found.tour, found.run, unpack(found)
    squares = tour.board.squares(tour.squares)
    return TourDocument(
        id=row.id,
        board=tour.board.label,
        piece=list(tour.piece),
        closed=run.closed,
        start=squares[0],
        end=squares[-1],
        squares=squares,
        symmetry=run.symmetry,
        class_=class_text(row.class_key),
        job=found.job,
        finder=found.finder,
        source=found.source,
        code_digest=found.code_digest,
        engine=found.code_digest,
        found_at=moment(run.found_at),
        address=f"/api/v1/tours/by-path/{quote(tour.board.label)}/{found.board.piece}/{row.path.hex()}",
        statistics=(statistics_document(tour) or None) if measured else None,
    )
