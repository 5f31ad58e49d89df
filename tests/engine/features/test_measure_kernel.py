"""The compiled statistics, against segments measured one by one and the plain twin."""

from __future__ import annotations

import numpy as np
import pytest
from numpy.typing import NDArray

from engine.boards.labels import parse_board
from engine.boards.masks import board_from_rows
from engine.features.measure import line_statistics, magic
from engine.features.measure_kernel import measure_lines, measure_stream
from engine.features.table import ABSENT, LINE, MAGIC, MAGIC_SQUARE, SEMIMAGIC, STATISTICS
from engine.tours.verify import closing
from tests.engine.features.test_measure import BEVERLEY, closed_tours, walked
from tests.engine.tours.sample_tours import KNIGHT, some_tours
from tests.reference.all_tours import all_tours, leaper_graph
from tests.reference.lines import sums

NAMES = {"none": 0, "semimagic": SEMIMAGIC, "magic": MAGIC_SQUARE}


def test_open_and_closed_tours_mixed() -> None:
    """Every statistic is that of the segments, also where they continue over the start of a closed tour."""
    board, tours = some_tours("3x10", KNIGHT, 448)
    tours = np.concatenate([tours, *(np.roll(closed_tours("3x10"), begin, axis=1) for begin in (0, 7))])
    closed = closing(board, KNIGHT, tours)
    assert closed.any()
    assert not closed.all()
    found = measure_stream(board, KNIGHT, tours, closed)
    for kind in (False, True):
        assert found[closed == kind, : len(LINE)].tolist() == walked("3x10", tours[closed == kind], closed=kind)


def test_closed_tours_of_six_by_six() -> None:
    """All closed tours of 6x6, begun at another square, have the statistics of the plain twin."""
    board, tours = parse_board("6x6"), np.roll(closed_tours("6x6"), 5, axis=1)
    found = measure_lines(board, tours, np.ones(len(tours), np.bool_))
    assert np.array_equal(found, line_statistics(board, tours, closed=True))


def test_a_board_with_a_hole() -> None:
    """A board with a hole has line statistics and no sums."""
    board = board_from_rows(["####", "####", "####", ".###"])
    graph = leaper_graph([tuple(square) for square in board.coordinates.tolist()], KNIGHT)
    tours = np.array(list(all_tours(graph)), np.int32)
    found = measure_stream(board, KNIGHT, tours, np.zeros(len(tours), np.bool_))
    assert np.array_equal(found[:, :-1], line_statistics(board, tours, closed=False))
    assert (found[:, -1] == ABSENT).all()


def test_there_and_back() -> None:
    """On two squares joined by a move the statistics are those of the plain twin, closed or open."""
    board = board_from_rows(["#..", "..#"])
    for closed in (False, True):
        tours = np.array([[0, 1]], np.int32)
        found = measure_lines(board, tours, np.array([closed]))
        assert np.array_equal(found, line_statistics(board, tours, closed=closed))


def test_one_square() -> None:
    """A tour of one square has no moves and no angles."""
    found = measure_stream(parse_board("1x1"), KNIGHT, np.zeros((1, 1), np.int32), np.zeros(1, np.bool_))
    assert found.tolist() == [[0] * len(LINE) + [ABSENT]]


def grids(rows: int, columns: int) -> NDArray[np.int32]:
    """Return boards of numbers: magic ones, ones with two lines exchanged, and random ones."""
    lo_shu, durer = [[2, 7, 6], [9, 5, 1], [4, 3, 8]], [[16, 3, 2, 13], [5, 10, 11, 8], [9, 6, 7, 12], [4, 15, 14, 1]]
    flat = [[1, 7, 6, 4], [8, 2, 3, 5]]
    known = np.array({(3, 3): lo_shu, (4, 4): durer, (2, 4): flat}[rows, columns], np.int32)
    rng = np.random.default_rng(5)
    lines = [known[rng.permutation(rows)][:, rng.permutation(columns)] for _ in range(40)]
    swaps = [np.where(known == 1, 2, np.where(known == 2, 1, known))]
    return np.array([known, known[:, ::-1], *lines, *swaps, rng.permutation(rows * columns).reshape(rows, columns) + 1])


@pytest.mark.parametrize("shape", [(3, 3), (4, 4), (2, 4)])
def test_sums(shape: tuple[int, int]) -> None:
    """Boards of numbers are magic, semimagic or neither, by any path, as their lines add up."""
    board, given = parse_board("x".join(map(str, shape))), grids(*shape)
    tours = np.argsort(given.reshape(len(given), -1), axis=1).astype(np.int32)
    found = measure_stream(board, (0, 1), tours, np.zeros(len(tours), np.bool_))
    assert found[:, STATISTICS.index(MAGIC)].tolist() == [NAMES[sums(grid.tolist())] for grid in given]
    assert found[:, STATISTICS.index(MAGIC)].tolist() == magic(board, tours).tolist()
    assert len(set(found[:, -1].tolist())) == (2 if shape == (2, 4) else 3)


def test_pieces_and_surfaces_without() -> None:
    """A giraffe's tour has only sums, and one of a torus no statistics."""
    tour = np.argsort(np.array(BEVERLEY.split(), np.int32)).astype(np.int32)[None]
    assert measure_stream(parse_board("8x8"), (1, 4), tour, np.zeros(1, np.bool_)).tolist() == [
        [ABSENT] * len(LINE) + [SEMIMAGIC]
    ]
    assert (measure_stream(parse_board("torus:8x8"), KNIGHT, tour, np.zeros(1, np.bool_)) == ABSENT).all()
