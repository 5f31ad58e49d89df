"""Cycles by number: as many different ones as counted, so that numbers and cycles correspond one to one."""

from __future__ import annotations

import random

import numpy as np
from hypothesis import given, settings
from hypothesis import strategies as st

from engine.boards.labels import parse_board
from engine.boards.move_graph import move_graph
from engine.search.frontier.layers import Layers
from engine.search.frontier.order import well_ordered
from engine.search.frontier.problem import SweepProblem, problem_of
from engine.search.frontier.unranking import Unranking, follow_cycles
from engine.tours.verify import closing, valid
from tests.engine.search.frontier.test_sweep import graphs, packed
from tests.reference.frontier import count_cycles, count_paths

KNIGHT = (1, 2)


def layers_of(problem: SweepProblem, step: int = 1 << 16) -> Layers:
    """Run a sweep to its end, keeping its layers."""
    layers = Layers(problem)
    while not layers.is_finished:
        layers.advance(step)
    return layers


def problem_on(label: str) -> SweepProblem:
    """Return the sweep for the cycles of a board."""
    return well_ordered(move_graph(parse_board(label), KNIGHT))


def edges(neighbours: np.ndarray) -> set[frozenset[frozenset[int]]]:
    """Return each cycle as its set of edges."""
    return {
        frozenset(frozenset((u, int(w))) for u, pair in enumerate(cycle) for w in pair) for cycle in neighbours.tolist()
    }


def test_the_numbers_of_6x6_are_its_9862_cycles() -> None:
    """All numbers give different closed tours, as many as there are (OEIS A001230)."""
    layers = layers_of(problem_on("6x6"))
    neighbours = Unranking(layers).neighbours(range(layers.cycles))
    begin = np.zeros(len(neighbours), dtype=np.int32)
    tours = follow_cycles(neighbours, begin, neighbours[:, 0, 0], 36)

    assert layers.cycles == 9862
    assert len({tuple(tour) for tour in tours.tolist()}) == 9862
    assert valid(parse_board("6x6"), KNIGHT, tours).all()
    assert closing(parse_board("6x6"), KNIGHT, tours).all()


@settings(max_examples=40)
@given(graphs(), st.randoms(use_true_random=False))
def test_any_graph(adjacency: list[list[int]], chance: random.Random) -> None:
    """Cycles, and paths from a vertex with some ends allowed: all different, all in the graph, as many as counted."""
    size = len(adjacency)
    order = chance.sample(range(size), size)
    ends = [vertex for vertex in range(1, size) if chance.random() < 0.7]
    for squares in ((), (0,)):
        problem = problem_of(packed(adjacency), squares, ends).with_order(order)
        layers = layers_of(problem)
        if squares:
            assert layers.cycles == sum(count_paths(adjacency, 0, end) for end in ends)
        else:
            assert layers.cycles == count_cycles(adjacency)
        if layers.cycles == 0:
            continue
        neighbours = Unranking(layers).neighbours(range(layers.cycles))
        assert len(edges(neighbours)) == layers.cycles
        for u, w in {tuple(edge) for cycle in edges(neighbours) for edge in cycle}:
            assert w in problem.adjacency[u] or {u, w} == set(problem.joined or ())


def test_numbers_beyond_a_word() -> None:
    """3x48 has more closed tours than a 64-bit word can number; its largest numbers are tours too."""
    layers = layers_of(problem_on("3x48"))
    chance = random.Random(1)
    numbers = [0, layers.cycles - 1, *(chance.randrange(layers.cycles) for _ in range(20))]
    neighbours = Unranking(layers).neighbours(numbers)
    tours = follow_cycles(neighbours, np.zeros(22, dtype=np.int32), neighbours[:, 0, 1], 144)

    assert layers.cycles > 2**64
    assert valid(parse_board("3x48"), KNIGHT, tours).all()
    assert len(edges(neighbours)) == 22


def test_the_cut_leaves_no_trace() -> None:
    """Layers found in small pieces, with checkpoints between, are those of one run; forgotten ones keep the count."""
    problem = problem_on("5x6")
    whole, pieces = layers_of(problem), Layers(problem)
    while not pieces.is_finished:
        pieces.advance(37)
        pieces = Layers(problem, pieces.checkpoint())
    for one, other in zip(whole.keys + whole.counts, pieces.keys + pieces.counts, strict=True):
        np.testing.assert_array_equal(one, other)

    pieces.forget()
    assert Layers(problem, pieces.checkpoint()).cycles == whole.cycles
