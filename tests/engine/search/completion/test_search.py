"""The search for completions, against its slow twin, for any givens and cuts."""

from __future__ import annotations

import itertools
import random

import numpy as np
import pytest

from engine.boards.labels import parse_board
from engine.boards.move_graph import MoveGraph, move_graph
from engine.search.completion.known import PartialTour
from engine.search.completion.search import CompletionSearch
from engine.search.counters import ANY, CLOSED_ONLY, DEAD_ENDS, NODES, OPEN_ONLY, TOURS
from tests.reference.completions import completions
from tests.reference.search import neighbours_of

NOTHING = PartialTour({}, (), (), ())
ALL = 2**62

CASES = [
    ("3x4", (1, 2)),
    ("4x4", (0, 1)),
    ("4x4", (1, 1)),
    ("torus:3x3", (1, 2)),
    ("ring:5x5-1", (1, 2)),
    ("3x3x2", (0, 1, 1)),
    ("1x1", (1, 2)),
    ("1x2", (0, 1)),
    ("2x2", (0, 1)),
]


def graph_of(label: str, piece: tuple[int, ...] = (1, 2)) -> MoveGraph:
    """Return the moves of a piece on a board."""
    return move_graph(parse_board(label), piece)


def found(graph: MoveGraph, known: PartialTour, wanted: int = ANY) -> set[tuple[int, ...]]:
    """Return the tours of a sort that the search finds, and check that none is found twice."""
    search = CompletionSearch(graph, known, tour_filter=wanted)
    count, tours = search.advance(ALL, capacity=100_000)
    assert search.is_finished
    listed = {tuple(tour) for tour in tours.tolist()}
    assert len(listed) == count
    return listed


def some_given(graph: MoveGraph, rng: random.Random, tours: list[tuple[int, ...]]) -> PartialTour:
    """Return a few givens that fit one of the tours, or mostly random ones."""
    tour = rng.choice(tours) if tours and rng.random() < 0.8 else tuple(rng.sample(range(graph.size), graph.size))
    times = rng.sample(range(graph.size), rng.randint(0, min(4, graph.size)))
    edges = [(one, two) for one in range(graph.size) for two in graph.lists[one] if one < two]
    steps = [(one, two) for one, two in itertools.pairwise(tour) if two in graph.lists[one]]
    arcs = rng.sample(steps, min(len(steps), rng.randint(0, 2)))
    bonds = [(min(move), max(move)) for move in rng.sample(steps, min(len(steps), rng.randint(0, 2)))]
    barred = rng.sample(edges, min(len(edges), rng.randint(0, 2)))
    return PartialTour({tour[time]: time for time in sorted(times)}, tuple(arcs), tuple(bonds), tuple(barred))


@pytest.mark.parametrize(("label", "piece"), CASES)
def test_the_same_tours_as_the_twin(label: str, piece: tuple[int, ...]) -> None:
    """For forty sets of givens, some contradictory, the closed, open and all tours are the twin's."""
    graph, rng = graph_of(label, piece), random.Random(7)
    neighbours = neighbours_of(graph)
    tours = list(completions(neighbours, NOTHING))
    for _ in range(40):
        known = some_given(graph, rng, tours)
        every, closed = set(completions(neighbours, known)), set(completions(neighbours, known, closed=True))
        closing = {tour for tour in every if graph.size > 2 and graph.adjacent(tour[0], tour[-1])}
        assert found(graph, known) == every
        assert found(graph, known, CLOSED_ONLY) == closed
        assert found(graph, known, OPEN_ONLY) == every - closing


@pytest.mark.parametrize(("label", "numbers"), [("5x5", 3), ("5x6", 6), ("6x6", 14)])
def test_larger_boards_with_many_givens(label: str, numbers: int) -> None:
    """For numbers of a random tour the search finds the twin's tours, the random one among them."""
    graph, rng = graph_of(label), random.Random(3)
    for _ in range(4):
        tour = random_tour(graph, rng)
        times = sorted({0, *rng.sample(range(graph.size), numbers)})
        known = PartialTour({tour[time]: time for time in times}, (), (), ())
        assert tour in (there := found(graph, known))
        assert there == set(completions(neighbours_of(graph), known))


@pytest.mark.parametrize(
    ("label", "wanted", "count"), [("5x5", ANY, 1728), ("3x4", ANY, 16), ("6x5", CLOSED_ONLY, 480)]
)
def test_known_counts(label: str, wanted: int, count: int) -> None:
    """Without givens all directed tours of a board are found: 1,728 of 5x5, and 8 cycles x 60 closed ones of 5x6."""
    search = CompletionSearch(graph_of(label), NOTHING, tour_filter=wanted)
    assert search.advance(ALL)[0] == count


def test_more_than_64_squares() -> None:
    """On 9x9, with times beyond one word, a tour with every third number given is found again."""
    graph, rng = graph_of("9x9"), random.Random(5)
    tour = random_tour(graph, rng)
    known = PartialTour({tour[time]: time for time in range(0, 81, 3)}, (), (), ())
    there = found(graph, known)
    assert tour in there
    neighbours = neighbours_of(graph)
    assert there == set(completions(neighbours, known)) if len(there) < 50 else True


@pytest.mark.parametrize("seed", range(3))
def test_any_slicing_gives_the_same(seed: int) -> None:
    """A search stopped and resumed from checkpoints has the counters and tours of an uncut one."""
    graph, rng = graph_of("5x5"), random.Random(seed)
    known = PartialTour({12: rng.randrange(0, 25, 2)}, (), (), ())
    whole = CompletionSearch(graph, known)
    expected = whole.advance(ALL, capacity=2000)[1]
    search, tours = CompletionSearch(graph, known), []
    while not search.is_finished:
        tours.append(search.advance(rng.randint(1, 40), rng.randint(1, 5), capacity=5)[1])
        again = CompletionSearch(graph, known)
        again.restore(search.checkpoint())
        assert again.checkpoint().keys() == search.checkpoint().keys()
        search = again
    np.testing.assert_array_equal(np.concatenate(tours), expected)
    np.testing.assert_array_equal(search.counters, whole.counters)


def test_branches_cut_off_are_searched_once() -> None:
    """The branches that a paused search has not tried, searched separately, add up to the whole with its own."""
    graph = graph_of("5x5")
    whole = CompletionSearch(graph, NOTHING)
    whole.advance(ALL)
    search = CompletionSearch(graph, NOTHING)
    search.advance(100)
    place, total = search.place(), np.zeros(4, np.int64)
    for level, number in search.ahead():
        if level < len(place):
            part = CompletionSearch(graph, NOTHING, [*place[:level], number])
            part.advance(ALL)
            total += part.counters
    kept = CompletionSearch(graph, NOTHING, place)
    kept.restore(search.checkpoint())
    kept.advance(ALL)
    np.testing.assert_array_equal(total + kept.counters, whole.counters)
    assert whole.counters[TOURS] == 1728
    assert 0 < whole.counters[DEAD_ENDS] < whole.counters[NODES]


def random_tour(graph: MoveGraph, rng: random.Random) -> tuple[int, ...]:
    """Return a tour by Warnsdorff's rule with random ties."""
    while True:
        path = [rng.randrange(graph.size)]
        while len(path) < graph.size:
            free = [square for square in graph.lists[path[-1]] if square not in path]
            if not free:
                break
            exits = {square: sum(other not in path for other in graph.lists[square]) for square in free}
            path.append(min(free, key=lambda square: (exits[square], rng.random())))
        if len(path) == graph.size:
            return tuple(path)
