"""A partial tour on a flat board as links: one byte a square holds the directions of its (at most) two neighbours.

The eight knight moves are numbered clockwise, so that direction d and d XOR 4 are opposite; 8 means "no neighbour".
The low four bits of the byte are one link, the high four the other. A tour of 10^8 squares takes 100 MB.
"""

from __future__ import annotations

import numpy as np
from numpy.typing import NDArray

from engine.jit import kernel

MOVES = np.array([(-2, 1), (-1, 2), (1, 2), (2, 1), (2, -1), (1, -2), (-1, -2), (-2, -1)], dtype=np.int64)
NONE = 8
BARE = NONE | NONE << 4
"""The byte of a square without neighbours."""

DIRECTION_OF_STEP = np.full((5, 5), NONE, dtype=np.uint8)
"""uint8 (5, 5): the direction of the step (rows + 2, columns + 2), 8 where it is no knight move."""
DIRECTION_OF_STEP[MOVES[:, 0] + 2, MOVES[:, 1] + 2] = np.arange(8)


def stamp_path(links: NDArray[np.uint8], squares: NDArray[np.int32], *, closed: bool) -> None:
    """Write the links of a path, or with `closed` of the cycle that it closes to, into `links` (rows, columns)."""
    row, column = np.divmod(np.append(squares, squares[0]).astype(np.int64), links.shape[1])
    ahead = DIRECTION_OF_STEP[np.diff(row) + 2, np.diff(column) + 2] if closed else _steps(row[:-1], column[:-1])
    behind = np.roll(ahead, 1)
    back = np.where(behind == NONE, NONE, behind ^ 4)
    links.reshape(-1)[squares] = ahead | back << 4


def _steps(row: NDArray[np.int64], column: NDArray[np.int64]) -> NDArray[np.uint8]:
    """Return the direction of each step of an open path; the last square has none."""
    directions = DIRECTION_OF_STEP[np.diff(row) + 2, np.diff(column) + 2]
    return np.append(directions, np.uint8(NONE))


def stamp_edges(links: NDArray[np.uint8], one: NDArray[np.int64], other: NDArray[np.int64]) -> None:
    """Write the edges between the squares `one` and `other` (numbers), at most two a square, into bare `links`."""
    row, column = np.divmod(np.stack((one, other)), links.shape[1])
    ahead = DIRECTION_OF_STEP[row[1] - row[0] + 2, column[1] - column[0] + 2]
    squares = np.concatenate((one, other))
    directions = np.concatenate((ahead, ahead ^ 4))
    order = np.argsort(squares, kind="stable")
    squares, directions = squares[order], directions[order]
    second = np.append(False, squares[1:] == squares[:-1])
    flat = links.reshape(-1)
    flat[squares[~second]] = directions[~second] | NONE << 4
    flat[squares[second]] = flat[squares[second]] & 0x0F | directions[second] << 4


def follow(links: NDArray[np.uint8], start: int) -> NDArray[np.int32]:
    """Return the squares met from `start` on, int32, until the links end or come back; linear time."""
    path = np.empty(links.size, dtype=np.int32)
    deltas = MOVES[:, 0] * links.shape[1] + MOVES[:, 1]
    length = _follow(links.reshape(-1), deltas, start, path)
    return path[:length]


@kernel
def _follow(links: NDArray[np.uint8], deltas: NDArray[np.int64], start: int, path: NDArray[np.int32]) -> int:
    """Fill `path` and return its length. An end square's one link may stand in either half of its byte."""
    code = links[start]
    direction = np.int64(code & 15)
    if direction == NONE:
        direction = np.int64(code >> 4)
    square = start
    for step in range(len(path)):
        path[step] = square
        if direction == NONE:
            return step + 1
        square += deltas[direction]
        if square == start:
            return step + 1
        code = np.int64(links[square])
        direction = (code & 15) ^ (code >> 4) ^ direction ^ 4  # of the two links, the one that does not lead back
    return len(path)
