"""The sweep against its twin, plain backtracking and published counts; cutting it anywhere changes nothing."""

from __future__ import annotations

import itertools
from collections.abc import Sequence

import numpy as np
import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from engine.boards.labels import parse_board
from engine.boards.move_graph import move_graph
from engine.boards.symmetry import symmetries
from engine.search.frontier.order import symmetries_of, well_ordered
from engine.search.frontier.problem import adjacency_of, problem_of
from engine.search.frontier.steps import ONE, SIZES, TWO
from engine.search.frontier.sweep import Sweep
from engine.search.frontier.table import LARGE
from engine.search.frontier.transition import ROOM
from tests.reference.frontier import count_cycles, count_paths

# Cycles and paths, undirected. OEIS A070030, A175855, A175881; A169696, A079137, A083386, A306281.
CYCLES = {"10x3": 16, "16x3": 15424, "20x3": 1448416, "6x4": 0, "6x5": 8, "8x5": 44202, "14x5": 1495135512514}
CYCLES |= {"6x6": 9862, "7x6": 1067638}


def swept(sweep: Sweep) -> int:
    """Run a sweep to its end."""
    while not sweep.is_finished:
        sweep.advance(1 << 16)
    return sweep.count


def cycles(label: str, piece: tuple[int, ...] = (1, 2)) -> int:
    """Count the cycles of a board, folding by all its symmetries."""
    graph = move_graph(parse_board(label), piece)
    problem = problem_of(adjacency_of(graph)).with_order(range(graph.size))
    return swept(Sweep(problem, symmetries(graph.board).tolist()))


@pytest.mark.parametrize(("label", "count"), CYCLES.items())
def test_published_numbers_of_cycles(label: str, count: int) -> None:
    """Cycles of flat boards as published, the largest beyond any search."""
    assert cycles(label) == count


@st.composite
def graphs(draw: st.DrawFn) -> list[list[int]]:
    """Any simple graph of 2 to 8 vertices, dense enough to have cycles."""
    size = draw(st.integers(2, 8))
    pairs = [(u, w) for u in range(size) for w in range(u)]
    missing = draw(st.sets(st.sampled_from(pairs), max_size=len(pairs) // 2))
    edges = set(pairs) - missing
    return [sorted({w for w in range(size) if (u, w) in edges or (w, u) in edges}) for u in range(size)]


def packed(adjacency: Sequence[Sequence[int]]) -> tuple[tuple[int, ...], ...]:
    """Return the graph in the form of a sweep problem."""
    return tuple(tuple(row) for row in adjacency)


@settings(max_examples=60)
@given(graphs(), st.randoms(use_true_random=False))
def test_random_graphs_in_random_order(adjacency: list[list[int]], random: object) -> None:
    """Cycles equal the twin's and paths from a start and between ends equal plain backtracking, in any order."""
    order = list(range(len(adjacency)))
    random.shuffle(order)  # type: ignore[attr-defined]  Hypothesis hands out a random.Random
    graph = packed(adjacency)
    assert swept(Sweep(problem_of(graph).with_order(order))) == count_cycles(adjacency)
    assert swept(Sweep(problem_of(graph, [0]).with_order(order))) == count_paths(adjacency, 0)
    assert swept(Sweep(problem_of(graph, [0, 1]).with_order(order))) == count_paths(adjacency, 0, 1)


@pytest.mark.parametrize("label", ["3x4", "torus:3x4", "cylinder:4x3", "2x2x3", "moebius:3x4"])
@pytest.mark.parametrize("piece", [(1, 2), (0, 1)])
def test_other_surfaces(label: str, piece: tuple[int, ...]) -> None:
    """Folding by whatever symmetries a surface has leaves the twin's count; the order of squares is the board's own."""
    graph = move_graph(parse_board(label), piece)
    assert cycles(label, piece) == count_cycles(adjacency_of(graph))


def test_cut_anywhere() -> None:
    """A sweep written down and taken up again after every few states goes through the same widths to the same count."""
    graph = move_graph(parse_board("6x5"), (1, 2))
    problem = problem_of(adjacency_of(graph), [0, 1]).with_order(range(30))
    whole, cut = Sweep(problem), Sweep(problem, batch=4 * ROOM)
    while not cut.is_finished:
        cut.advance(97)
        saved = {name: array.copy() for name, array in cut.checkpoint().items()}
        cut = Sweep(problem, checkpoint=saved, batch=4 * ROOM)
    assert cut.count == swept(whole) > 0
    assert np.array_equal(cut.widths, whole.widths)


def test_steps_leave_no_trace() -> None:
    """Tables that grow and are filled by region are the same, bit by bit, in whatever steps as much work was done."""
    problem = well_ordered(move_graph(parse_board("8x8"), (1, 2)))
    whole, cut = Sweep(problem), Sweep(problem)
    done = whole.advance(1 << 20)
    for states in itertools.cycle((1, 300_000, 5_000)):
        done -= cut.advance(min(states, done))
        if done <= 0:
            break
    assert done == 0
    assert len(whole.checkpoint()["found_keys"]) > LARGE
    for name, array in whole.checkpoint().items():
        assert np.array_equal(array, cut.checkpoint()[name]), name


def test_killed_at_any_square() -> None:
    """Taken up again from what was written down before each square, a folded sweep ends with the same count."""
    graph = move_graph(parse_board("6x6"), (1, 2))
    problem, folds = well_ordered(graph), symmetries_of(graph)
    whole, saved = Sweep(problem, folds), []
    while not whole.is_finished:
        square = whole.number
        saved.append({name: array.copy() for name, array in whole.checkpoint().items()})
        whole.advance(len(whole.keys))
        assert whole.number == square + 1
    assert len(saved) == graph.size
    for checkpoint in saved:
        again = Sweep(problem, folds, checkpoint)
        assert swept(again) == whole.count == 9862
        assert np.array_equal(again.widths, whole.widths)


@pytest.mark.parametrize("label", ["6x6", "5x6", "torus:4x4", "cylinder:4x5", "3x3x2"])
def test_folding_changes_no_count(label: str) -> None:
    """The unfolded sweep is the twin: the same counts of cycles and paths, row after row, through more states."""
    graph = move_graph(parse_board(label), (1, 2))
    for squares in ((), (0,), (0, 1)):
        problem = problem_of(adjacency_of(graph), squares).with_order(range(graph.size))
        folded, plain = Sweep(problem, symmetries_of(graph)), Sweep(problem)
        assert swept(folded) == swept(plain)
        assert folded.widths.sum() < plain.widths.sum() or squares


def test_pruning_changes_no_count() -> None:
    """A sweep that watches no square for starving is the twin: the same count through more states."""
    graph = move_graph(parse_board("6x6"), (1, 2))
    problem = well_ordered(graph)
    pruned, blind = Sweep(problem), Sweep(problem)
    for step in blind.steps:
        step[SIZES, [ONE, TWO]] = -1
    assert swept(pruned) == swept(blind) == 9862
    assert pruned.widths.sum() < 0.7 * blind.widths.sum()


def test_counts_beyond_64_bits() -> None:
    """5x18 has 161,514,101,568,508,400 cycles, 5x24 has 5,717,847,862,749,642,677,204,182 (A175855): two words."""
    assert cycles("18x5") == 161514101568508400
    assert cycles("24x5") == 5717847862749642677204182


def test_published_numbers_of_paths() -> None:
    """Directed paths from each start of 5x5 (304, 56, 64), and none from the other colour."""
    graph = move_graph(parse_board("5x5"), (1, 2))
    counts = {
        start: swept(Sweep(problem_of(adjacency_of(graph), [start]).with_order(range(25))))
        for start in (0, 1, 2, 6, 12)
    }
    assert counts == {0: 304, 1: 0, 2: 56, 6: 56, 12: 64}
