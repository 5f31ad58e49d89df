"""Pictures of tours in files."""

from __future__ import annotations

from pathlib import Path

import numpy as np
from numpy.typing import NDArray
from sqlalchemy.orm import Session

from api.tours.documents import unpack
from cli.errors import problem
from drawing.tour import tour_svg
from engine.boards.board import Board
from language.translate import gettext_noop
from store.queries.tours import TourFilter, find_tours

MAX_DRAWN = 250_000
"""Squares of the largest drawing, of some two megabytes; larger ones strain viewers."""


def write_drawing(board: Board, piece: tuple[int, ...], tour: NDArray[np.integer], file: Path, *, closed: bool) -> None:
    """Write the drawing of a sound tour (SVG); a problem where the board is too large for a picture."""
    if board.size > MAX_DRAWN:
        detail = (
            f"{board.size:,} squares are more than a picture shows (at most {MAX_DRAWN:,}); "
            "`cavalier regenerate` writes .npy, .txt and .dir"
        )
        raise problem("Too large to draw", detail, status=422)
    file.parent.mkdir(parents=True, exist_ok=True)
    file.write_text(tour_svg(board, piece, tour, closed=closed), encoding="utf-8")


def draw_first_tour(session: Session, job_id: str, file: Path) -> str:
    """Draw the job's first stored tour; return where the drawing is, or why there is none."""
    found = find_tours(session, TourFilter(job=job_id), after=0, limit=1)
    if not found:
        return gettext_noop("no drawing: the job has kept no tour; `cavalier regenerate` makes one from a construction")
    tour = unpack(found[0])
    if tour.board.size > MAX_DRAWN:
        return gettext_noop(f"no drawing: {tour.board.size:,} squares are more than a picture shows")
    write_drawing(tour.board, tour.piece, tour.squares, file, closed=tour.closed)
    return gettext_noop(f"drawing: {file}")
