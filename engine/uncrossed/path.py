"""The squares of a path or cycle in order, from its moves."""

from __future__ import annotations

import numpy as np
from numpy.typing import NDArray


def path_of(moves: NDArray[np.int32]) -> NDArray[np.int32]:
    """Return the squares in order, int32, from the moves of a path or cycle as pairs of square numbers.

    It begins on the end of the lower number; a cycle on its lowest square towards the lower one of two, and its first
    square stands at the end again.
    """
    next_to: dict[int, list[int]] = {}
    for first, second in moves.tolist():
        next_to.setdefault(first, []).append(second)
        next_to.setdefault(second, []).append(first)
    ends = [square for square, others in next_to.items() if len(others) == 1]
    path = [min(ends or next_to)] if next_to else []
    last = None
    while len(path) <= len(moves) and next_to:
        onward = min(square for square in next_to[path[-1]] if square != last)
        last = path[-1]
        path.append(onward)
    return np.array(path, dtype=np.int32)
