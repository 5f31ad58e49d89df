"""Tours by satisfiability: which square is visited when, as clauses for the solver CaDiCaL."""

from __future__ import annotations

from collections.abc import Mapping
from itertools import combinations

from pysat.solvers import Solver

from tests.oracles.boards import OtherBoard, neighbours


class Positions:
    """Clauses of the tours of a board: variable (square, time) is true if the square is visited at that time."""

    def __init__(self, board: OtherBoard, *, closed: bool) -> None:
        """Write the clauses; times count from 0."""
        size = len(board.squares)
        self._size = size
        self._solver = Solver(name="cadical153")
        near = neighbours(board)
        for fixed in range(size):
            self._one_of([self._at(fixed, time) for time in range(size)])
            self._one_of([self._at(square, fixed) for square in range(size)])
        for square, time in ((square, time) for square in range(size) for time in range(size)):
            if time + 1 < size or closed:
                after = [self._at(other, (time + 1) % size) for other in sorted(near[square])]
                self._solver.add_clause([-self._at(square, time), *after])

    def solve(self, givens: Mapping[int, int] | None = None) -> list[int] | None:
        """Return the squares of a tour in order, with the given times of squares; None if there is none."""
        times = {} if givens is None else givens
        if not self._solver.solve(assumptions=[self._at(square, time) for square, time in times.items()]):
            return None
        true = {literal for literal in self._solver.get_model() if literal > 0}
        return [
            next(square for square in range(self._size) if self._at(square, time) in true) for time in range(self._size)
        ]

    def forbid(self, tour: list[int]) -> None:
        """Exclude this tour from the solutions."""
        self._solver.add_clause([-self._at(square, time) for time, square in enumerate(tour)])

    def _at(self, square: int, time: int) -> int:
        return 1 + square * self._size + time

    def _one_of(self, variables: list[int]) -> None:
        self._solver.add_clause(variables)
        for one, other in combinations(variables, 2):
            self._solver.add_clause([-one, -other])
