"""Estimates before a sweep."""

from __future__ import annotations

import pytest

from engine.boards.labels import parse_board
from engine.boards.move_graph import move_graph
from engine.search.frontier.estimate import MOST_BYTES, SweepEstimate, estimate_problem, estimate_sweep
from engine.search.frontier.order import symmetries_of, well_ordered
from engine.search.frontier.sweep import Sweep


@pytest.mark.parametrize("label", ["6x6", "5x8", "6x7", "cylinder:5x6"])
@pytest.mark.parametrize("squares", [(), (0,), (0, 1)])
def test_sweeps_stay_within_their_estimates(label: str, squares: tuple[int, ...]) -> None:
    """The widest step holds no more states than estimated."""
    graph = move_graph(parse_board(label), (1, 2))
    problem = well_ordered(graph, squares)
    sweep = Sweep(problem, symmetries_of(graph))
    while not sweep.finished:
        sweep.advance(1 << 16)
    assert sweep.widths.max() <= estimate_problem(problem).peak_states


def test_what_fits() -> None:
    """6x8 fits, 12x12 does not; too wide a frontier or too many states do not either."""
    assert estimate_sweep(move_graph(parse_board("6x8"), (1, 2)), ()).fits
    assert not estimate_sweep(move_graph(parse_board("12x12"), (1, 2)), ()).fits
    assert SweepEstimate(frontier=20, peak_states=1e6, all_states=1e6).fits
    assert not SweepEstimate(frontier=21, peak_states=1e6, all_states=1e6).fits
    assert not SweepEstimate(frontier=17, peak_states=MOST_BYTES / 79, all_states=1e6).fits


@pytest.mark.parametrize("label", ["3x200", "200x3"])
def test_a_long_narrow_board_fits_however_it_lies(label: str) -> None:
    """The sweep goes along it."""
    assert estimate_sweep(move_graph(parse_board(label), (1, 2)), ()).fits


def test_a_frontier_beyond_all_hope_is_not_counted() -> None:
    """On 100x100 the numbers of states would take minutes to work out; the frontier alone says no."""
    estimate = estimate_sweep(move_graph(parse_board("100x100"), (1, 2)), ())
    assert not estimate.fits
    assert "room for 20" in str(estimate)
