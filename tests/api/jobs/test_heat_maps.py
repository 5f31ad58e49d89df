"""Values by square as drawings."""

from __future__ import annotations

import pytest

from api.jobs.heat_maps import caption, differs, heat_map, quantities, square_rows
from drawing.numbers import TIMES
from drawing.style import STEPS_OF_SHADE
from engine.boards.labels import parse_board
from engine.specification.result import Distance, Estimate, Result, SquareStatistics


@pytest.mark.parametrize("label", ["2x2", "torus:3x3", "cube:2", "2x2x2"])
def test_every_board_is_drawn(label: str) -> None:
    """Each square has its value, even beyond the range of floats; squares without a value are grey."""
    board = parse_board(label)
    rows = square_rows(
        Result(squares=[SquareStatistics(square=board.square(n), tours=str(10**400 * n)) for n in range(1, board.size)])
    )

    svg = heat_map(board, rows, "tours", "title")

    assert svg.count('<rect class="cv-h') - (STEPS_OF_SHADE + 1) == board.size - 1
    assert svg.count("cv-void") >= 2  # the style rule and the square
    assert "in units of 10³⁹" in svg


def test_what_people_look_for_comes_first() -> None:
    """Tours come before nodes, and a quantity that no square has is not offered."""
    rows = square_rows(Result(squares=[SquareStatistics(square=[1, 1], nodes="3", tours="1")]))

    assert quantities(rows) == ["tours", "nodes"]


def test_estimates_by_square_and_distances() -> None:
    """Estimates by square and distances are values of squares, too."""
    shared = {"quantity": "tours", "value": 3.5, "standard_error": 0.5, "estimator": "smc", "samples": 9}
    whole, part = Estimate(**shared), Estimate(**shared, square=[1, 2])

    (row,) = square_rows(Result(estimates=[whole, part]))
    assert row == {"square": [1, 2], "squares": 1, "tours": 3.5, "standard_error": 0.5}
    distances = square_rows(Result(distances=[Distance(square=[1, 1], distance=0, shortest_paths="1")]))
    assert quantities(distances) == ["distance", "shortest_paths"]


def test_one_square_may_speak_for_all_that_are_equal_to_it() -> None:
    """Eight squares of 4x4 are equivalent to [1, 2] and are coloured; the other eight stay grey."""
    shared = {"quantity": "tours", "value": 3.5, "standard_error": 0.5, "estimator": "smc", "samples": 9}
    rows = square_rows(Result(estimates=[Estimate(**shared, square=[1, 2], squares=8)]))

    assert heat_map(parse_board("4x4"), rows, "tours", "title").count('<rect class="cv-h') == 8


def test_values_share_one_unit() -> None:
    """Values are in one unit without exponents, small integers in full, and the exact value is given for each."""
    shared = {"quantity": "tours", "standard_error": 0.5, "estimator": "smc", "samples": 9}
    board = parse_board("2x2")
    estimates = [Estimate(**shared, value=value, square=board.square(n)) for n, value in enumerate((1.26e15, 8.62e13))]
    rows = square_rows(Result(estimates=estimates))

    svg = heat_map(board, rows, "tours", "title")

    assert "in units of 10¹⁵" in svg
    assert ">1.26</text>" in svg
    assert ">0.0862</text>" in svg
    assert "e+" not in svg
    assert caption(board, rows, "tours") == "Numbers on the squares in units of 10¹⁵."
    assert f">8.62{TIMES}10¹³</text>" in svg
    counted = square_rows(Result(squares=[SquareStatistics(square=[1, 1], tours="19724")]))
    assert ">19,724</text>" in heat_map(board, counted, "tours", "title")


def test_the_share_of_walks_that_are_tours() -> None:
    """The share is in percent and comes first among a sample's quantities."""
    rows = square_rows(Result(squares=[SquareStatistics(square=[1, 1], all_walks="200", completed_walks="50")]))
    assert quantities(rows)[0] == "completed_walks_percent"
    assert rows[0]["completed_walks_percent"] == 25.0


def test_all_pairs_tell_how_far_the_farthest_is() -> None:
    """With distances of all pairs each start square gets the distance to its farthest square."""
    pairs = [([1, 1], [1, 2], 3), ([1, 1], [2, 2], 4), ([1, 2], [1, 1], 3)]
    distances = [Distance(start=a, square=b, distance=moves, shortest_paths="1") for a, b, moves in pairs]
    rows = square_rows(Result(distances=distances))
    assert [row["moves_to_the_farthest_square"] for row in rows] == [4, 3]


def test_a_map_of_equal_values_shows_nothing() -> None:
    """Only a quantity that differs between squares has a map."""
    rows = [{"square": [1, n], "tours": str(n), "closed": "2"} for n in (1, 2, 3)]
    assert [name for name in quantities(rows) if differs(rows, name)] == ["tours"]
