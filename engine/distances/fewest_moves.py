"""The fewest moves on an unbounded board: the non-negative integer combination of directions of smallest sum."""

from __future__ import annotations

import math
from collections.abc import Sequence
from dataclasses import dataclass

import numpy as np
from numpy.typing import NDArray

from engine.distances.lattice import general_solution

MAX_SECONDS = 10.0
"""The hardest displacements of pieces with hundreds of directions are left unproved after this time."""


@dataclass(frozen=True)
class Combination:
    """How often each direction is taken.

    counts: int64 (directions,), None where the time ended before any combination was found. lower_bound: no
    combination has a smaller sum; equal to the sum where the smallest is proved.
    """

    counts: NDArray[np.int64] | None
    lower_bound: int


def fewest_moves(
    directions: Sequence[Sequence[int]], displacement: Sequence[int], seconds: float = MAX_SECONDS
) -> Combination | None:
    """Return x >= 0 with A x = b and the smallest sum that was found in the time; None where there is no such x.

    Every direction's opposite must be a direction too: then x exists where any integer solution does, which is decided
    first, as branch and bound never ends where there is none. Its solution is checked in exact integers.
    """
    if general_solution(directions, displacement) is None:
        return None
    from scipy.optimize import Bounds, LinearConstraint, milp  # noqa: PLC0415  slow to load, and few questions need it

    matrix = np.array(directions, dtype=np.int64).T
    required = np.array(displacement, dtype=np.int64)
    found = milp(
        c=np.ones(matrix.shape[1]),
        constraints=LinearConstraint(matrix, required, required),
        integrality=np.ones(matrix.shape[1]),
        bounds=Bounds(0, np.inf),
        options={"mip_rel_gap": 0, "time_limit": seconds},
    )
    bound = _whole_bound(found.mip_dual_bound)
    if found.x is None:
        return Combination(None, bound)
    counts: NDArray[np.int64] = np.rint(found.x).astype(np.int64)
    if not np.array_equal(matrix @ counts, required):
        raise ArithmeticError("the solver's rounded solution does not make the displacement")
    return Combination(counts, int(counts.sum()) if found.status == 0 else min(bound, int(counts.sum())))


def _whole_bound(bound: float | None) -> int:
    """Return the solver's bound as a whole number; 0 where it has none yet."""
    if bound is None or not math.isfinite(bound):
        return 0
    # Rounding errors of the floating sums stay far below 1e-6; sums are whole numbers.
    return max(0, math.ceil(bound - 1e-6))
