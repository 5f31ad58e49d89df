"""Slow, obvious twins of the constructions: plain Python, standard library only."""

from __future__ import annotations

from collections.abc import Sequence

KNIGHT = [(-2, 1), (-1, 2), (1, 2), (2, 1), (2, -1), (1, -2), (-1, -2), (-2, -1)]

Square = tuple[int, int]


def knight_neighbours(rows: int, columns: int, square: Square) -> list[Square]:
    """Return the squares one knight move away, clockwise; rows and columns count from 0."""
    row, column = square
    reached = [(row + down, column + right) for down, right in KNIGHT]
    return [(r, c) for r, c in reached if 0 <= r < rows and 0 <= c < columns]


def fault(rows: int, columns: int, path: Sequence[int], *, closed: bool) -> str | None:
    """Return the first thing wrong with a tour given by square numbers; None for a tour."""
    squares = [divmod(int(number), columns) for number in path]
    if len(squares) != rows * columns:
        return f"{len(squares)} squares of {rows * columns}"
    if set(squares) != {(r, c) for r in range(rows) for c in range(columns)}:
        return "a square is missing"
    steps = list(zip(squares, squares[1:] + squares[:1] if closed else squares[1:], strict=False))
    for (r, c), (s, d) in steps:
        if sorted((abs(r - s), abs(c - d))) != [1, 2]:
            return f"no move from {(r, c)} to {(s, d)}"
    return None


def warnsdorff_choices(rows: int, columns: int, visited: Sequence[Square]) -> dict[Square, int]:
    """Return each square the knight may step to from the last visited one, with its number of onward moves."""
    seen = set(visited)
    return {
        square: sum(onward not in seen for onward in knight_neighbours(rows, columns, square))
        for square in knight_neighbours(rows, columns, visited[-1])
        if square not in seen
    }


def ordered_walk(rows: int, columns: int, stages: Sequence[tuple[str, Square | None]]) -> list[Square]:
    """Return the walk from the corner by Warnsdorff's rule and move orderings; switch squares count from 1."""
    visited = [(0, 0)]
    stage = 0
    while True:
        row, column = visited[-1]
        if stages[stage][1] == (row + 1, column + 1):
            stage += 1
        choices = warnsdorff_choices(rows, columns, visited)
        if not choices:
            return visited
        least = min(choices.values())
        moves = (KNIGHT[int(digit) - 1] for digit in stages[stage][0])
        visited.append(next(s for s in ((row + d, column + r) for d, r in moves) if choices.get(s) == least))


def has_path(neighbours: Sequence[Sequence[int]], start: int, end: int) -> bool:
    """Whether a Hamiltonian path leads from start to end, by dynamic programming over sets of squares."""
    size = len(neighbours)
    layer = {(1 << start, start)}
    for _ in range(size - 1):
        layer = {
            (seen | 1 << after, after) for seen, here in layer for after in neighbours[here] if not seen >> after & 1
        }
    return ((1 << size) - 1, end) in layer
