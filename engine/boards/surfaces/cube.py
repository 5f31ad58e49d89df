"""The surface of a cube: six faces of n x n squares; a leap crosses an edge as if both faces lay in one plane.

The faces, as the net is unfolded (each with its rows from the top and its columns from the left):

        1              top
      2 3 4 5          left, front, right, back
        6              bottom

A leap is two legs at a right angle. Near a corner of the cube the order of the legs matters; both orders count.
Squares are handled as points of space: the cube spans 0..2n, the centre of a square has odd coordinates but for
one, which is 0 or 2n.
"""

from __future__ import annotations

import numpy as np
from numpy.typing import NDArray

Vectors = NDArray[np.int64]

# Per face: the corner of its square (1, 1) in units of the cube's side, the direction in which rows grow, the
# direction in which columns grow; x points right, y down, z away from the viewer of the front face.
FACES = np.array(
    [
        [[0, 0, 1], [0, 0, -1], [1, 0, 0]],
        [[0, 0, 1], [0, 1, 0], [0, 0, -1]],
        [[0, 0, 0], [0, 1, 0], [1, 0, 0]],
        [[1, 0, 0], [0, 1, 0], [0, 0, 1]],
        [[1, 0, 1], [0, 1, 0], [-1, 0, 0]],
        [[0, 1, 0], [0, 0, 1], [1, 0, 0]],
    ],
    dtype=np.int64,
)


def cube_points(side: int) -> Vectors:
    """Return int64 (6 n^2, 3): the centre of every square, in the order of the squares' numbers."""
    corner, down, right = FACES[:, 0] * 2 * side, FACES[:, 1], FACES[:, 2]
    odd = 2 * np.arange(side) + 1
    points: Vectors = (
        corner[:, None, None, :]
        + down[:, None, None, :] * odd[None, :, None, None]
        + right[:, None, None, :] * odd[None, None, :, None]
    )
    return points.reshape(-1, 3)


def cells_at(points: Vectors, side: int) -> NDArray[np.int32]:
    """Return int32: the number of the square centred on each of `points`; every point must be such a centre."""
    base = 2 * side + 1
    weights = np.array([1, base, base * base], dtype=np.int64)
    keys = cube_points(side) @ weights
    order = np.argsort(keys)
    return order[np.searchsorted(keys[order], points @ weights)].astype(np.int32)


def _walk(points: Vectors, ahead: Vectors, up: Vectors, steps: int, side: int) -> tuple[Vectors, Vectors, Vectors]:
    """Go `steps` squares straight ahead; over an edge of the cube `ahead` turns down and `up` turns ahead."""
    for _ in range(steps % (4 * side)):  # straight ahead leads around the cube and back
        onward = points + 2 * ahead
        over = np.any((onward < 0) | (onward > 2 * side), axis=1)[:, None]
        points = np.where(over, points + ahead - up, onward)
        ahead, up = np.where(over, -up, ahead), np.where(over, ahead, up)
    return points, ahead, up


def cube_targets(side: int, direction: tuple[int, int]) -> list[NDArray[np.int32]]:
    """Return two int32 (6 n^2,) arrays: where the leap ends from each square, row leg first and column leg first."""
    down, right = (np.repeat(FACES[:, axis], side * side, axis=0) for axis in (1, 2))
    legs = [(down * np.sign(direction[0]), abs(direction[0])), (right * np.sign(direction[1]), abs(direction[1]))]
    targets = []
    for (first, first_steps), (second, second_steps) in (legs, legs[::-1]):
        outward = np.cross(down, right)
        # The second leg's direction lies along every edge that the first leg crosses: it needs no turning.
        points, _, up = _walk(cube_points(side), first, outward, first_steps, side)
        points, _, _ = _walk(points, second, up, second_steps, side)
        targets.append(cells_at(points, side))
    return targets
