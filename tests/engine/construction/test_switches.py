"""Joining cycles on any graph."""

from __future__ import annotations

import numpy as np

from engine.construction.switches import CycleJoiner
from engine.construction.two_factor import two_factor
from tests.engine.construction.test_two_factor import chequered
from tests.reference import construction as reference


def test_cycles_become_a_closed_tour() -> None:
    """On 20x20 the 2-factors of several seeds must all be joined into closed tours."""
    graph, colours = chequered("20x20")
    for seed in range(6):
        links = two_factor(graph, colours, np.full(400, 2, dtype=np.int32), seed)
        assert links is not None
        joiner = CycleJoiner(graph.neighbours, links, seed)
        for _ in range(50):
            if joiner.pieces > 1:
                joiner.round()
        assert joiner.pieces == 1
        assert reference.fault(20, 20, joiner.tour(0), closed=True) is None


def test_a_path_and_cycles_become_a_path() -> None:
    """With two squares of demand one the outcome is a path between them."""
    graph, colours = chequered("12x11")
    demand = np.full(132, 2, dtype=np.int32)
    demand[[5, 70]] = 1
    links = two_factor(graph, colours, demand, 3)
    assert links is not None
    joiner = CycleJoiner(graph.neighbours, links, 3)
    for _ in range(50):
        if joiner.pieces > 1:
            joiner.round()
    path = joiner.tour(5)
    assert path[-1] == 70
    assert reference.fault(12, 11, path, closed=False) is None


def test_rounds_keep_the_degrees_and_never_add_pieces() -> None:
    """On 6x6, where cycles stick, every round must leave a 2-factor with no more components than before."""
    graph, colours = chequered("6x6")
    links = two_factor(graph, colours, np.full(36, 2, dtype=np.int32), 0)
    assert links is not None
    joiner = CycleJoiner(graph.neighbours, links, 0)
    for _ in range(40):
        before = joiner.pieces
        if before > 1:
            joiner.round()
        assert joiner.pieces <= before
        for square, row in enumerate(joiner.links.tolist()):
            assert all(square in joiner.links[other] for other in row)
            assert len(set(row)) == 2
