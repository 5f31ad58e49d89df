"""Numbers removed from a tour, against plain walks over all tours."""

from __future__ import annotations

import numpy as np
import pytest

from engine.boards.existence.verdict import Tours
from engine.boards.labels import parse_board
from engine.boards.move_graph import MoveGraph, move_graph
from engine.boards.piece import KNIGHT
from engine.search.completion.known import PartialTour
from engine.search.completion.reduction import GUESSES, HARD, KNOWN, NEEDED, TRIED, Reduction
from engine.search.completion.search import CompletionSearch
from engine.search.counters import NODES
from tests.reference.completions import completions

LABELS = ("3x4", "4x5", "cylinder:3x4", "mask:.###/####/####/####")


def first_tour(graph: MoveGraph, *, closed: bool = False, number: int = 0) -> tuple[int, ...]:
    """Return one of the tours of a board."""
    tours = completions(neighbours(graph), PartialTour({}, (), (), ()), closed=closed)
    return next(tour for index, tour in enumerate(tours) if index == number)


def neighbours(graph: MoveGraph) -> dict[int, list[int]]:
    """Return the graph in the form of the plain walk."""
    return {square: list(row) for square, row in enumerate(graph.lists)}


def reduced(
    graph: MoveGraph, tour: tuple[int, ...], guesses: int, *, sort: Tours = "any", nodes: int = 10**9
) -> Reduction:
    """Return the finished reduction of a tour, in a random order, resumed from a checkpoint after every step."""
    order = np.random.default_rng(5).permutation(graph.size).tolist()
    reduction = Reduction(graph, tour, order, guesses, sort)
    while not reduction.is_finished:
        assert 0 < reduction.advance(nodes) <= nodes
        checkpoint = reduction.checkpoint()
        reduction = Reduction(graph, tour, order, guesses, sort)
        reduction.restore(checkpoint)
    return reduction


@pytest.mark.parametrize("label", LABELS)
def test_what_is_kept_has_one_solution_and_nothing_can_be_spared(label: str) -> None:
    """The numbers kept have one solution; without any of them there are more."""
    graph = move_graph(parse_board(label), KNIGHT)
    tour = first_tour(graph, number=7)
    reduction = reduced(graph, tour, 10_000)
    kept = {square: time for time, square in enumerate(tour) if reduction.kept[square]}

    def solutions(at: dict[int, int]) -> int:
        return sum(1 for _ in completions(neighbours(graph), PartialTour(at, (), (), ())))

    assert (reduction.figures[TRIED], reduction.figures[HARD], reduction.figures[NEEDED]) == (graph.size, 0, len(kept))
    assert solutions(kept) == 1
    for square in kept:
        assert solutions({other: time for other, time in kept.items() if other != square}) > 1


def test_of_closed_tours_only_closed_ones_count() -> None:
    """A closed tour needs fewer numbers: on 5x6 one closed tour has the numbers kept, but several tours of any sort."""
    graph = move_graph(parse_board("5x6"), KNIGHT)
    tour = first_tour(graph, closed=True)
    reduction = reduced(graph, tour, 10_000, sort="closed")
    known = PartialTour({square: time for time, square in enumerate(tour) if reduction.kept[square]}, (), (), ())

    assert list(completions(neighbours(graph), known, closed=True)) == [tour]
    assert sum(1 for _ in completions(neighbours(graph), known)) > 1


@pytest.mark.parametrize("guesses", [0, 3])
def test_the_proof_takes_no_more_guesses_than_allowed(guesses: int) -> None:
    """The figures are those of a search with the numbers kept, and its guesses are within the limit."""
    graph = move_graph(parse_board("6x6"), KNIGHT)
    tour = first_tour(graph)
    reduction = reduced(graph, tour, guesses)
    search = CompletionSearch(graph, PartialTour({s: t for t, s in enumerate(tour) if reduction.kept[s]}, (), (), ()))
    search.advance(10_000)

    assert search.counters[NODES] - 1 == reduction.figures[GUESSES] <= guesses
    assert search.known_at_once == reduction.figures[KNOWN]
    assert reduction.figures[HARD] > 0


@pytest.mark.parametrize("nodes", [1, 7])
def test_steps_leave_no_trace(nodes: int) -> None:
    """However the work is cut, the same numbers are kept."""
    graph = move_graph(parse_board("5x5"), KNIGHT)
    tour = first_tour(graph)
    whole, cut = (reduced(graph, tour, 20, nodes=most) for most in (10**9, nodes))
    assert (whole.kept == cut.kept).all()
    assert (whole.figures == cut.figures).all()
