"""Roth's tie-break."""

from __future__ import annotations

from engine.boards.labels import parse_board
from engine.boards.move_graph import move_graph
from engine.construction.heuristics.roth import keys_by_distance, roth_rule
from tests.engine.construction.heuristics.walks import walked
from tests.reference import construction as reference


def test_ties_go_farthest_from_the_centre() -> None:
    """Among squares of least degree the chosen one must be at the greatest distance from the centre."""
    graph = move_graph(parse_board("8x8"), (1, 2))
    squares = [divmod(square, 8) for square in walked(roth_rule, graph, 0, seed=1).squares.tolist()]
    for length in range(1, len(squares)):
        choices = reference.warnsdorff_choices(8, 8, squares[:length])
        far = {s: (s[0] - 3.5) ** 2 + (s[1] - 3.5) ** 2 for s, d in choices.items() if d == min(choices.values())}
        assert far[squares[length]] == max(far.values())


def test_success_rates() -> None:
    """From the corner: always at side 8, 37 % at side 7, 99 % at side 100."""
    rates = {}
    for side, trials in ((7, 2000), (8, 1000), (100, 100)):
        graph = move_graph(parse_board(f"{side}x{side}"), (1, 2))
        rates[side] = sum(walked(roth_rule, graph, 0, 1, attempt).complete for attempt in range(trials)) / trials
    assert rates[8] == 1.0
    assert 0.33 < rates[7] < 0.42
    assert rates[100] > 0.94


def test_the_priority_is_lowest_in_the_corners() -> None:
    """On 3x5 the corners come first and the middle last."""
    priority = keys_by_distance(parse_board("3x5"))
    assert priority.tolist()[0] == priority.min() == -20
    assert priority.argmax() == 7
