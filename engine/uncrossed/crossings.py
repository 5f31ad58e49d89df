"""The moves of a flat board as segments between centres of squares, in the order of a sweep, and which of them cross.

Two moves cross where their segments have a point in common, unless it is a square that both end on. So a move that
touches another, or runs over a square on which another ends, crosses it. Two moves of a leaper from one square are of
equal length and have that square alone in common.
"""

from __future__ import annotations

from dataclasses import dataclass

import numpy as np
from numpy.typing import NDArray

from engine.boards.move_graph import MoveGraph

WORD = 64


@dataclass(frozen=True)
class Segments:
    """The E moves of a board of N squares, each once.

    The squares are ranked along the longer side of the board: those of one line of the shorter side stand together.

    ends: int64 (E, 2), the ranks of the squares that each move joins, the lower first; rows ascend.
    squares: int32 (N,), the number of the square of each rank.
    crossed: uint64 (E, words), the moves that cross each move, as bits, move 0 the lowest of word 0.
    touching: uint64 (N, words), the moves that end on the square of each rank.
    span: how many ranks a move spans at most, its ends among them; 1 where there are no moves.
    """

    ends: NDArray[np.int64]
    squares: NDArray[np.int32]
    crossed: NDArray[np.uint64]
    touching: NDArray[np.uint64]
    span: int


def segments_of(graph: MoveGraph) -> Segments:
    """Return the moves of a board of two dimensions with hard borders."""
    coordinates = graph.board.coordinates.astype(np.int64)
    rows, columns = graph.board.shape
    along, across = (1, 0) if columns > rows else (0, 1)
    squares = np.lexsort((coordinates[:, across], coordinates[:, along])).astype(np.int32)
    ranks = np.empty(len(squares), dtype=np.int64)
    ranks[squares] = np.arange(len(squares))
    pairs = [(int(ranks[u]), int(ranks[v])) for u, targets in enumerate(graph.lists) for v in targets]
    ends = np.array(sorted(pair for pair in pairs if pair[0] < pair[1]), dtype=np.int64).reshape(-1, 2)
    places = coordinates[squares]
    touching = ends.T[:, None, :] == np.arange(len(squares))[None, :, None]
    return Segments(
        ends=ends,
        squares=squares,
        crossed=as_bits(crossing(places[ends])),
        touching=as_bits(touching.any(axis=0)),
        span=int(np.max(ends[:, 1] - ends[:, 0], initial=0)) + 1,
    )


def crossing(segments: NDArray[np.int64]) -> NDArray[np.bool_]:
    """Return bool (E, E): which segments have a point in common that is not an end of both.

    segments: int64 (E, 2, 2), the coordinates of both ends of each; those with a common end are of equal length.
    """
    a, b = segments[:, None, 0], segments[:, None, 1]
    c, d = segments[None, :, 0], segments[None, :, 1]
    parted = _side(c, d, a) * _side(c, d, b) > 0  # both ends of the one lie on the same side of the other
    meet = ~(parted | parted.T)
    low, high = segments.min(axis=1), segments.max(axis=1)
    overlap = (low[:, None] <= high[None, :]).all(axis=2)
    joined = (a == c).all(axis=2) | (a == d).all(axis=2) | (b == c).all(axis=2) | (b == d).all(axis=2)
    crossed: NDArray[np.bool_] = meet & overlap & overlap.T & ~joined
    return crossed


def _side(start: NDArray[np.int64], end: NDArray[np.int64], point: NDArray[np.int64]) -> NDArray[np.int64]:
    """Return on which side of the line from start to end the point lies: -1, 0 on it, or 1."""
    way, off = end - start, point - start
    side: NDArray[np.int64] = np.sign(way[..., 0] * off[..., 1] - way[..., 1] * off[..., 0])
    return side


def as_bits(rows: NDArray[np.bool_]) -> NDArray[np.uint64]:
    """Return the rows as words of 64 bits, the first of a row as the lowest; one word where there is nothing."""
    width = max(1, -(-rows.shape[1] // WORD)) * WORD
    padded = np.zeros((len(rows), width), dtype=np.bool_)
    padded[:, : rows.shape[1]] = rows
    packed = np.packbits(padded, axis=1, bitorder="little")
    return packed.view("<u8").astype(np.uint64)


def moves_in(used: NDArray[np.generic]) -> NDArray[np.int64]:
    """Return the numbers of the moves whose bits are set, ascending."""
    bits = np.unpackbits(used.astype("<u8").view(np.uint8), bitorder="little")
    return np.flatnonzero(bits)
