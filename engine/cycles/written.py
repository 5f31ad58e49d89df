"""The number of a closed tour, and the closed tour of a number, as users write them."""

from __future__ import annotations

import re
from collections.abc import Sequence

import numpy as np

from engine.cycles.index import CycleIndex
from engine.errors import InvalidProblemError
from engine.tours.parse import parse_tour
from engine.tours.verify import first_fault

NUMBER = re.compile(r"[0-9]{1,400}|[1-9][0-9]{0,2}([\s,_.'])[0-9]{3}(?:\1[0-9]{3}){0,130}")
"""Digits, or groups of three with one separator between them: more than any index needs."""


def parse_number(text: str) -> int | None:
    """Return the whole number in a text, perhaps with its digits in groups; None where it is no number."""
    return int(re.sub("[^0-9]", "", text)) if NUMBER.fullmatch(text) else None


def number_of(index: CycleIndex, tour: str | Sequence[Sequence[int]]) -> int:
    """Return the number of a closed tour in any form that people write, or as its squares in order.

    InvalidProblemError at `/tour` or at `/squares` where it is none.
    """
    if isinstance(tour, str):
        pointer, squares = "/tour", parse_tour(index.board, index.piece, tour)
    else:
        pointer = "/squares"
        numbers = [index.board.index(square, f"{pointer}/{place}") for place, square in enumerate(tour)]
        squares = np.array(numbers, dtype=np.int32)
    fault = first_fault(index.board, index.piece, squares)
    if fault is not None:
        raise InvalidProblemError(pointer, f"not a tour: after {fault.position} sound squares, {fault.reason}")
    try:
        return index.number(squares.tolist())
    except ValueError as error:
        raise InvalidProblemError(pointer, "this tour is open; closed tours have numbers") from error
