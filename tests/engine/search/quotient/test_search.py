"""The tours that a symmetry maps to themselves, against all tours compared with their images."""

from __future__ import annotations

import numpy as np
import pytest
from numpy.typing import NDArray

from engine.boards.labels import parse_board
from engine.boards.move_graph import MoveGraph, move_graph
from engine.boards.symmetry import symmetries
from engine.search.counters import NO_LIMIT
from engine.search.quotient.search import QuotientSearch
from engine.search.quotient.ways import Quotient
from engine.tours.symmetry_type import plane_symmetry
from engine.tours.verify import first_fault
from tests.reference.symmetric_tours import symmetric_tours, undirected

BOARDS = [
    ("3x4", (1, 2)),
    ("cylinder:3x4", (1, 2)),
    ("moebius:3x4", (1, 2)),
    ("torus:3x3", (0, 1)),
    ("torus:2x5", (0, 1)),
    ("torus:3x4", (0, 1)),
    ("klein:3x4", (0, 1)),
    ("4x5", (0, 1)),
    ("4x4", (0, 1)),
    ("2x4", (0, 1)),
    ("3x3", (0, 1)),
    ("1x3", (0, 1)),
    ("torus:1x6", (0, 1)),
    ("torus:1x9", (0, 1)),
    ("mask:####/#..#/#..#/####", (0, 1)),
    ("mask:.##./####/####/.##.", (0, 1)),
    ("mask:.##./####/####/.##.", (1, 2)),
    ("mask:###/#.#/###", (1, 2)),
    ("2x2x2", (0, 0, 1)),
]


def every(search: QuotientSearch) -> NDArray[np.int32]:
    """Search to the end, a few nodes at a time, each time from a checkpoint; return the tours."""
    found = [np.empty((0, search.quotient.graph.size), np.int32)]
    while not search.is_finished:
        found.append(search.advance(3, NO_LIMIT, 100)[1])
        again = QuotientSearch(search.quotient, search.way, search._slots)
        again.restore(search.checkpoint())
        search = again
    return np.concatenate(found)


def tours_left(graph: MoveGraph, image: NDArray[np.int32], *, closed: bool) -> NDArray[np.int32]:
    """Return all tours that the search of every way finds."""
    quotient = Quotient(graph, image, closed)
    found = [every(QuotientSearch(quotient, way)) for way in quotient.ways]
    return np.concatenate([np.empty((0, graph.size), np.int32), *found])


def moves(tours: NDArray[np.int32], *, closed: bool) -> list[frozenset[frozenset[int]]]:
    """Return the moves of each tour."""
    return [undirected(tuple(tour), closed=closed) for tour in tours.tolist()]


def of_knights(label: str, symmetry: str, *, closed: bool) -> Quotient:
    """Return the quotient of a board's knight graph by a named symmetry."""
    board = parse_board(label)
    image = plane_symmetry(board, symmetry)
    assert image is not None
    return Quotient(move_graph(board, (1, 2)), image, closed)


@pytest.mark.parametrize(("label", "piece"), BOARDS, ids=str)
@pytest.mark.parametrize("closed", [True, False], ids=["closed", "open"])
def test_every_tour_once(label: str, piece: tuple[int, ...], closed: bool) -> None:
    """For each symmetry of each board, translations of tori included, the search finds the twin's tours, each once."""
    board = parse_board(label)
    graph = move_graph(board, piece)
    for image in symmetries(board)[1:]:
        found = tours_left(graph, image, closed=closed)
        wanted = symmetric_tours(graph.lists, image.tolist(), closed=closed)
        assert len(found) == len(wanted)
        assert set(moves(found, closed=closed)) == wanted
        assert not any(first_fault(board, piece, tour) for tour in found)
        refuted = Quotient(graph, image, closed).refutation_reason
        assert refuted is None or not wanted


@pytest.mark.parametrize(
    ("label", "symmetry"), [("6x6", "rotation180"), ("5x8", "rotation180"), ("5x6", "mirror-columns")]
)
def test_subtrees_together_are_the_tree(label: str, symmetry: str) -> None:
    """The subtrees that a search gives away and the one that it continues have all tours, each once."""
    quotient = of_knights(label, symmetry, closed=True)
    for way in quotient.ways:
        whole = every(QuotientSearch(quotient, way))
        search = QuotientSearch(quotient, way)
        found = [search.advance(150, NO_LIMIT, 10_000)[1]]
        parts: list[QuotientSearch] = []
        if not search.is_finished:
            place, ahead = search.place(), search.ahead()
            levels = len(place) // 2
            parts = [QuotientSearch(quotient, way, [*place[:level], slot]) for level, slot in ahead if level < levels]
            kept = QuotientSearch(quotient, way, place[:levels])
            kept.restore(search.checkpoint())
            parts.append(kept)
            found += [every(part) for part in parts]
        assert sorted(np.concatenate(found).tolist()) == sorted(whole.tolist())


def test_what_is_counted_depends_on_the_work_alone() -> None:
    """However the work is cut, counts and tours are the same; a step with a limit of one tour stops right after it."""
    quotient = of_knights("6x6", "rotation180", closed=True)
    (way,) = quotient.ways
    whole, cut = QuotientSearch(quotient, way), QuotientSearch(quotient, way)
    _, tours = whole.advance(NO_LIMIT, NO_LIMIT, 1000)
    pieces = []
    while not cut.is_finished:
        taken, found = cut.advance(NO_LIMIT, 1, 1)
        assert taken <= 1
        pieces.append(found)
    assert np.array_equal(np.concatenate(pieces), tours)
    assert whole.counters.tolist() == cut.counters.tolist()
    assert whole.share == 1.0


@pytest.mark.parametrize(
    ("label", "symmetry", "closed", "why"),
    [
        ("8x8", "rotation90", True, "an odd multiple of 16 moves ends on the colour it begins on, and it changes"),
        ("6x6", "mirror-rows", True, "an odd multiple of 18 moves ends on the colour it begins on, and it changes"),
        ("5x6", "mirror-rows", True, "6 squares stay where they are"),
        ("8x8", "mirror-diagonal", True, "8 squares stay where they are, and there can be 2 at most"),
        ("7x7", "rotation90", False, "An open tour has two ends"),
        ("6x6", "rotation90", False, "it is of order 4, not two"),
        ("6x6", "rotation180", False, "squares that stay, or are a move from their image, are 0, and it takes 1"),
    ],
)
def test_why_there_is_none(label: str, symmetry: str, closed: bool, why: str) -> None:
    """The reason names the obstacle, and there is nothing to search."""
    quotient = of_knights(label, symmetry, closed=closed)
    assert why.lower() in str(quotient.refutation_reason).lower()
    assert quotient.ways == ()
