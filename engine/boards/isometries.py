"""The isometries of each surface, as permutations of a board's squares, one at a time.

An isometry is a signed permutation of the axes followed, where sides are glued, by a translation. Only isometries that
respect the gluing of the surface and the lengths of the sides are listed, each permutation of the full grid once.
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
    return board.joining.shifts(_sides(board))


def _mirrors(board: Board) -> list[tuple[bool, ...]]:
    """Return, per axis, whether it stays or is mirrored; a mirror image that is a shift as well is left out."""
    choices: list[tuple[bool, ...]] = []
    sides, joining = _sides(board), board.joining
    for axis, (side, shifts) in enumerate(zip(sides, _shifts(board), strict=True)):
        reversing = any(axis in joining.reversers(other, len(sides)) for other, long in enumerate(sides) if long > 1)
        needed = side > 2 or (side == 2 and (len(shifts) == 1 or reversing))
        choices.append((False, True) if needed or board.joining.folded else (False,))
    return choices


def _exchangeable(board: Board) -> list[list[int]]:
    """Return the groups of axes of equal length that play the same part.

    Those of length 1 are left out, as exchanging them moves nothing.
    """
    sides, joining = _sides(board), board.joining
    kinds = [(side, joining.part(axis, len(sides))) for axis, side in enumerate(sides)]
    required = sorted({kind for kind in kinds if kind[0] > 1 or joining.folded})
    return [[axis for axis, kind in enumerate(kinds) if kind == one] for one in required]


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


def images(board: Board) -> Iterator[NDArray[np.int32]]:
    """Yield where the isometries take the squares, the identity first.

    Each array, int32 (k, size), holds the isometries that differ by a shift only. Isometries that do not respect the
    removed squares are left out.
    """
    same = tuple(range(len(_sides(board))))
    stay = tuple(False for _ in same)
    shifts = np.stack([permutation(board, Isometry(same, stay, shift)) for shift in product(*_shifts(board))])
    still = tuple(0 for _ in same)
    mirrors = [permutation(board, Isometry(same, mirrored, still)) for mirrored in product(*_mirrors(board))]
    for axes in _exchanges(board):
        exchange = permutation(board, Isometry(axes, stay, still))
        for mirror in mirrors:
            found = shifts[:, mirror[exchange]]
            if board.present is not None:
                found = board.numbers.reshape(-1)[found[:, board.cells]]
                found = found[(found >= 0).all(axis=1)]
            yield found


def isometry_count(board: Board) -> int:
    """Return how many isometries there are where no square is removed, without listing them."""
    exchanges = prod(factorial(len(group)) for group in _exchangeable(board))
    return exchanges * prod(map(len, _mirrors(board))) * prod(map(len, _shifts(board)))


def generators(board: Board) -> list[Isometry]:
    """Return generators of all isometries, with powers of two of each translation, so that orbits close quickly."""
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


def permutation(board: Board, isometry: Isometry) -> NDArray[np.int32]:
    """Return int32 (cells,): where each cell of the full grid goes, removed squares included."""
    return _cube_image(board, isometry) if board.joining.folded else _grid_image(board, isometry)


def _grid_image(board: Board, isometry: Isometry) -> NDArray[np.int32]:
    cells = np.arange(prod(board.shape), dtype=np.int32).reshape(board.shape)
    mirrored = tuple(axis for axis, reverse in enumerate(isometry.mirrored) if reverse)
    image = np.transpose(np.flip(cells, mirrored), np.argsort(isometry.axes)).reshape(-1)
    if any(isometry.shift):
        image = glued_targets(board.surface, board.shape, isometry.shift).reshape(-1)[image]
    return image


def _cube_image(board: Board, isometry: Isometry) -> NDArray[np.int32]:
    side = board.shape[1]
    points = cube_points(side)[:, list(isometry.axes)]
    return cells_at(np.where(isometry.mirrored, 2 * side - points, points), side)
