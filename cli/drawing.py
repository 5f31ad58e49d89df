"""The picture of the first tour that a job has kept."""

from __future__ import annotations

from pathlib import Path

from sqlalchemy.orm import Session

from api.documents.tours import unpack
from engine.drawing.tour import tour_svg
from store.queries.tours import TourFilter, find_tours

LARGEST_DRAWN = 250_000
"""A drawing of more squares, some two megabytes, is more than viewers like to open."""


def draw_first_tour(session: Session, job_id: str, file: Path) -> str:
    """Write the drawing of the job's first stored tour to `file` (SVG); return where it is, or why there is none."""
    found = find_tours(session, TourFilter(job=job_id), after=0, limit=1)
    if not found:
        return "no drawing: the job has kept no tour"
    tour = unpack(found[0])
    if tour.board.size > LARGEST_DRAWN:
        return (
            f"no drawing: {tour.board.size:,} squares are more than a picture shows; `cavalier regenerate` exports them"
        )
    file.parent.mkdir(parents=True, exist_ok=True)
    file.write_text(tour_svg(tour.board, tour.piece, tour.squares, closed=tour.closed), encoding="utf-8")
    return f"drawing: {file}"
