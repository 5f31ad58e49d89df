"""The number of a closed tour that somebody has written down."""

from __future__ import annotations

from engine.cycles.index import CycleIndex
from engine.errors import InvalidProblemError
from engine.tours.text import parse_tour
from engine.tours.verify import first_fault


def number_of(index: CycleIndex, text: str) -> int:
    """Return the number of a closed tour in any form that people write; InvalidProblemError at `/tour` else."""
    tour = parse_tour(index.board, index.piece, text)
    fault = first_fault(index.board, index.piece, tour)
    if fault is not None:
        raise InvalidProblemError("/tour", f"not a tour: after {fault.position} sound squares, {fault.reason}")
    try:
        return index.number(tour.tolist())
    except ValueError as error:
        raise InvalidProblemError("/tour", "this tour is open; closed tours have numbers") from error
