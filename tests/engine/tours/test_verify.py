"""The checker of tours finds every kind of fault and names the first."""

from __future__ import annotations

import numpy as np
import pytest

from engine.boards.labels import parse_board
from engine.tours.verify import closing, first_fault, valid
from tests.engine.tours.sample_tours import KNIGHT, some_tours, warnsdorff_8x8

BOARD = parse_board("8x8")


def test_a_published_tour_is_sound() -> None:
    """The example of "La marche du cavalier" is an open tour of 8x8."""
    assert first_fault(BOARD, KNIGHT, warnsdorff_8x8(), closed=False) is None


@pytest.mark.parametrize(
    ("damage", "position", "words"),
    [
        (lambda tour: tour[:60], 60, "ends after 60 squares"),
        (lambda tour: tour[:0], 0, "ends after 0 squares"),
        (lambda tour: np.append(tour, tour[0]), 64, "[1, 1] is visited again (first as number 1)"),
        (lambda tour: np.where(tour == tour[20], tour[4], tour), 20, "visited again (first as number 5)"),
        (lambda tour: np.where(tour == tour[7], 64, tour), 7, "square number 64 is not on the board"),
        (lambda tour: np.where(tour == tour[7], -1, tour), 7, "square number -1 is not on the board"),
        (lambda tour: tour[[0, 2, 1, *range(3, 64)]], 1, "is not a move"),
    ],
)
def test_the_first_fault_is_named(damage, position: int, words: str) -> None:  # type: ignore[no-untyped-def]  # noqa: ANN001  a lambda
    """Whatever is wrong with a tour, the fault says how far it is sound and what is wrong there."""
    fault = first_fault(BOARD, KNIGHT, damage(warnsdorff_8x8()))
    assert fault is not None
    assert fault.position == position
    assert words in fault.reason


def test_an_illegal_move_comes_before_a_later_repetition() -> None:
    """Of two faults the earlier one is named."""
    tour = warnsdorff_8x8()
    tour[[3, 4]] = tour[[4, 3]]
    tour[40] = tour[0]
    fault = first_fault(BOARD, KNIGHT, tour)
    assert fault is not None
    assert fault.position == 3


def test_closedness_is_judged_when_asked() -> None:
    """An open tour fails as a closed one, a closed one as an open one; without the question both are sound."""
    board, tours = some_tours("3x10", KNIGHT, 448)
    closes = closing(board, KNIGHT, tours)
    closed, opened = tours[closes][0], tours[~closes][0]
    assert first_fault(board, KNIGHT, closed, closed=True) is None
    assert first_fault(board, KNIGHT, closed, closed=False) is not None
    assert first_fault(board, KNIGHT, opened, closed=True) is not None
    assert first_fault(board, KNIGHT, opened) is None


def test_batches_agree_with_single_tours() -> None:
    """A batch with damaged rows is judged row by row as each tour alone."""
    rng = np.random.default_rng(3)
    board, tours = some_tours("4x5")
    damaged = tours.copy()
    for row in range(0, len(damaged), 2):
        damaged[row, rng.integers(20)] = rng.integers(-1, 21)
    expected = [first_fault(board, KNIGHT, tour) is None for tour in damaged]
    assert valid(board, KNIGHT, damaged).tolist() == expected
    assert 0 < sum(expected) < len(expected)


def test_a_batch_of_the_wrong_width_is_wrong() -> None:
    """Rows that miss squares are no tours."""
    assert not valid(BOARD, KNIGHT, warnsdorff_8x8()[None, :60]).any()


def test_long_tours_are_judged_in_pieces() -> None:
    """A tour longer than one piece of work is judged across the seams: the (0,1)-leaper's snake over 300x300."""
    board = parse_board("300x300")
    rows = np.arange(board.size, dtype=np.int32).reshape(300, 300)
    rows[1::2] = rows[1::2, ::-1].copy()
    snake = rows.reshape(-1)
    assert first_fault(board, (0, 1), snake) is None
    assert valid(board, (0, 1), snake[None, :]).all()
    snake[[-2, -1]] = snake[[-1, -2]]
    fault = first_fault(board, (0, 1), snake)
    assert fault is not None
    assert fault.position == board.size - 2


def test_tiny_boards() -> None:
    """One square is a tour that does not close; an edge does not close either."""
    single = parse_board("1x1")
    assert first_fault(single, KNIGHT, np.array([0]), closed=False) is None
    pair = parse_board("1x2")
    assert first_fault(pair, (0, 1), np.array([0, 1]), closed=False) is None
