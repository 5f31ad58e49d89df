"""Warnsdorff's rule with random ties."""

from __future__ import annotations

import numpy as np

from engine.boards.labels import parse_board
from engine.boards.move_graph import move_graph
from engine.construction.heuristics.warnsdorff import warnsdorff_rule
from tests.engine.construction.heuristics.walks import walked
from tests.reference import construction as reference

CHESSBOARD = move_graph(parse_board("8x8"), (1, 2))


def test_every_step_goes_where_the_fewest_moves_are_left() -> None:
    """Each square of a walk must be among those of least degree, and a walk ends only where no move is left."""
    graph = move_graph(parse_board("7x9"), (1, 2))
    for attempt in range(20):
        walk = walked(warnsdorff_rule, graph, 31, seed=5, attempt=attempt)
        squares = [divmod(square, 9) for square in walk.squares.tolist()]
        for length in range(1, len(squares)):
            choices = reference.warnsdorff_choices(7, 9, squares[:length])
            assert choices[squares[length]] == min(choices.values())
        assert not reference.warnsdorff_choices(7, 9, squares)
        assert walk.complete == (len(squares) == 63)


def test_success_from_the_corner_is_the_exact_probability() -> None:
    """From the corner of 8x8 a walk is a tour with probability 0.979578 and closes with 0.020040.

    Source: both computed exactly from the tree of all ties (137,300 tours from the corner, La marche du cavalier).
    """
    trials = 20_000
    walks = [walked(warnsdorff_rule, CHESSBOARD, 0, seed=11, attempt=attempt) for attempt in range(trials)]
    for exact, seen in ((0.979578, sum(w.complete for w in walks)), (0.020040, sum(w.closed for w in walks))):
        assert abs(seen - trials * exact) < 4 * np.sqrt(trials * exact * (1 - exact))


def test_an_attempt_is_reproducible_and_differs_from_the_next() -> None:
    """The walk must be a function of seed and attempt number alone."""
    first, again, other = (
        walked(warnsdorff_rule, CHESSBOARD, 0, seed=3, attempt=a).squares.tolist() for a in (7, 7, 8)
    )
    assert first == again
    assert first != other
