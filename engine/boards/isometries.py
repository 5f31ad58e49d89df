"""The isometries of each surface, as permutations of a board's squares, one at a time.

An isometry is a signed permutation of the axes followed, where sides are glued, by a translation. Only those are
listed that respect the gluing of the surface and the lengths of the sides, each permutation of the full grid once.
"""

from __future__ import annotations

from collections.abc import Iterator
from itertools import pairwise, permutations, product
from math import factorial, prod
from typing import NamedTuple

import numpy as np
from numpy.typing import NDArray

from engine.boards.board import Board
from engine.boards.surfaces.cube import cells_at, cube_points
from engine.boards.surfaces.glued import glued_targets


class Isometry(NamedTuple):
    """The cell x goes to y with y[k] = x[axes[k]], counted from the other end where mirrored, then shifted.

    On the surface of a cube the axes are those of space, and there is no shift.
    """

    axes: tuple[int, ...]
    mirrored: tuple[bool, ...]
    shift: tuple[int, ...]


def _sides(board: Board) -> tuple[int, ...]:
    return (board.shape[1],) * 3 if board.joining.folded else board.shape


def _shifts(board: Board) -> list[range]:
    """Return, per axis, the shifts that respect the gluing."""
    if not board.joining.glued:
        return [range(1) for _ in _sides(board)]
    return list(board.joining.shifts(*board.shape))


def _mirrors(board: Board) -> list[tuple[bool, ...]]:
    """Return, per axis, whether it stays or is mirrored; a mirror image that is a shift as well is left out."""
    choices: list[tuple[bool, ...]] = []
    for axis, (side, shifts) in enumerate(zip(_sides(board), _shifts(board), strict=True)):
        reversing = axis == 1 and board.joining.reverse_rows and board.shape[0] > 1
        needed = side > 2 or (side == 2 and (len(shifts) == 1 or reversing))
        choices.append((False, True) if needed or board.joining.folded else (False,))
    return choices


def _exchangeable(board: Board) -> list[list[int]]:
    """Return the groups of axes of equal length; those of length 1 are left out, as exchanging them moves nothing."""
    if not board.joining.exchangeable:
        return []
    sides = _sides(board)
    lengths = sorted({side for side in sides if side > 1 or board.joining.folded})
    return [[axis for axis, side in enumerate(sides) if side == length] for length in lengths]


def _exchanges(board: Board) -> Iterator[tuple[int, ...]]:
    """Yield the permutations of the axes that exchange axes of equal length."""
    groups = _exchangeable(board)
    for images in product(*(permutations(group) for group in groups)):
        axes = list(range(len(_sides(board))))
        for group, image in zip(groups, images, strict=True):
            for axis, other in zip(group, image, strict=True):
                axes[axis] = other
        yield tuple(axes)


def _swaps(board: Board) -> Iterator[tuple[int, ...]]:
    """Yield the exchanges of two neighbours of each group, which make up all others."""
    for group in _exchangeable(board):
        for first, second in pairwise(group):
            axes = list(range(len(_sides(board))))
            axes[first], axes[second] = second, first
            yield tuple(axes)


def isometries(board: Board) -> Iterator[Isometry]:
    """Yield every isometry, the identity first."""
    for axes in _exchanges(board):
        for mirrored in product(*_mirrors(board)):
            for shift in product(*_shifts(board)):
                yield Isometry(axes, mirrored, shift)


def isometry_count(board: Board) -> int:
    """Return how many `isometries` yields, without listing them."""
    exchanges = prod(factorial(len(group)) for group in _exchangeable(board))
    return exchanges * prod(map(len, _mirrors(board))) * prod(map(len, _shifts(board)))


def generators(board: Board) -> list[Isometry]:
    """Return isometries that generate all others; of a translation its powers of two, so that orbits close quickly."""
    same = tuple(range(len(_sides(board))))
    stay, still = tuple(False for _ in same), tuple(0 for _ in same)
    found = [Isometry(axes, stay, still) for axes in _swaps(board)]
    for axis, (mirrors, shifts) in enumerate(zip(_mirrors(board), _shifts(board), strict=True)):
        if len(mirrors) == 2:
            found.append(Isometry(same, tuple(other == axis for other in same), still))
        power = 1
        while power < len(shifts):
            found.append(Isometry(same, stay, tuple(shifts[power] if other == axis else 0 for other in same)))
            power *= 2
    return found


def permutation(board: Board, isometry: Isometry) -> NDArray[np.int32] | None:
    """Return int32 (size,): where each square goes; None where the isometry does not respect the removed squares."""
    image = _cube_image(board, isometry) if board.joining.folded else _grid_image(board, isometry)
    if board.present is None:
        return image
    moved = board.numbers.reshape(-1)[image[board.cells]]
    return None if (moved < 0).any() else moved


def _grid_image(board: Board, isometry: Isometry) -> NDArray[np.int32]:
    """Return int32 (cells,): where each cell of the full grid goes."""
    cells = np.arange(prod(board.shape), dtype=np.int32).reshape(board.shape)
    mirrored = tuple(axis for axis, reverse in enumerate(isometry.mirrored) if reverse)
    image = np.transpose(np.flip(cells, mirrored), np.argsort(isometry.axes)).reshape(-1)
    if any(isometry.shift):
        rows, columns = isometry.shift
        image = glued_targets(board.surface, (board.shape[0], board.shape[1]), (rows, columns)).reshape(-1)[image]
    return image


def _cube_image(board: Board, isometry: Isometry) -> NDArray[np.int32]:
    side = board.shape[1]
    points = cube_points(side)[:, list(isometry.axes)]
    return cells_at(np.where(isometry.mirrored, 2 * side - points, points), side)
