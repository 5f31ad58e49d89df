"""Pohl's second level."""

from __future__ import annotations

from engine.boards.labels import parse_board
from engine.boards.move_graph import move_graph
from engine.construction.heuristics.pohl import pohl_rule
from tests.engine.construction.heuristics.walks import walked
from tests.reference import construction as reference


def test_ties_go_to_the_least_sum_of_onward_degrees() -> None:
    """Among squares of least degree the chosen one must have the least sum of degrees of its unvisited neighbours."""
    graph = move_graph(parse_board("8x8"), (1, 2))
    squares = [divmod(square, 8) for square in walked(pohl_rule, graph, 0, seed=1).squares.tolist()]
    for length in range(1, len(squares)):
        choices = reference.warnsdorff_choices(8, 8, squares[:length])
        tied = [square for square, degree in choices.items() if degree == min(choices.values())]
        sums = {
            square: sum(reference.warnsdorff_choices(8, 8, [*squares[:length], square]).values()) for square in tied
        }
        assert sums[squares[length]] == min(sums.values())


def test_success_rates() -> None:
    """From the corner: always at side 7, 72 % at side 8 (Ganzfried 2004: 67 %), nearly always at side 50."""
    rates = {}
    for side, trials in ((7, 300), (8, 3000), (50, 100)):
        graph = move_graph(parse_board(f"{side}x{side}"), (1, 2))
        rates[side] = sum(walked(pohl_rule, graph, 0, 1, attempt).complete for attempt in range(trials)) / trials
    assert rates[7] == 1.0
    assert 0.68 < rates[8] < 0.76
    assert rates[50] > 0.93
