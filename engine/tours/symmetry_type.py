"""The symmetry type of a tour: in words, which symmetries of its board map it onto itself."""

from __future__ import annotations

from collections.abc import Sequence

import numpy as np
from numpy.typing import NDArray

from engine.boards.board import Board
from engine.boards.symmetry import symmetries
from engine.tours.canonical import fixing_symmetries

PLANE = {
    "identity": ((1, 0), (0, 1)),
    "rotation90": ((0, 1), (-1, 0)),
    "rotation180": ((-1, 0), (0, -1)),
    "rotation270": ((0, -1), (1, 0)),
    "mirror-rows": ((-1, 0), (0, 1)),
    "mirror-columns": ((1, 0), (0, -1)),
    "mirror-diagonal": ((0, 1), (1, 0)),
    "mirror-antidiagonal": ((0, -1), (-1, 0)),
}
"""The symmetries of a rectangle as matrices on (row, column) about its centre; rotations are clockwise."""


def symmetry_type(board: Board, canonical: NDArray[np.integer], group: NDArray[np.int32], *, closed: bool) -> str:
    """Return the type of a class, given its canonical form, so that all tours of the class have the same.

    "none" where only the identity maps the tour onto itself. On a flat board the names of the other symmetries that
    do ("rotation180"), joined by "+"; the rotations by quarter turns count as "rotation90". On other surfaces
    "order" and the number of symmetries, the identity included ("order2").
    """
    return type_name(board, group[fixing_symmetries(canonical, group, closed=closed)])


def type_name(board: Board, fixing: NDArray[np.int32]) -> str:
    """Return the type of tours that these symmetries of the board, the identity among them, map onto themselves."""
    if len(fixing) == 1:
        return "none"
    if board.surface != "flat":
        return f"order{len(fixing)}"
    names = [name for name in plane_names(board, fixing) if name != "identity"]
    if "rotation90" in names:
        names = [name for name in names if name not in ("rotation180", "rotation270")]
    return "+".join(sorted(names))


def plane_names(board: Board, group: NDArray[np.int32]) -> Sequence[str]:
    """Return the name of each symmetry of a flat board, a key of PLANE.

    A board of one row or column has fewer symmetries than names; the first fitting name is taken.
    """
    centred = _centre_coordinates(board)
    return [_plane_name(centred, centred[symmetry]) for symmetry in group]


def plane_symmetry(board: Board, name: str) -> NDArray[np.int32] | None:
    """Return the symmetry of a board that a key of PLANE names: int32 (size,), the square that each is taken to.

    On glued surfaces it is that of the rectangle as it is drawn. None where the board has no such symmetry, or where it
    leaves every square where it is.
    """
    if len(board.shape) != 2:
        return None
    centred = _centre_coordinates(board)
    images = centred @ np.array(PLANE[name]).T
    found = (one for one in symmetries(board)[1:] if np.array_equal(centred[one], images))
    return next(found, None)


def _centre_coordinates(board: Board) -> NDArray[np.int32]:
    """Return twice the coordinates of each square, from the centre of all of them."""
    centred: NDArray[np.int32] = 2 * board.coordinates - (board.coordinates.max(axis=0) + board.coordinates.min(axis=0))
    return centred


def _plane_name(squares: NDArray[np.int32], images: NDArray[np.int32]) -> str:
    for name, matrix in PLANE.items():
        if np.array_equal(squares @ np.array(matrix).T, images):
            return name
    raise ValueError("not a symmetry of the plane")
