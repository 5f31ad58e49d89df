"""The statistics of tours, against segments measured one by one and published tours."""

from __future__ import annotations

from itertools import combinations, product

import numpy as np
import pytest
from numpy.typing import NDArray

from engine.boards.labels import parse_board
from engine.boards.masks import board_from_rows
from engine.features import measure
from engine.features.measure import CROSSING, UPWARDS, crosses, line_statistics, magic, statistics_of
from engine.features.table import CORNERS, LINE, MAGIC, MAGIC_SQUARE, NONE, SEMIMAGIC, has_line, has_sums
from engine.kinds.enumerate.search.runner import SearchRunner
from engine.kinds.enumerate.search.shards import first_round
from engine.kinds.parse import parse_problem
from engine.kinds.running.shard_runner import Shard
from tests.reference.all_tours import all_tours, leaper_graph
from tests.reference.lines import TYPES, cross, line_of, sums

PRUNE = ["exits", "forced", "colour", "cycle"]

BEVERLEY = """
    1 30 47 52  5 28 43 54   48 51  2 29 44 53  6 27   31 46 49  4 25  8 55 42   50  3 32 45 56 41 26  7
   33 62 15 20  9 24 39 58   16 19 34 61 40 57 10 23   63 14 17 36 21 12 59 38   18 35 64 13 60 37 22 11
"""
"""The first semimagic knight's tour, by W. Beverley (Philosophical Magazine, 1848): rows and columns sum to 260."""


def closed_tours(label: str) -> NDArray[np.int32]:
    """Return every closed tour of a board once, by the search."""
    problem = parse_problem({"kind": "enumerate", "board": label, "tours": "closed", "store": "all", "prune": PRUNE})
    found = []
    for target in first_round(problem):
        runner = SearchRunner(Shard(problem, target.target))
        while not runner.is_finished:
            runner.step(1 << 24)
            found.append(runner.take_tours())
    return np.concatenate(found)


def walked(label: str, tours: NDArray[np.int32], *, closed: bool) -> list[list[int]]:
    """Return the statistics of tours, measured on their segments."""
    points = parse_board(label).coordinates.tolist()
    rows = [line_of([tuple(points[square]) for square in tour], closed=closed) for tour in tours.tolist()]
    return [[row[name] for name in LINE] for row in rows]


@pytest.mark.parametrize(
    ("label", "closed"), [("6x6", True), ("3x10", True), ("5x5", False), ("3x4", False), ("1x1", False)]
)
def test_tours_of_small_boards(label: str, *, closed: bool, monkeypatch: pytest.MonkeyPatch) -> None:
    """All statistics are those of the segments, in batches of any size, whether tours close or not."""
    board = parse_board(label)
    points = [tuple(square) for square in board.coordinates.tolist()]
    tours = closed_tours(label) if closed else np.array(list(all_tours(leaper_graph(points, (1, 2)), [0])), np.int32)
    some = tours[:: 1 + len(tours) // 300]
    monkeypatch.setattr(measure, "AT_ONCE", 7 * board.size)
    assert line_statistics(board, some, closed=closed).tolist() == walked(label, some, closed=closed)


def test_a_board_with_a_hole() -> None:
    """The statistics of a board with a hole are those of the segments."""
    board = board_from_rows(["####", "####", "####", ".###"])
    graph = leaper_graph([tuple(square) for square in board.coordinates.tolist()], (1, 2))
    tours = np.array(list(all_tours(graph)), np.int32)
    assert len(tours)
    points = board.coordinates.tolist()
    wanted = [line_of([tuple(points[square]) for square in tour], closed=False) for tour in tours.tolist()]
    assert line_statistics(board, tours, closed=False).tolist() == [[row[name] for name in LINE] for row in wanted]


def test_types_of_six_by_six() -> None:
    """Each of the thirteen types occurs, with the numbers of tours in the documentation."""
    found = line_statistics(parse_board("6x6"), closed_tours("6x6"), closed=True)[:, LINE.index(CORNERS)]
    numbers = [432, 1376, 472, 624, 792, 2352, 656, 1392, 416, 416, 884, 16, 34]
    assert np.bincount(found, minlength=1 + len(TYPES)).tolist() == [0, *numbers]


def test_a_type_is_that_of_a_closed_tour_of_a_rectangle() -> None:
    """A type stays when the tour is begun elsewhere, turned or mirrored; open tours and boards with holes have none."""
    board, tour = parse_board("5x6"), closed_tours("5x6")[0]
    places = board.coordinates[tour]
    images = [places, places[::-1], np.roll(places, 7, axis=0), [6, 7] - places]
    found = {
        statistics_of(board, (1, 2), np.array([board.index(square) for square in image]), closed=True)[CORNERS]
        for image in np.array(images).tolist()
    }
    assert len(found) == 1
    other = parse_board("6x5")
    turned = np.array([other.index(square) for square in places[:, ::-1].tolist()])
    assert statistics_of(other, (1, 2), turned, closed=True)[CORNERS] in found
    assert CORNERS not in statistics_of(board, (1, 2), tour, closed=False)
    assert CORNERS not in statistics_of(board_from_rows(["#..", "..#"]), (1, 2), np.array([0, 1]), closed=True)


def test_segments_never_touch() -> None:
    """Two knight's moves that do not share a square cross at inner points or do not meet: the sides are never 0."""
    squares = list(product(range(5), repeat=2))
    moves = [(a, b) for a, b in combinations(squares, 2) if sorted((abs(a[0] - b[0]), abs(a[1] - b[1]))) == [1, 2]]
    for one, other in combinations(moves, 2):
        if not {*one} & {*other}:
            (a, b), (c, d) = one, other
            sides = [
                (q[0] - p[0]) * (r[1] - p[1]) - (q[1] - p[1]) * (r[0] - p[0])
                for p, q, r in ((a, b, c), (a, b, d), (c, d, a), (c, d, b))
            ]
            touching = any(side == 0 for side in sides) and sides[0] * sides[1] <= 0 and sides[2] * sides[3] <= 0
            assert not touching or all(side == 0 for side in sides)


def test_the_table_of_crossings() -> None:
    """A move far from the sides is crossed by nine others; the table has each pair once."""
    centre = ((10, 10), (11, 12))
    others = [
        ((row, column), (row + down, column + right))
        for row, column in product(range(20), repeat=2)
        for down, right in UPWARDS
    ]
    assert sum(cross(centre, other) for other in others) == 9
    assert len(CROSSING) == 9 * len(UPWARDS) // 2
    assert all(crosses(UPWARDS[one], (down, right), UPWARDS[other]) for one, other, down, right in CROSSING)


def test_beverley() -> None:
    """His numbers are semimagic, and so are they backwards; no other number can come first."""
    board, numbers = parse_board("8x8"), np.array(BEVERLEY.split(), np.int32)
    tour = np.argsort(numbers).astype(np.int32)
    tours = np.stack([tour, tour[::-1], np.roll(tour, 1)])
    assert magic(board, tours).tolist() == [SEMIMAGIC, SEMIMAGIC, NONE]
    points = [tuple(square) for square in board.coordinates[tour].tolist()]
    found = dict(zip(LINE, line_statistics(board, tour[None], closed=False)[0].tolist(), strict=True))
    assert found == line_of(points, closed=False)


@pytest.mark.parametrize("shape", [(3, 3), (2, 4), (4, 4)])
def test_sums(shape: tuple[int, int]) -> None:
    """By any path, magic, semimagic and other squares are distinguished."""
    lo_shu, durer = [[2, 7, 6], [9, 5, 1], [4, 3, 8]], [[16, 3, 2, 13], [5, 10, 11, 8], [9, 6, 7, 12], [4, 15, 14, 1]]
    flat = [[1, 7, 6, 4], [8, 2, 3, 5]]
    grid = {(3, 3): lo_shu, (2, 4): flat, (4, 4): durer}[shape]
    grids = [grid, grid[::-1], [*grid[1:], grid[0]], [[*grid[0][1:], grid[0][0]], *grid[1:]]]
    board = parse_board("x".join(map(str, shape)))
    tours = np.array([np.argsort(np.array(one).reshape(-1)) for one in grids], np.int32)
    names = {"none": NONE, "semimagic": SEMIMAGIC, "magic": MAGIC_SQUARE}
    assert magic(board, tours).tolist() == [names[sums(one)] for one in grids]
    assert sums(grid) == ("semimagic" if shape == (2, 4) else "magic")


def test_no_closed_tour_of_six_by_six_is_semimagic() -> None:
    """Wherever the numbers begin, no tour is semimagic, as on all boards whose sides are singly even (Jelliss)."""
    tours = closed_tours("6x6")
    assert len(tours) == 9862
    assert not any(magic(parse_board("6x6"), np.roll(tours, begin, axis=1)).any() for begin in range(36))


def test_one_tour() -> None:
    """A tour has, by name, the statistics of its board and piece."""
    tour = np.argsort(np.array(BEVERLEY.split(), np.int32)).astype(np.int32)
    found = statistics_of(parse_board("8x8"), (1, 2), tour, closed=False)
    values = dict(zip(LINE, line_statistics(parse_board("8x8"), tour[None], closed=False)[0], strict=True))
    assert found | {CORNERS: 0} == values | {MAGIC: SEMIMAGIC}
    assert statistics_of(parse_board("8x8"), (1, 4), tour, closed=False) == {"magic": SEMIMAGIC}
    assert statistics_of(parse_board("torus:8x8"), (1, 2), tour, closed=False) == {}


def test_where_there_are_statistics() -> None:
    """Line statistics exist on flat boards for the knight, sums on whole rectangles."""
    assert has_line(parse_board("5x5"), (1, 2))
    assert not has_line(parse_board("torus:5x5"), (1, 2))
    assert not has_line(parse_board("5x5"), (1, 4))
    assert not has_line(parse_board("4x4x2"), (1, 2))
    assert has_sums(parse_board("5x5"))
    assert not has_sums(parse_board("1x9"))
    assert not has_sums(board_from_rows(["####", "####", "####", ".###"]))
