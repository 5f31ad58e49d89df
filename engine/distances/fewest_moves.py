"""The fewest moves on an unbounded board: the non-negative integer combination of directions of smallest sum."""

from __future__ import annotations

from collections.abc import Sequence

import numpy as np
from numpy.typing import NDArray
from scipy.optimize import Bounds, LinearConstraint, milp


def fewest_moves(directions: Sequence[Sequence[int]], displacement: Sequence[int]) -> NDArray[np.int64] | None:
    """Return how often each direction is taken, int64 (directions,): x >= 0 with A x = b and the smallest sum.

    None where the displacement cannot be made. Solved as an integer program by branch and bound with no gap allowed;
    the solution found is checked in exact integers.
    """
    matrix = np.array(directions, dtype=np.int64).T
    wanted = np.array(displacement, dtype=np.int64)
    found = milp(
        c=np.ones(matrix.shape[1]),
        constraints=LinearConstraint(matrix, wanted, wanted),
        integrality=np.ones(matrix.shape[1]),
        bounds=Bounds(0, np.inf),
        options={"mip_rel_gap": 0},
    )
    if found.x is None:
        return None
    counts: NDArray[np.int64] = np.rint(found.x).astype(np.int64)
    if not np.array_equal(matrix @ counts, wanted):
        raise ArithmeticError("the solver's rounded solution does not make the displacement")
    return counts
