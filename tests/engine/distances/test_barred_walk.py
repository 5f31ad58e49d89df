"""Walks with barred squares, against the slow twin, also where there is no walk."""

from __future__ import annotations

import random
from itertools import pairwise

import numpy as np
import pytest

from engine.boards.labels import parse_board
from engine.boards.move_graph import move_graph
from engine.distances import barred_walk
from engine.distances.barred_walk import BarredWalk
from tests.reference.barred_walks import fewest_moves


def finished(walk: BarredWalk, work: int = 5000) -> BarredWalk:
    """Search to the end and return the walk."""
    while not walk.is_finished:
        assert walk.advance(work) > 0 or walk.is_finished
    return walk


@pytest.mark.parametrize("label", ["3x3", "3x4", "4x4", "torus:3x4"])
def test_walks_are_as_short_as_those_of_the_slow_twin(label: str) -> None:
    """Walks are as short as the twin's for any squares collected and any end, and keep their rule."""
    graph, draw = move_graph(parse_board(label), (1, 2)), random.Random(label)
    for _ in range(12):
        via = draw.sample(range(graph.size), draw.choice([1, 2, 3]))
        source, target = draw.randrange(graph.size), draw.choice([None, draw.randrange(graph.size)])
        body = draw.choice([None, 2, 4])
        known = fewest_moves(graph.lists, via, source, target, body)
        if known is None:
            continue
        found = finished(BarredWalk(graph, via, source, target, -1 if body is None else body))
        assert (len(found.walk) - 1 if len(found.walk) else -1) == known
        assert found.lower_bound == known
        assert all(graph.adjacent(a, b) for a, b in pairwise(found.walk.tolist()))
        assert known < 0 or set(found.collected_squares) == set(via)
        assert body is not None or len(set(found.walk.tolist())) == len(found.walk)


def test_every_cut_gives_the_same() -> None:
    """A search resumed after every few moves finds the same walk as one long step."""
    graph = move_graph(parse_board("4x4"), (1, 2))
    whole, cut = finished(BarredWalk(graph, [3, 12, 6], 0, 9, -1), 10**6), BarredWalk(graph, [3, 12, 6], 0, 9, -1)
    while not cut.is_finished:
        cut.advance(3)
        again = BarredWalk(graph, [3, 12, 6], 0, 9, -1)
        again.restore(cut.checkpoint())
        cut = again
    np.testing.assert_array_equal(whole.walk, cut.walk)
    np.testing.assert_array_equal(whole.state, cut.state)


def test_a_search_that_takes_too_long_is_given_up(monkeypatch: pytest.MonkeyPatch) -> None:
    """No walk without a square twice leads home to the start; with few tries that is not proved, and a bound stands."""
    monkeypatch.setattr(barred_walk, "MAX_EXACT_MOVES", 500)
    monkeypatch.setattr(barred_walk, "MAX_HASTY_MOVES", 100)
    graph = move_graph(parse_board("8x8"), (1, 2))
    found = finished(BarredWalk(graph, [20, 40], 0, 0, -1))
    assert found.walk.tolist() == found.collected_squares == []
    assert found.lower_bound >= 6
