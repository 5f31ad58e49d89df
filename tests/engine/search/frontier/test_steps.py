"""Tables of steps, on a square of four corners and on a flat board."""

from __future__ import annotations

from engine.boards.labels import parse_board
from engine.boards.move_graph import move_graph
from engine.boards.symmetry import symmetries
from engine.search.frontier.problem import adjacency_of, problem_of
from engine.search.frontier.steps import (
    BEFORE,
    EXITS,
    FOLD,
    FOLDS,
    LATER,
    ONE,
    PLACES,
    SIZES,
    SLOTS,
    TWO,
    WHOLE,
    build_steps,
    frontiers,
)

RING = ((1, 3), (0, 2), (1, 3), (0, 2))


def test_a_ring_of_four() -> None:
    """Settling 0 touches 1 and 3, whose only exit is 2; if either becomes inner, 2 loses one of two exits."""
    problem = problem_of(RING).with_order(range(4))
    assert frontiers(problem) == [[], [1, 3], [2, 3], [3], []]
    first, second = build_steps(problem)[:2]
    assert first[SIZES, [BEFORE, SLOTS, FOLDS, WHOLE]].tolist() == [0, 3, 0, -1]
    assert first[SIZES, [PLACES, LATER]].tolist() == [0, 0b110]
    assert first[SIZES, [ONE, TWO]].tolist() == [0b110, 0]
    assert first[EXITS, :3].tolist() == [0, 0b1000, 0b1000]
    assert second[SIZES, [BEFORE, PLACES]].tolist() == [2, 0b101]
    assert second[SIZES, WHOLE] == 0b110


def test_row_ends_fold_by_the_mirror() -> None:
    """On 5x4 the left-right mirror keeps the rows that are left, and folds the states between rows."""
    graph = move_graph(parse_board("5x4"), (1, 2))
    steps = build_steps(problem_of(adjacency_of(graph)).with_order(range(20)), symmetries(graph.board).tolist())
    folding = [number for number, step in enumerate(steps) if step[SIZES, FOLDS]]
    assert {3, 7, 11, 15} <= set(folding)
    step = steps[3]
    slots = step[SIZES, SLOTS]
    assert step[FOLD, 1:slots].tolist() == [4, 3, 2, 1, 8, 7, 6, 5]


def test_an_apex_keeps_only_symmetries_of_its_ends() -> None:
    """On an even board the mirror swaps the colours, and an apex is joined to one colour only: no folding."""
    graph = move_graph(parse_board("5x4"), (1, 2))
    problem = problem_of(adjacency_of(graph), [0]).with_order(range(20))
    for step in build_steps(problem, symmetries(graph.board).tolist()):
        assert step[SIZES, FOLDS] == 0 or step[SIZES, SLOTS] <= 2
