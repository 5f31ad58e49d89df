"""Folded boards against all tours, each compared with its images."""

from __future__ import annotations

from collections import Counter
from itertools import pairwise

import numpy as np
import pytest

from engine.boards.labels import parse_board
from engine.boards.move_graph import move_graph
from engine.boards.symmetry import symmetries
from engine.search.frontier.folding import FoldedBoard, fold, order_of
from engine.search.frontier.parity import most_alike
from engine.search.frontier.problem import adjacency_of, problem_of
from engine.search.frontier.sweep import Sweep
from engine.search.frontier.transition import ROOM
from tests.reference.all_tours import all_tours

Edges = frozenset[frozenset[int]]

BOARDS = [
    ("3x4", (1, 2)),
    ("cylinder:3x4", (1, 2)),
    ("4x4", (0, 1)),
    ("2x2", (0, 1)),
    ("2x4", (0, 1)),
    ("4x5", (0, 1)),
    ("1x2", (0, 1)),
    ("torus:2x4", (0, 1)),
    ("mask:####/#..#/#..#/####", (0, 1)),
    ("mask:.##./####/####/.##.", (0, 1)),
    ("2x2x2", (0, 1)),
]


def listed(adjacency: list[list[int]], *, closed: bool) -> set[Edges]:
    """Return the moves of every undirected tour: closed ones, or those whose ends are no move apart."""
    found = set()
    for tour in all_tours(adjacency, [0] if closed else None):
        closes = len(tour) > 2 and tour[0] in adjacency[tour[-1]]
        if closes == closed:
            steps = [*pairwise(tour), *([(tour[-1], tour[0])] if closed else [])]
            found.add(frozenset(frozenset(step) for step in steps))
    return found


def left_alone(tours: set[Edges], image: list[int]) -> tuple[int, int]:
    """Return how many tours a symmetry leaves unchanged: moved along, and turned round with a square or move fixed."""
    along = turned = 0
    for moves in tours:
        if frozenset(frozenset(image[square] for square in move) for move in moves) == moves:
            fixed = any(image[square] == square for square in range(len(image)))
            back = any({image[square] for square in move} == set(move) for move in moves)
            turned += fixed or back
            along += not (fixed or back)
    return along, turned


def swept(folded: FoldedBoard, ends: tuple[int, ...], batch: int) -> tuple[int, int]:
    """Return the even and odd sums of a sweep resumed from a checkpoint after every batch."""
    problem = problem_of(folded.adjacency, ends).with_order(range(len(folded.orbits)))
    sweep = Sweep(problem, edges=folded.edges, batch=batch)
    while not sweep.is_finished:
        sweep.take_batch()
        saved = {name: array.copy() for name, array in sweep.checkpoint().items()}
        sweep = Sweep(problem, checkpoint=saved, edges=folded.edges, batch=batch)
    even, odd = (int(words[0]) for words in sweep.parities)
    return even, odd


@pytest.mark.parametrize(("label", "piece"), BOARDS, ids=str)
def test_tours_left_as_they_are(label: str, piece: tuple[int, int]) -> None:
    """Each symmetry leaves unchanged just the cycles of odd parity and the paths from and through the middle."""
    board = parse_board(label)
    adjacency = adjacency_of(move_graph(board, piece))
    plain = [list(row) for row in adjacency]
    closed, opened = (listed(plain, closed=wanted) for wanted in (True, False))
    for image in symmetries(board).tolist()[1:]:
        folded = fold(adjacency, image)
        batch = ROOM * most_alike(folded.edges)
        along, turned = left_alone(closed, image)
        if folded.moves_along:
            few = folded.few_cycles()
            assert along == (swept(folded, (), batch)[1] if few is None else few)
        elif folded.free:
            assert folded.order & (folded.order - 1)
        else:
            assert along == 0
        pairs = {ends: sum(swept(folded, ends, batch)) for ends in folded.turning(closed=True)}
        assert turned == sum(pairs.values())
        if len(folded.orbits) > 1:
            paths = sum(sum(swept(folded, ends, batch)) for ends in folded.turning(closed=False))
            closing = sum(number * len({*ends} & {*folded.beside}) for ends, number in pairs.items())
            assert left_alone(opened, image) == (0, paths - closing)


def test_every_way_of_staying_is_met() -> None:
    """Rotations move the one tour of a ring along, and mirrors turn it round."""
    ring = parse_board("mask:####/#..#/#..#/####")
    adjacency = adjacency_of(move_graph(ring, (0, 1)))
    tours = listed([list(row) for row in adjacency], closed=True)
    ways = Counter(left_alone(tours, image) for image in symmetries(ring).tolist()[1:])
    assert ways == {(1, 0): 3, (0, 1): 4}


def test_orders() -> None:
    """A permutation's order is the least common multiple of its cycles' lengths."""
    assert [order_of(image) for image in ([0, 1], [1, 0], [1, 2, 0, 4, 3])] == [1, 2, 6]


def test_edges_side_by_side() -> None:
    """Quarter turns of 6x6 leave vertices joined by several edges, a half-turn of 2x2 by an even and an odd one."""
    adjacency = adjacency_of(move_graph(parse_board("2x2"), (0, 1)))
    half = fold(adjacency, [3, 2, 1, 0])
    assert (half.edges[0, 1], half.few_cycles(), half.order, half.free) == ((1, 1), 1, 2, True)
    quarter = fold(adjacency, [1, 3, 0, 2])
    assert (quarter.few_cycles(), quarter.order) == (1, 4)
    board = parse_board("6x6")
    table = symmetries(board).tolist()
    (turn, _) = (image for image in table if order_of(image) == 4)
    folded = fold(adjacency_of(move_graph(board, (1, 2))), turn)
    assert np.array([*folded.edges.values()]).sum(axis=1).max() > 1
    assert len(folded.orbits) == 9
