"""Estimates of sweeps on many workers."""

from __future__ import annotations

from dataclasses import replace
from math import factorial, isfinite

import pytest

from engine.boards.labels import parse_board
from engine.boards.move_graph import MoveGraph, move_graph
from engine.errors import InvalidProblemError
from engine.search.frontier.estimate import BYTES_PER_SENT, SENT_PER_STATE, estimate_sweep
from engine.search.frontier.order import symmetries_of
from engine.search.frontier.scale_out import MAX_FRONTIER, ScaleOut, order_for_plan, scale_out
from engine.search.frontier.steps import MAX_SLOTS, key_bits
from engine.search.frontier.sweep import Sweep
from engine.search.frontier.table_parts import MAX_PARTS

SOME_WORKERS = (1, 2, 3, 8, 50, 64, 65, 1000)


def graph_of(label: str) -> MoveGraph:
    """Return the knight's graph of a board."""
    return move_graph(parse_board(label), (1, 2))


@pytest.mark.parametrize("label", ["5x8", "5x12", "6x6", "6x7"])
@pytest.mark.parametrize("squares", [(), (0,)])
def test_states_met_are_within_the_error(label: str, squares: tuple[int, ...]) -> None:
    """An actual sweep meets states between the low and high estimates, in all and at its widest step."""
    graph = graph_of(label)
    sweep = Sweep(order_for_plan(graph, squares), symmetries_of(graph))
    while not sweep.is_finished:
        sweep.advance(1 << 16)
    found = scale_out(graph, [squares])
    for met, span in ((sweep.widths.sum(), found.states), (sweep.widths.max(), found.peak_states)):
        assert span.low < span.value < span.high
        assert span.low <= met <= span.high


@pytest.mark.parametrize(
    ("label", "states", "hours", "workers"),
    [("8x8", 984_998_878, 275.3 / 3600, 1), ("8x8", 984_998_878, 164.1 / 3600, 2), ("8x10", 4.2e9, 40 / 60, 2)],
)
def test_documented_sweeps_are_within_the_error(label: str, states: float, hours: float, workers: int) -> None:
    """Measured states, and clock times on one and two threads, lie between the low and high estimates."""
    found = scale_out(graph_of(label), [()], workers)
    assert found.states.low <= states <= found.states.high
    assert found.seconds.low <= hours * 3600 <= found.seconds.high
    assert 1 / 3 < states / found.states.value < 3


def test_two_workers_are_as_fast_as_measured() -> None:
    """Where nearly all states are in wide rounds, two workers are 1.68 times as fast as one."""
    assert scale_out(graph_of("9x10"), [()], 2).speedup == pytest.approx(1.68, rel=0.01)


@pytest.mark.parametrize("label", ["6x8", "8x8", "9x10", "10x10"])
@pytest.mark.parametrize("rate", [None, 1e5])
def test_more_workers_are_never_slower(label: str, rate: float | None) -> None:
    """More workers take no more time, processor time or disk; those beyond the parts of a round change nothing."""
    one = scale_out(graph_of(label), [()], rate=rate)
    plans = [replace(one, workers=workers) for workers in SOME_WORKERS]
    clock = [plan.seconds.value for plan in plans]
    assert clock == sorted(clock, reverse=True)
    assert clock[SOME_WORKERS.index(MAX_PARTS)] == clock[-1]
    assert (clock[0] > clock[-1]) == (label != "6x8")
    assert len({(plan.core_seconds, plan.disk_bytes, plan.coded_bytes) for plan in plans}) == 1


def test_time_adds_up_step_by_step() -> None:
    """A loop over steps gives the same times: of divisible work, of serial work, and of transfers both ways."""
    found = scale_out(graph_of("8x9"), [()], workers=7, rate=1e6)
    clock = transfer = before = 0.0
    for sent in found.sent:
        parts = 1 if before <= 1 << 20 else min(64, max(2, -(-int(before) // (1 << 21))))
        share = found.estimate.seconds * sent / sum(found.sent) * 275.3 / 189.0
        serial = 2 / 1.68 - 1
        clock += share * serial + share * (1 - serial) / min(7, parts)
        transfer += sent / min(7, parts)
        before = sent
    written = sum(sent for sent in found.sent if sent > 1 << 20) * BYTES_PER_SENT
    assert found.coded_bytes.value == pytest.approx(written)
    assert found.network_bytes.value == pytest.approx(2 * written)
    assert found.transfer_seconds.value == pytest.approx(2 * written / 1e6 * transfer / sum(found.sent))
    assert found.seconds.value == pytest.approx(clock + found.transfer_seconds.value)
    assert sum(found.sent) == pytest.approx(found.estimate.all_states * SENT_PER_STATE)


def test_only_a_worker_alone_needs_no_network() -> None:
    """One worker without a network rate has local files; several workers, or one with a rate, transfer them."""
    one = scale_out(graph_of("8x8"), [()])
    assert one.network_bytes.high == one.transfer_seconds.high == 0
    assert replace(one, rate=1e8).network_bytes == replace(one, workers=2).network_bytes != one.network_bytes
    assert replace(one, workers=2).transfer_seconds.high == 0


@pytest.mark.parametrize(("label", "squares"), [("10x10", ()), ("12x12", ()), ("16x16", ()), ("4x4x4", (0,))])
def test_refused_boards_have_finite_numbers(label: str, squares: tuple[int, ...]) -> None:
    """Boards whose frontier does not fit a state still have estimates, with the key size that they would need."""
    graph = graph_of(label)
    assert not estimate_sweep(graph, squares).fits
    found = scale_out(graph, [squares], workers=50, rate=1e8)
    assert not found.estimate.fits
    assert found.key_bits > 63
    assert found.estimate.words > 1
    assert all(isfinite(value) and value > 0 for value in (*found.states, *found.seconds, *found.disk_bytes))


def test_only_sweeps_with_states_are_estimated() -> None:
    """Sweeps without states are left out: by colours 5x7 has no cycles, and no tours from half of its squares."""
    found = scale_out(graph_of("5x7"), [(), (0,), (1,), (17,)])
    assert found.sweeps == 1
    assert found.states == scale_out(graph_of("5x7"), [(0,)]).states
    assert scale_out(graph_of("5x6"), [(), (0,), (1,)]).sweeps == 3


@pytest.mark.parametrize(("label", "why"), [("5x5", "colours"), ("50x50", f"at most {MAX_FRONTIER}")])
def test_what_cannot_be_planned_is_refused(label: str, why: str) -> None:
    """Boards without states, or with too wide a frontier, are refused."""
    with pytest.raises(InvalidProblemError, match=why) as refused:
        scale_out(graph_of(label), [()])
    assert refused.value.pointer == "/board"


@pytest.mark.parametrize("frontier", range(2, 40))
def test_keys_hold_every_matching(frontier: int) -> None:
    """A key has two bits a square and bits for all orders of first ends; the widest frontier of a state just fits."""
    ends = frontier // 2
    orders = 2 ** (key_bits(frontier) - 2 * frontier)
    assert factorial(ends) <= orders < 2 * factorial(ends)
    assert (key_bits(frontier) <= 63) == (frontier <= MAX_SLOTS)


def test_nothing_takes_no_time() -> None:
    """For a sweep without states one worker is as fast as many."""
    found = replace(scale_out(graph_of("6x6"), [()]), sent=(0.0,))
    assert isinstance(found, ScaleOut)
    assert found.transfer_seconds.value == 0
