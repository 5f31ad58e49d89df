"""Whether two squares are one move apart, decided from their coordinates alone.

A surface is a plane tiled by copies of its board: a move leads from a square to a copy of another square. So the
test unfolds one square into its copies and compares differences, where the move graph folds the target of every
direction: two independent ways to the same answer.
"""

from __future__ import annotations

from collections.abc import Iterator

import numpy as np
from numpy.typing import NDArray

from engine.boards.board import Board

Copy = tuple[tuple[int, ...], tuple[int, ...]]
"""Signs and shift: the copy of a square at x lies at signs * x + shift."""


def one_move_apart(
    board: Board, piece: tuple[int, ...], first: NDArray[np.integer], second: NDArray[np.integer]
) -> NDArray[np.bool_]:
    """Return, for squares `first[i]` and `second[i]` (numbers, same length), whether a move joins them."""
    dimensions = board.coordinates.shape[1]
    wanted = sorted(abs(part) for part in tuple(piece) + (0,) * (dimensions - len(piece)))
    joined = np.zeros(len(first), dtype=bool)
    for signs, shift in copies(board, wanted[-1]):
        todo = np.flatnonzero(~joined) if joined.any() else slice(None)
        joined[todo] = _is_leap(_differences(board, first[todo], second[todo], signs, shift), wanted)
        if joined.all():
            break
    return np.asarray(joined & (first != second))


def _differences(
    board: Board,
    first: NDArray[np.integer],
    second: NDArray[np.integer],
    signs: tuple[int, ...],
    shift: tuple[int, ...],
) -> list[NDArray[np.int32]]:
    """Return per dimension how far, without sign, `first` is from this copy of `second`."""
    differences = []
    for axis, (sign, offset) in enumerate(zip(signs, shift, strict=True)):
        coordinate = board.coordinates[:, axis]
        end = coordinate[second] if sign > 0 else -coordinate[second]
        differences.append(np.abs(end - coordinate[first] + np.int32(offset)))
    return differences


def _is_leap(sizes: list[NDArray[np.int32]], wanted: list[int]) -> NDArray[np.bool_]:
    """Whether the sizes, taken across the dimensions, are the components `wanted` in some order."""
    if len(sizes) == 2:
        # Two numbers are known by their sum and their larger one: far quicker than sorting pairs.
        leap: NDArray[np.bool_] = (sizes[0] + sizes[1] == sum(wanted)) & (np.maximum(*sizes) == wanted[1])
        return leap
    return np.asarray(np.all(np.sort(np.stack(sizes), axis=0) == np.array(wanted)[:, None], axis=0))


def copies(board: Board, reach: int) -> Iterator[Copy]:
    """Yield the copies of the board near enough for a leap of at most `reach` a side; the board itself first."""
    if board.surface in ("flat", "box"):
        yield (1,) * len(board.shape), (0,) * len(board.shape)
        return
    rows, columns = board.shape
    down, across = (-(-reach // side) for side in (rows, columns))
    wraps_down = board.surface in ("torus", "klein", "projective")
    for i in _outward(down if wraps_down else 0):
        for j in _outward(across):
            yield _copy(board.surface, rows, columns, i, j)


def _outward(limit: int) -> list[int]:
    return sorted(range(-limit, limit + 1), key=abs)


def _copy(surface: str, rows: int, columns: int, i: int, j: int) -> Copy:
    """Return the copy `i` boards down of the copy `j` boards across."""
    mirrored_rows = surface in ("moebius", "klein", "projective") and j % 2 == 1
    mirrored_columns = surface == "projective" and i % 2 == 1
    down = i * rows + (rows + 1 if mirrored_rows else 0)
    across = columns + 1 - j * columns if mirrored_columns else j * columns
    return (-1 if mirrored_rows else 1, -1 if mirrored_columns else 1), (down, across)
