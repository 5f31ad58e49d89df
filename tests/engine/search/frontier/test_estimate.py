"""Estimates before a sweep."""

from __future__ import annotations

import pytest

from engine.boards.labels import parse_board
from engine.boards.move_graph import move_graph
from engine.search.frontier.estimate import MAX_DISK, SweepEstimate, estimate_problem, estimate_sweep
from engine.search.frontier.order import symmetries_of, well_ordered
from engine.search.frontier.sweep import Sweep
from engine.search.frontier.table_parts import MAX_ALONE


@pytest.mark.parametrize("label", ["5x12", "6x6", "6x7", "6x8", "cylinder:5x6"])
@pytest.mark.parametrize("squares", [(), (0,)])
def test_sweeps_are_near_their_estimates(label: str, squares: tuple[int, ...]) -> None:
    """A sweep meets between a tenth and eight times the states estimated, in all and at its widest step."""
    graph = move_graph(parse_board(label), (1, 2))
    problem = well_ordered(graph, squares)
    estimate, sweep = estimate_problem(problem), Sweep(problem, symmetries_of(graph))
    while not sweep.is_finished:
        sweep.advance(1 << 16)
    for met, told in ((sweep.widths.max(), estimate.peak_states), (sweep.widths.sum(), estimate.all_states)):
        assert told / 10 <= met <= 8 * told


def test_what_fits() -> None:
    """6x8 and 8x8 fit, 12x12 does not; too wide a frontier, too many files or too long a time do not either."""
    assert estimate_sweep(move_graph(parse_board("6x8"), (1, 2)), ()).fits
    assert estimate_sweep(move_graph(parse_board("8x8"), (1, 2)), (0,)).fits
    assert not estimate_sweep(move_graph(parse_board("12x12"), (1, 2)), ()).fits
    assert SweepEstimate(frontier=20, peak_states=1e6, all_states=1e6).fits
    assert not SweepEstimate(frontier=21, peak_states=1e6, all_states=1e6).fits
    assert not SweepEstimate(frontier=17, peak_states=MAX_DISK / 30, all_states=1e6).fits
    assert not SweepEstimate(frontier=17, peak_states=1e6, all_states=1e14).fits


def test_files_are_told_where_there_will_be_any() -> None:
    """The text of an estimate gives the size of the files of a shared sweep; one worker alone needs none."""
    assert "files" not in str(SweepEstimate(frontier=12, peak_states=MAX_ALONE, all_states=1e7))
    assert "3.3 GiB of files" in str(SweepEstimate(frontier=12, peak_states=1e8, all_states=1e9))


@pytest.mark.parametrize("label", ["3x200", "200x3"])
def test_a_long_narrow_board_fits_however_it_lies(label: str) -> None:
    """The sweep goes along a long narrow board whichever way it lies."""
    assert estimate_sweep(move_graph(parse_board(label), (1, 2)), ()).fits


@pytest.mark.parametrize(
    ("label", "piece"),
    [("2x2x8", (1, 2)), ("ring:7x7-2", (1, 2)), ("6x6", (1, 4)), ("4x7", (1, 3)), ("6x8", (0, 2)), ("2x3x4", (1, 1))],
)
@pytest.mark.parametrize("squares", [(), (0,), (0, 1)])
def test_a_board_in_pieces_is_weighed(label: str, piece: tuple[int, ...], squares: tuple[int, ...]) -> None:
    """A board in pieces gets an order along the axes, as no search leads from piece to piece, and fits."""
    graph = move_graph(parse_board(label), piece)
    assert estimate_sweep(graph, squares).fits
    assert sorted(well_ordered(graph, squares).order)[: graph.size] == list(range(graph.size))


@pytest.mark.parametrize("label", ["4x17", "4x18", "4x23"])
def test_an_order_of_few_patterns_never_outgrows_a_state(label: str) -> None:
    """From square 25 of 4x18 the order of fewest patterns has a frontier of 21 squares, that by columns one of 11."""
    graph = move_graph(parse_board(label), (1, 2))
    assert estimate_sweep(graph, (25,)).fits


def test_a_frontier_beyond_all_hope_is_not_counted() -> None:
    """100x100 is refused by its frontier alone, as estimating its states would take minutes."""
    estimate = estimate_sweep(move_graph(parse_board("100x100"), (1, 2)), ())
    assert not estimate.fits
    assert "room for 20" in str(estimate)
