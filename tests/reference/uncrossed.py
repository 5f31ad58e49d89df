"""Longest uncrossed paths by trying every path, with segments compared as fractions: slow and obvious."""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from fractions import Fraction
from itertools import pairwise

Square = tuple[int, int]
Move = tuple[Square, Square]
Path = tuple[Square, ...]


def leaps(squares: Sequence[Square], piece: tuple[int, int]) -> dict[Square, list[Square]]:
    """Return the squares one move from each."""
    return {a: [b for b in squares if sorted((abs(a[0] - b[0]), abs(a[1] - b[1]))) == sorted(piece)] for a in squares}


def cross(one: Move, other: Move) -> bool:
    """Whether two segments have a point in common that is not an end of both."""
    return any(point not in one or point not in other for point in common_points(one, other))


def common_points(one: Move, other: Move) -> list[tuple[Fraction, Fraction] | Square]:
    """Return the point where two segments meet or, if they are parallel, the ends that lie on both."""
    (ay, ax), (by, bx) = one
    (cy, cx), (dy, dx) = other
    turn = (by - ay) * (dx - cx) - (bx - ax) * (dy - cy)
    if turn == 0:
        return [point for point in (*one, *other) if lies_on(point, one) and lies_on(point, other)]
    share = Fraction((cy - ay) * (dx - cx) - (cx - ax) * (dy - cy), turn)
    point = (ay + share * (by - ay), ax + share * (bx - ax))
    return [point] if lies_on(point, one) and lies_on(point, other) else []


def lies_on(point: tuple[Fraction, Fraction] | Square, segment: Move) -> bool:
    """Whether a point lies on a segment."""
    (ay, ax), (by, bx) = segment
    y, x = point
    if (by - ay) * (x - ax) != (bx - ax) * (y - ay):
        return False
    return min(ay, by) <= y <= max(ay, by) and min(ax, bx) <= x <= max(ax, bx)


def uncrossed_paths(squares: Sequence[Square], piece: tuple[int, int], *, closed: bool) -> Iterator[Path]:
    """Yield every directed path or, with its first square again at the end, every cycle from each of its squares."""
    near = leaps(squares, piece)
    crossing: dict[tuple[Move, Move], bool] = {}

    def free(moves: list[Move], move: Move) -> bool:
        for other in moves:
            if (other, move) not in crossing:
                crossing[other, move] = cross(other, move)
            if crossing[other, move]:
                return False
        return True

    def grow(path: list[Square]) -> Iterator[Path]:
        moves = list(pairwise(path))
        if not closed:
            yield tuple(path)
        for square in near[path[-1]]:
            if not free(moves, (path[-1], square)):
                continue
            if square not in path:
                yield from grow([*path, square])
            elif closed and square == path[0] and len(path) > 2:
                yield (*path, square)

    for square in squares:
        yield from grow([square])


def longest(squares: Sequence[Square], piece: tuple[int, int], *, closed: bool) -> tuple[int | None, int]:
    """Return the moves of a longest path, None where there is none, and the number of such paths, undirected."""
    by_length: dict[int, set[frozenset[frozenset[Square]]]] = {}
    for path in uncrossed_paths(squares, piece, closed=closed):
        moves = frozenset(frozenset(move) for move in pairwise(path))
        by_length.setdefault(len(moves), set()).add(moves)
    if not by_length:
        return None, 0
    most = max(by_length)
    return most, len(by_length[most]) if most else len(squares)
