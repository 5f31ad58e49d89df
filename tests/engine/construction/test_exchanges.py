"""Exchanges of moves, against paths kept as lists and statistics measured segment by segment."""

from __future__ import annotations

import random

import numpy as np
import pytest

from engine.boards.board import Board
from engine.boards.labels import parse_board
from engine.boards.move_graph import move_graph
from engine.boards.piece import KNIGHT
from engine.construction.exchanges import (
    LEAST,
    MADE,
    MAX_DEPTH,
    TRIED,
    WEIGHT,
    exchange,
    hold,
    make_exchanges,
    plane_of,
)
from engine.construction.request import Request
from engine.features.table import ADDITIVE
from engine.kinds.construct.stages.search import SearchStage
from engine.tours.verify import first_fault
from tests.reference.exchanges import Words, exchanged, links
from tests.reference.lines import line_of

CASES = [
    ("6x6", "closed"),
    ("5x6", "open"),
    ("8x8", "closed"),
    ("7x7", "open"),
    ("mask:##.####/#######/#######/#######/#######/####.##", "open"),
]
"""Boards with rows of several lengths, with squares removed, and with an odd number of squares."""

STEPS = 120


def found(board: Board, tours: str) -> list[int]:
    """Return a tour by the exact search."""
    stage = SearchStage(Request(board, KNIGHT, tours), seed=3, budget=10**7)
    stage.step(10**7)
    assert stage.answer is not None
    assert stage.answer.tour is not None
    return stage.answer.tour.tolist()


def value_of(board: Board, tour: list[int], statistic: str, *, closed: bool) -> int:
    """Return a statistic measured on the segments of a tour."""
    points = board.coordinates.tolist()
    return line_of([tuple(points[square]) for square in tour], closed=closed)[statistic]


@pytest.mark.parametrize(("label", "tours"), CASES)
def test_each_exchange_is_that_of_its_twin(label: str, tours: str) -> None:
    """Tours, decisions and draws are those of the twin, and the weight is the change of the whole tour.

    Exchanges are of a move and of the gap, from both of its ends, with all odds; a rejected one changes nothing.
    """
    board, draw = parse_board(label), random.Random(label)
    graph, closed = move_graph(board, KNIGHT), tours == "closed"
    moves = dict(enumerate(graph.lists))
    tour, made_so_far = found(board, tours), 0
    for number, statistic in enumerate(ADDITIVE * 6):
        sign = draw.choice([-1, 1])
        plane = plane_of(graph, statistic, sign)
        ends = [tour[0], tour[-1]] if not closed else [-1, -1] if number % 2 else tour[3:5]
        held = hold(plane, np.array(tour), np.array(ends))
        marks = held.marks.copy()
        place, odds = draw.choice([0, draw.randrange(len(tour))]), draw.choice([0, 1 << 31, 1 << 32])
        path = [*tour[place:], *tour[:place]][:: draw.choice([-1, 1])]
        if closed and set(ends) == {path[0], path[-1]}:
            continue
        words = Words(draw.getrandbits(64))
        state = np.array([words.state], np.uint64)
        made, weight = exchange(plane, held, state, path[-1], path[0], odds)
        other = exchanged(path, moves, set(ends), words, MAX_DEPTH)
        wanted = tour
        if other is not None:
            turned = other
            if not closed and place:  # the gap is inside the path
                cut = next(k for k in range(1, len(other)) if {other[k - 1], other[k]} == set(ends))
                turned = [*other[cut:], *other[:cut]]
            gained = [value_of(board, line, statistic, closed=closed) for line in (tour, turned)]
            loss = sign * (gained[1] - gained[0])
            if all(words.upper() < odds for _ in range(loss)):
                assert (made, weight) == (True, loss)
                wanted, made_so_far = turned, made_so_far + 1
        assert int(state[0]) == words.state
        assert made == (wanted is not tour)
        assert links(held.ring[0].tolist()) == links(wanted)
        assert held.ring[0][held.ring[1]].tolist() == list(range(board.size))
        if closed or not made:
            assert held.ends.tolist() == ends
        else:
            assert set(held.ends.tolist()) == {wanted[0], wanted[-1]}
        assert (held.marks == (hold(plane, np.array(wanted), held.ends).marks if made else marks)).all()
        tour = wanted
    assert made_so_far > 10


@pytest.mark.parametrize(("label", "tours"), CASES)
@pytest.mark.parametrize(("statistic", "sign"), [("turns", 1), ("crossings", -1), ("moves_nnw", 1), ("angle_90", -1)])
def test_what_is_held_is_always_a_tour(label: str, tours: str, statistic: str, sign: int) -> None:
    """After every exchange the tour is sound, of its kind and of the weight recorded; the best is the lightest met."""
    board, closed = parse_board(label), tours == "closed"
    tour = found(board, tours)
    plane = plane_of(move_graph(board, KNIGHT), statistic, sign)
    ends = np.array([-1, -1] if closed else [tour[0], tour[-1]], np.int32)
    held, best = hold(plane, np.array(tour), ends), np.concatenate([ends, tour]).astype(np.int32)
    weight = sign * value_of(board, tour, statistic, closed=closed)
    figures, state = np.array([0, 0, weight, weight], np.int64), np.array([5], np.uint64)
    least = weight
    for number in range(STEPS):
        make_exchanges(plane, held, best, np.array([not closed] * 2), state, figures, 1, STEPS)
        for ring, pair, said in (
            (held.ring[0], held.ends, figures[WEIGHT]),
            (best[2:], best[:2], figures[LEAST]),
        ):
            line = _from(ring.tolist(), pair.tolist())
            assert first_fault(board, KNIGHT, np.array(line, np.int32), closed=closed) is None
            assert sign * value_of(board, line, statistic, closed=closed) == said
        least = min(least, int(figures[WEIGHT]))
        assert figures[LEAST] == least
        assert figures[TRIED] == number + 1
    assert STEPS // 10 < figures[MADE] < STEPS


def _from(ring: list[int], ends: list[int]) -> list[int]:
    """Return a tour from its first end to its last."""
    if ends[0] < 0:
        return ring
    place = ring.index(ends[0])
    line = [*ring[place:], *ring[:place]]
    line = line if line[-1] == ends[1] else [line[0], *reversed(line[1:])]
    assert line[-1] == ends[1]
    return line
