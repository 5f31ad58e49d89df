"""Depth-first search against its slow twin and published figures."""

from __future__ import annotations

import numpy as np
import pytest

from engine.boards.labels import parse_board
from engine.boards.move_graph import MoveGraph, move_graph
from engine.errors import InvalidProblemError
from engine.search import tree_search
from engine.search.counters import ANY, CLOSED_ONLY, DEAD_ENDS, NODES, OPEN_ONLY, TOURS
from engine.search.tree import descend, expand, newly_entered
from engine.search.tree_search import TreeSearch
from tests.reference import search as twin
from tests.reference.search import neighbours_of

ENOUGH = 10**9
LIEGE_ORDER = [(2, -1), (1, -2), (-1, -2), (-2, -1), (-2, 1), (-1, 2), (1, 2), (2, 1)]
"""The order of directions of "La marche du cavalier"."""


@pytest.fixture(params=[64, 0], ids=["masks", "slots"])
def form(request: pytest.FixtureRequest, monkeypatch: pytest.MonkeyPatch) -> None:
    """Run a test with each of the two kernels."""
    monkeypatch.setattr(tree_search, "MAX_MASK_SQUARES", request.param)


def graph_of(label: str, piece: tuple[int, ...] = (1, 2)) -> MoveGraph:
    """Return the move graph of a piece."""
    return move_graph(parse_board(label), piece)


BOARDS = [
    ("3x4", (1, 2)),
    ("4x4", (1, 2)),
    ("3x4", (0, 1)),
    ("3x3", (1, 1)),
    ("torus:3x3", (1, 2)),
    ("cylinder:2x5", (1, 2)),
    ("moebius:3x3", (1, 2)),
    ("klein:3x3", (0, 1)),
    ("2x2x2", (0, 0, 1)),
    ("2x2x3", (0, 1, 1)),
]


@pytest.mark.usefixtures("form")
@pytest.mark.parametrize("tied", [False, True])
@pytest.mark.parametrize(("label", "piece"), BOARDS)
def test_agrees_with_the_twin(label: str, piece: tuple[int, ...], tied: bool) -> None:
    """From every start the search has the twin's tours in the same order, and its numbers of leaves and nodes."""
    graph = graph_of(label, piece)
    for start in range(graph.size):
        expected = twin.search(neighbours_of(graph), start, tied)
        found = TreeSearch(graph, [start], tied=tied)
        tours = found.advance(ENOUGH, capacity=1000)
        assert found.is_finished
        assert [tuple(tour) for tour in tours.tolist()] == expected.tours
        entered = int(found.counters[NODES]) + 1
        assert [*found.counters[:3], entered] == [len(tours), expected.closed, expected.dead_ends, expected.nodes]
        assert found.ends.tolist() == np.bincount([tour[-1] for tour in expected.tours], minlength=graph.size).tolist()


@pytest.mark.usefixtures("form")
@pytest.mark.parametrize(("label", "piece"), BOARDS)
def test_warnsdorff_order_agrees_with_the_twin(label: str, piece: tuple[int, ...]) -> None:
    """With fewest exits first tours are the twin's in its order, and all counts those of the search in listed order.

    The search is cut and restored on the way.
    """
    graph = graph_of(label, piece)
    for start in range(graph.size):
        expected = twin.search(neighbours_of(graph), start, by_exits=True)
        listed = TreeSearch(graph, [start])
        listed.advance(ENOUGH)
        found, tours = TreeSearch(graph, [start], by_exits=True), []
        while not found.is_finished:
            tours += found.advance(333, capacity=1000).tolist()
            again = TreeSearch(graph, [start], by_exits=True)
            again.restore(found.checkpoint())
            found = again
        assert [tuple(tour) for tour in tours] == expected.tours
        assert found.counters.tolist() == listed.counters.tolist()
        assert found.ends.tolist() == listed.ends.tolist()


@pytest.mark.usefixtures("form")
@pytest.mark.parametrize("tied", [False, True])
def test_result_does_not_depend_on_the_cuts(tied: bool) -> None:
    """Stopped after every few nodes and every few tours, and restored from the branch numbers, nothing changes."""
    graph = graph_of("5x5")
    whole = TreeSearch(graph, [0], tied=tied)
    tours = whole.advance(ENOUGH, capacity=10_000)
    pieces = []
    part = TreeSearch(graph, [0], tied=tied)
    rng = np.random.default_rng(3)
    while not part.is_finished:
        pieces.append(part.advance(int(rng.integers(1, 20_000)), capacity=7))
        again = TreeSearch(graph, [0], tied=tied)
        again.restore(part.checkpoint())
        part = again
    assert np.array_equal(np.concatenate(pieces), tours)
    assert part.counters.tolist() == whole.counters.tolist()
    assert part.ends.tolist() == whole.ends.tolist()


@pytest.mark.usefixtures("form")
@pytest.mark.parametrize("tied", [False, True])
def test_subtrees_add_up(tied: bool) -> None:
    """The parts of a tree have its tours in its order, and its leaves and nodes."""
    graph = graph_of("5x5")
    whole = TreeSearch(graph, [2], tied=tied)
    tours = whole.advance(ENOUGH, capacity=10_000)
    total = np.zeros(4, np.int64)
    found = []
    for root in expand(graph, 2, tied=tied, parts=40):
        part = TreeSearch(graph, descend(graph, 2, root, tied=tied), tied=tied)
        found.append(part.advance(ENOUGH, capacity=10_000))
        total += part.counters
        total[NODES] += newly_entered(root)
    assert np.array_equal(np.concatenate(found), tours)
    assert [*total[:3], total[NODES]] == [*whole.counters[:3], whole.counters[NODES] + 1]


@pytest.mark.parametrize(("wanted", "closed"), [(ANY, {True, False}), (CLOSED_ONLY, {True}), (OPEN_ONLY, {False})])
def test_wanted_tours(wanted: int, closed: set[bool]) -> None:
    """Only tours of the sort asked for are handed over and counted by end; the counters count all."""
    graph = graph_of("3x4", (0, 1))
    neighbours = neighbours_of(graph)
    for start in range(graph.size):
        every = twin.search(neighbours, start).tours
        search = TreeSearch(graph, [start], tour_filter=wanted)
        tours = [tuple(tour) for tour in search.advance(ENOUGH, capacity=100).tolist()]
        assert tours == [tour for tour in every if (tour[0] in neighbours[tour[-1]]) in closed]
        assert search.ends.sum() == len(tours)
        assert search.counters[TOURS] == len(every)


def test_stops_right_after_the_wanted_tour() -> None:
    """The first tour of 8x8 comes after 10,250,847 dead ends and 27,241,113 squares entered (La marche du cavalier)."""
    graph = move_graph(parse_board("8x8"), (1, 2), LIEGE_ORDER)
    search = TreeSearch(graph, [0])
    tours = search.advance(ENOUGH, tours=1, capacity=10)
    assert len(tours) == 1
    assert search.counters.tolist() == [1, 0, 10_250_847, 27_241_113 - 1]


def test_warnsdorff_tree_of_8x8() -> None:
    """Tours, closed tours and dead ends from the ten classes of start squares are those in La marche du cavalier."""
    graph = graph_of("8x8")
    published = {
        0: (137300, 2662, 6804), 8: (205491, 13346, 13725), 9: (69388, 6854, 6972), 16: (14570, 1288, 786),
        17: (84653, 13604, 6958), 18: (60488, 15706, 6404), 24: (52469, 4622, 3587), 25: (148423, 33991, 16452),
        26: (92424, 19107, 10431), 27: (510410, 99958, 66322),
    }  # fmt: skip
    for start, figures in published.items():
        search = TreeSearch(graph, [start], tied=True)
        search.advance(ENOUGH)
        assert tuple(search.counters[:3]) == figures


def test_an_isolated_square_is_a_dead_end() -> None:
    """The centre of 3x3 has no move: its tree is one leaf."""
    search = TreeSearch(graph_of("3x3"), [4])
    search.advance(ENOUGH)
    assert search.is_finished
    assert search.counters[DEAD_ENDS] == 1


def test_too_many_moves_are_refused() -> None:
    """A leaper with more than 64 moves from a square does not fit the kernels."""
    graph = graph_of("3x3")
    wide = MoveGraph(graph.board, graph.piece, np.zeros((9, 65), np.int32), graph.degrees)
    with pytest.raises(InvalidProblemError):
        TreeSearch(wide, [0])
