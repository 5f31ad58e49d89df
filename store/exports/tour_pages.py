"""Stored tours page by page, as arrays: what every format is made of. Memory does not grow with their number."""

from __future__ import annotations

from collections.abc import Generator
from dataclasses import dataclass
from itertools import groupby

import numpy as np
from numpy.typing import NDArray
from sqlalchemy.orm import Session

from engine.boards.board import Board
from store.boards import board_from
from store.queries.found_tours import FoundTour, TourFilter, find_tours
from store.stored_tours import class_text, row_packer

PAGE = 4096


@dataclass(frozen=True)
class TourPage:
    """Successive tours of one board and piece.

    piece: components as text, "1,2". jobs: public ids of the finders. squares: int32 (k, size), square numbers from 0
    in the order of the visit. classes: 16 hexadecimal digits each.
    """

    board: Board
    piece: str
    jobs: list[str]
    closed: list[bool]
    symmetry: list[int]
    classes: list[str]
    squares: NDArray[np.int32]


def tour_pages(session: Session, wanted: TourFilter, page: int = PAGE) -> Generator[TourPage]:
    """Yield the wanted tours in the order of their lists."""
    after = 0
    while True:
        found = find_tours(session, wanted, after=after, limit=page)
        for _, rows in groupby(found, key=lambda one: one.board.id):
            yield _page(list(rows))
        if len(found) < page:
            return
        after = found[-1].tour.id
        session.expunge_all()


def _page(rows: list[FoundTour]) -> TourPage:
    board = rows[0].board
    packer = row_packer(board)
    packed = np.frombuffer(b"".join(row.tour.path for row in rows), dtype=np.uint8).reshape(len(rows), packer.length)
    return TourPage(
        board=board_from(board),
        piece=board.piece,
        jobs=[row.job for row in rows],
        closed=[row.run.closed for row in rows],
        symmetry=[row.run.symmetry for row in rows],
        classes=[class_text(row.tour.class_key) for row in rows],
        squares=packer.unpack(packed),
    )
