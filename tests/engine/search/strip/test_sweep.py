"""The sweep along a strip: against single boards, its operator, and its checkpoints."""

from __future__ import annotations

from typing import Any

import numpy as np
import pytest

from engine.boards.labels import parse_board
from engine.boards.move_graph import move_graph
from engine.boards.piece import KNIGHT
from engine.search.frontier.order import well_ordered
from engine.search.frontier.sweep import Sweep
from engine.search.strip.family import parse_family
from engine.search.strip.primes import number_of, primes_for
from engine.search.strip.sweep import CONFIRMING, StripSweep
from tests.reference.strips import count_tours

FAMILIES: list[tuple[str, tuple[int, ...], int]] = [
    ("3xn", KNIGHT, 8),
    ("4xn", KNIGHT, 6),
    ("5xn", KNIGHT, 5),
    ("1xn", (1,), 8),
    ("2xn", (1,), 8),
    ("3xn", (1,), 6),
    ("3xn", (1, 1), 6),
    ("4xn", (1, 3), 6),
    ("cylinder:nx3", KNIGHT, 6),
    ("cylinder:nx4", KNIGHT, 5),
    ("cylinder:nx3", (1,), 6),
    ("cylinder:nx4", (1, 1), 5),
]
"""Name, piece, and the longest board that the plain twin counts."""


def _swept(name: str, piece: tuple[int, ...], boards: int, *, paths: bool = False, **more: Any) -> StripSweep:
    family = parse_family(name, piece, paths=paths)
    exact = more.pop("exact", boards)
    sweep = StripSweep(family, np.array(primes_for(family.bits(exact))), exact, **more)
    while sweep.count < boards:
        sweep.advance()
    return sweep


def _numbers(sweep: StripSweep, exact: int) -> list[int]:
    primes = primes_for(sweep.family.bits(exact))
    return [number_of(term.tolist(), primes) for term in sweep.terms()[:exact]]


@pytest.mark.parametrize("paths", [False, True])
@pytest.mark.parametrize(("name", "piece", "boards"), FAMILIES)
def test_every_board_alone_has_the_same_count(name: str, piece: tuple[int, ...], boards: int, paths: bool) -> None:
    """The terms of 12 families, closed tours and all tours, are the counts of the plain twin."""
    ring = name.startswith("cylinder")
    height = int(name.removeprefix("cylinder:nx").removesuffix("xn"))
    found = _numbers(_swept(name, piece, boards, paths=paths), boards)
    plain = [count_tours(height, n, piece, ring=ring, paths=paths) for n in range(1, boards + 1)]
    if height == 1 and paths:
        plain[0] = 1  # one square is a tour, but makes no cycle with the extra square
    assert found == plain


@pytest.mark.parametrize(("name", "piece", "longest"), [("5xn", KNIGHT, 12), ("2x3xn", KNIGHT, 7), ("6xn", (1,), 9)])
def test_boards_beyond_the_period_have_the_counts_of_sweeps_in_another_order(
    name: str, piece: tuple[int, ...], longest: int
) -> None:
    """The operator gives the count that the sweep of a single board has in its best order."""
    sweep = _swept(name, piece, longest)
    single = Sweep(well_ordered(move_graph(parse_board(sweep.family.label(longest)), piece)))
    single.advance(10**9)
    assert _numbers(sweep, longest)[-1] == single.count


def test_printed_terms_come_out() -> None:
    """The terms are those of 3x2n closed (OEIS A070030: 16, 176, 1536, ...) and 4xn open (A079137: 8, 0, 82, 744)."""
    assert _numbers(_swept("3xn", KNIGHT, 18), 18)[9::2] == [16, 176, 1536, 15424, 147728]
    assert _numbers(_swept("4xn", KNIGHT, 6, paths=True), 6) == [0, 0, 8, 0, 82, 744]


def test_the_states_come_again() -> None:
    """One period of the operator maps the states of a layer to themselves, and none is left without a source."""
    sweep = _swept("3xn", KNIGHT, 30)
    assert (sweep.period, sweep.states) == (2, [37, 37])
    states = sweep.states[0]
    for step in sweep.steps:
        assert int(step.sources.max()) < states
        assert np.diff(step.ends, prepend=0).min() > 0
        states = len(step.ends)
    assert states == sweep.states[0]


def test_terms_beyond_the_exact_ones_are_counted_by_two_primes() -> None:
    """Terms beyond the exact ones have two residues, which agree with those of a sweep with more exact terms."""
    short, long = _swept("3xn", KNIGHT, 40, exact=20), _swept("3xn", KNIGHT, 40)
    assert [len(term) for term in short.terms()[19:21]] == [len(primes_for(short.family.bits(20))), CONFIRMING]
    for mine, others in zip(short.terms(), long.terms(), strict=True):
        assert mine[:CONFIRMING].tolist() == others[:CONFIRMING].tolist()


def test_boards_are_ended_square_by_square() -> None:
    """A board is ended by a step for each square of a layer and the margin behind it, so that no step takes minutes."""
    family = parse_family("3xn", KNIGHT)
    sweep = StripSweep(family, np.array(primes_for(family.bits(20))), 20)
    steps = dict.fromkeys(range(sweep.count, 12), 0)
    while sweep.count < 12:
        steps[sweep.count] += 1
        sweep.advance()
    assert set(steps.values()) == {family.height * (1 + family.margin)}


@pytest.mark.parametrize("begun", [1, 7, 26, 60, 110, 141, 155, 162, 168, 176, 185, 204, 230])
def test_a_sweep_goes_on_at_a_checkpoint(begun: int) -> None:
    """A resumed sweep ends the same, whether it was seeking the period, building the operator or following it."""
    family = parse_family("3xn", KNIGHT)
    moduli = np.array(primes_for(family.bits(20)))
    whole, first = StripSweep(family, moduli, 20), StripSweep(family, moduli, 20)
    for _ in range(begun):
        first.advance()
    second = StripSweep(family, moduli, 20, first.checkpoint())
    for _ in range(begun):
        whole.advance()
    for _ in range(50):
        whole.advance()
        second.advance()
    one, other = whole.checkpoint(), second.checkpoint()
    assert one.keys() == other.keys()
    for name, array in one.items():
        assert np.array_equal(array, other[name]), name
    assert whole.digest == second.digest
