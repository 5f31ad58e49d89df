"""Board labels: the strict parser from a permanent label to a board."""

from __future__ import annotations

import re

import numpy as np

from engine.boards.board import Board
from engine.errors import InvalidProblemError

FLAT = re.compile(r"([1-9]\d{0,4})x([1-9]\d{0,4})")
MAX_SQUARES = 100_000_000


def parse_board(label: str, pointer: str = "/board") -> Board:
    """Return the board that `label` names; InvalidProblemError (at `pointer`) where it names none."""
    match = FLAT.fullmatch(label)
    if match is None:
        raise InvalidProblemError(pointer, f"{label!r} is not a board label such as '8x8'")
    shape = (int(match[1]), int(match[2]))
    if shape[0] * shape[1] > MAX_SQUARES:
        raise InvalidProblemError(pointer, f"a board has at most {MAX_SQUARES} squares")
    coordinates = np.indices(shape, dtype=np.int32).reshape(2, -1).T + 1
    return Board(label, "flat", shape, np.ascontiguousarray(coordinates))
