"""Moves as vectors: all integer combinations of a piece's directions that make a given displacement.

On an unbounded board a walk is, up to the order of its moves, a non-negative integer solution x of A x = b, where the
columns of A are the directions and b is the displacement. The column Hermite normal form A U = [H 0] (U unimodular)
gives every integer solution: x = particular + any integer combination of the columns of U over the zeros.
"""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass

Vector = list[int]


@dataclass(frozen=True)
class GeneralSolution:
    """Every integer solution of A x = b: `particular` plus integer combinations of the rows of `kernel`."""

    particular: Vector
    kernel: list[Vector]


def general_solution(directions: Sequence[Sequence[int]], displacement: Sequence[int]) -> GeneralSolution | None:
    """Return all integer solutions, None where no walk of the piece makes the displacement."""
    columns = [list(direction) for direction in directions]
    transform = [[int(i == j) for j in range(len(columns))] for i in range(len(columns))]
    pivots = _reduce(columns, transform, len(displacement))
    rest, particular = list(displacement), [0] * len(columns)
    for index, row in enumerate(pivots):
        factor, remainder = divmod(rest[row], columns[index][row])
        if remainder:
            return None
        rest = [a - factor * b for a, b in zip(rest, columns[index], strict=True)]
        particular = [a + factor * b for a, b in zip(particular, transform[index], strict=True)]
    if any(rest):
        return None
    return GeneralSolution(particular, transform[len(pivots) :])


def _reduce(columns: list[Vector], transform: list[Vector], dimensions: int) -> list[int]:
    """Bring the columns, in place, to echelon form by unimodular steps; return the row of each pivot.

    transform[j] holds the integer combination of the directions that makes columns[j].
    """
    pivots: list[int] = []
    for row in range(dimensions):
        rank = len(pivots)
        while True:
            candidates = [j for j in range(rank, len(columns)) if columns[j][row]]
            if not candidates:
                break
            smallest = min(candidates, key=lambda j: abs(columns[j][row]))
            for table in (columns, transform):
                table[rank], table[smallest] = table[smallest], table[rank]
            others = [j for j in range(rank + 1, len(columns)) if columns[j][row]]
            if not others:
                pivots.append(row)
                break
            for j in others:
                factor = columns[j][row] // columns[rank][row]
                for table in (columns, transform):
                    table[j] = [a - factor * b for a, b in zip(table[j], table[rank], strict=True)]
    return pivots
