"""The general integer solution of A x = b is complete and correct."""

from __future__ import annotations

from itertools import product

import numpy as np
import pytest
from hypothesis import given
from hypothesis import strategies as st

from engine.boards.piece import directions_of
from engine.distances.lattice import general_solution


@given(
    st.sampled_from([((1, 2), 2), ((1, 3), 2), ((2, 3), 2), ((1, 1), 2), ((1, 2, 3), 3), ((1, 2), 3), ((2, 2), 2)]),
    st.lists(st.integers(-50, 50), min_size=3, max_size=3),
)
def test_solutions_solve(case: tuple[tuple[int, ...], int], target: list[int]) -> None:
    """The particular solution makes the displacement, the kernel's rows make nothing and are n - d in number."""
    piece, dimensions = case
    directions = directions_of(piece, dimensions)
    matrix = np.array(directions).T
    solution = general_solution(directions, target[:dimensions])
    if solution is not None:
        assert (matrix @ np.array(solution.particular)).tolist() == target[:dimensions]
        assert not (matrix @ np.array(solution.kernel).T).any()
        assert len(solution.kernel) == len(directions) - dimensions


@pytest.mark.parametrize(
    ("piece", "solvable"),
    [
        ((1, 2), lambda _r, _c: True),
        ((1, 3), lambda r, c: (r + c) % 2 == 0),
        ((2, 2), lambda r, c: r % 2 == c % 2 == 0 and (r + c) % 4 == 0),
    ],
)
def test_what_can_be_made(piece, solvable) -> None:  # type: ignore[no-untyped-def]  # noqa: ANN001  a lambda
    """A knight makes every displacement, a (1,3)-leaper the even ones, a (2,2)-leaper the doubly even ones."""
    directions = directions_of(piece, 2)
    for row, column in product(range(-5, 6), repeat=2):
        assert (general_solution(directions, (row, column)) is not None) == solvable(row, column)


def test_the_kernel_holds_every_solution() -> None:
    """Every small integer relation between the knight's moves is an integer combination of the kernel's rows."""
    directions = directions_of((1, 2), 2)
    solution = general_solution(directions, (0, 0))
    assert solution is not None
    basis = np.array(solution.kernel).T
    matrix = np.array(directions).T
    for relation in product((-1, 0, 1), repeat=8):
        if not (matrix @ relation).any():
            factors = np.rint(np.linalg.lstsq(basis, np.array(relation), rcond=None)[0])
            assert (basis @ factors).tolist() == list(relation)
