"""The slow, obvious twin of the sweep along a strip: each board of the family by itself, by a dictionary of states."""

from __future__ import annotations

from collections.abc import Sequence
from itertools import permutations, product

from tests.reference.frontier import count_cycles

Square = tuple[int, int]


def moves(rows: int, columns: int, piece: Sequence[int], *, ring: bool) -> list[list[int]]:
    """Return the neighbours of each square, column after column; a ring's rows are glued."""
    components = [0] * (2 - len(piece)) + list(piece)
    leaps = {
        (down * one, right * other)
        for down, right in permutations(components)
        for one, other in product((1, -1), repeat=2)
    }
    table = []
    for column, row in product(range(columns), range(rows)):
        reached = set()
        for down, right in leaps:
            to, there = (row + down) % rows if ring else row + down, column + right
            if 0 <= to < rows and 0 <= there < columns and (to, there) != (row, column):
                reached.add(there * rows + to)
        table.append(sorted(reached))
    return table


def count_tours(rows: int, columns: int, piece: Sequence[int], *, ring: bool, paths: bool) -> int:
    """Count the undirected cycles, or the undirected paths: cycles through an extra square adjacent to all others."""
    table = moves(rows, columns, piece, ring=ring)
    if not paths:
        return count_cycles(table)
    apex = len(table)
    return count_cycles([[*row, apex] for row in table] + [list(range(apex))])
