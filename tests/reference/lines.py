"""Slow and obvious: a tour as segments of the plane, each examined by itself, in whole numbers."""

from __future__ import annotations

from collections import Counter
from fractions import Fraction
from itertools import combinations, groupby, pairwise
from math import acos, degrees, floor, hypot

Point = tuple[int, int]
Segment = tuple[Point, Point]


def line_of(squares: list[Point], *, closed: bool) -> dict[str, int]:
    """Return the statistics of a tour, given its squares (row, column) in order."""
    stops = [*squares, squares[0]] if closed else squares
    segments = list(pairwise(stops))
    corners = [*pairwise(segments), *([(segments[-1], segments[0])] if closed and segments else [])]
    angles = Counter(_angle(before, after) for before, after in corners)
    found = {f"angle_{angle}": angles.pop(angle, 0) for angle in (37, 53, 90, 127, 143, 180)}
    assert not angles
    points = {"ene": (-1, 2), "nne": (-2, 1), "nnw": (-2, -1), "wnw": (-1, -2)}
    for name, (down, right) in points.items():
        found[f"moves_{name}"] = sum(_step(one) in ((down, right), (-down, -right)) for one in segments)
    found["turns"] = sum(_step(before) != _step(after) for before, after in corners)
    found["crossings"] = sum(cross(one, other) for one, other in combinations(segments, 2))
    steps = [_step(one) for one in segments]
    runs = [list(run) for _, run in groupby(2 * steps if closed else steps)]  # round twice: over the start, too
    found["straight_run"] = max(map(len, runs), default=0)
    found["turning_number"] = int(abs(sum(_eighths(_step(one), _step(other)) for one, other in corners)) / 8)
    found["swept_area"] = floor(abs(sum((Fraction(_cross(*side), 2) for side in _round(squares)), Fraction(0))))
    found["wedges"] = len({frozenset([(-_step(one)[0], -_step(one)[1]), _step(other)]) for one, other in corners})
    found["corner_type"] = corner_type(squares, closed=closed)
    return found


TYPES = (
    "NWt NEt SWt SEt",
    "NWt NEt SWt SEw",
    "NWt NEt SWw SEt",
    "NWt NEt SWw SEw",
    "NWt NEt SEt SWt",
    "NWt NEt SEt SWw",
    "NWt NEt SEw SWt",
    "NWt NEt SEw SWw",
    "NWt NEw SWt SEw",
    "NWt NEw SWw SEt",
    "NWt NEw SEt SWw",
    "NWt SWw NEt SEw",
    "NWt SWw SEt NEw",
)
"""The thirteen types: which corners follow each other, and whether each is entered by a tall or a wide move.

Each type is written as the first of all its descriptions, in the order NW, NE, SW, SE and t, w.
"""
ORDER = {name: place for place, name in enumerate("NW NE SW SE".split())}


def corner_type(squares: list[Point], *, closed: bool) -> int:
    """Return the type of how a closed tour joins the corners of a whole rectangle, by trying all images, else 0."""
    rows, columns = (max(axis) - min(axis) + 1 for axis in zip(*squares, strict=True))
    if not closed or min(rows, columns) < 3 or rows * columns != len(squares):
        return 0
    descriptions = []
    for turned in _images([(row - 1, column - 1) for row, column in squares], rows, columns):
        for tour in (turned, turned[::-1]):
            last = max(row for row, _ in tour), max(column for _, column in tour)
            corners = {(0, 0): "NW", (0, last[1]): "NE", (last[0], 0): "SW", last: "SE"}
            visits = [
                (corners[here], "t" if abs(here[0] - before[0]) == 2 else "w")
                for before, here in zip([tour[-1], *tour[:-1]], tour, strict=True)
                if here in corners
            ]
            descriptions += [visits[k:] + visits[:k] for k in range(4)]
    least = min(descriptions, key=lambda visits: [(ORDER[name], move) for name, move in visits])
    return 1 + TYPES.index(" ".join(name + move for name, move in least))


def _images(squares: list[Point], rows: int, columns: int) -> list[list[Point]]:
    """Return a tour of a board, counted from 0, and its mirror images, also those with rows and columns exchanged."""
    upright = [
        [(abs(down - row), abs(right - column)) for row, column in squares]
        for down in (0, rows - 1)
        for right in (0, columns - 1)
    ]
    return [*upright, *([(column, row) for row, column in image] for image in upright)]


def _round(squares: list[Point]) -> list[Segment]:
    """Return the sides of the polygon of the squares, with the one from the last back to the first."""
    return list(pairwise([*squares, squares[0]]))


def _cross(one: Point, other: Point) -> int:
    return one[0] * other[1] - one[1] * other[0]


def _eighths(before: Point, after: Point) -> int:
    """Return the steps from one knight's direction to another by the shorter way, counted anticlockwise."""
    compass = [(-1, 2), (-2, 1), (-2, -1), (-1, -2), (1, -2), (2, -1), (2, 1), (1, 2)]
    ways = [compass[(compass.index(before) + number) % 8] for number in range(-3, 4)]
    return ways.index(after) - 3


def _step(segment: Segment) -> Point:
    (row, column), (other_row, other_column) = segment
    return other_row - row, other_column - column


def _angle(before: Segment, after: Segment) -> int:
    """Return the angle between two successive segments in whole degrees."""
    one, other = _step((before[1], before[0])), _step(after)
    cosine = (one[0] * other[0] + one[1] * other[1]) / (hypot(*one) * hypot(*other))
    return round(degrees(acos(max(-1.0, cosine))))


def cross(one: Segment, other: Segment) -> bool:
    """Whether two segments that are not parallel share an inner point of both."""
    return _apart(one, *other) and _apart(other, *one)


def _apart(segment: Segment, first: Point, second: Point) -> bool:
    """Whether two points lie strictly on different sides of the line through a segment."""
    down, right = _step(segment)
    sides = [down * (column - segment[0][1]) - right * (row - segment[0][0]) for row, column in (first, second)]
    return min(sides) < 0 < max(sides)


def sums(grid: list[list[int]]) -> str:
    """Return what the numbers of a board are: magic, semimagic or neither."""
    rows, columns = {sum(row) for row in grid}, {sum(column) for column in zip(*grid, strict=True)}
    if len(rows) > 1 or len(columns) > 1:
        return "none"
    size = len(grid)
    if size != len(grid[0]):
        return "semimagic"
    diagonals = {sum(grid[k][k] for k in range(size)), sum(grid[k][size - 1 - k] for k in range(size))}
    return "magic" if diagonals == rows else "semimagic"
