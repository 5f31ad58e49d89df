"""The operator of twenty families against sweeps of single boards, past the layer from which it counts alone."""

from __future__ import annotations

import numpy as np
import pytest

from engine.boards.labels import parse_board
from engine.boards.move_graph import move_graph
from engine.boards.piece import KNIGHT
from engine.search.frontier.order import well_ordered
from engine.search.frontier.problem import SweepProblem
from engine.search.frontier.sweep import Sweep
from engine.search.strip.family import Family, parse_family
from engine.search.strip.primes import number_of, primes_for
from engine.search.strip.sweep import StripSweep

WAZIR, FERS, CAMEL, ZEBRA = (1,), (1, 1), (1, 3), (2, 3)

FAMILIES = [
    ("3xn", KNIGHT, "closed"),
    ("3xn", KNIGHT, "open"),
    ("4xn", KNIGHT, "open"),
    ("5xn", KNIGHT, "closed"),
    ("2x3xn", WAZIR, "closed"),
    ("2x3xn", WAZIR, "open"),
    ("cylinder:nx3", KNIGHT, "closed"),
    ("cylinder:nx3", KNIGHT, "open"),
    ("cylinder:nx4", KNIGHT, "closed"),
    ("cylinder:nx4", KNIGHT, "open"),
    ("2xn", WAZIR, "open"),
    ("4xn", WAZIR, "closed"),
    ("4xn", WAZIR, "open"),
    ("2x2xn", WAZIR, "open"),
    ("cylinder:nx4", WAZIR, "closed"),
    ("cylinder:nx4", WAZIR, "open"),
    ("cylinder:nx3", FERS, "open"),
    ("cylinder:nx3", CAMEL, "closed"),
    ("cylinder:nx3", CAMEL, "open"),
    ("cylinder:nx3", ZEBRA, "closed"),
]
"""Strips, boxes and cylinders; knight, wazir, fers, camel and zebra; closed tours and open ones. All have tours."""


def _swept(family: Family, boards: int) -> int:
    primes = primes_for(family.bits(boards))
    sweep = StripSweep(family, np.array(primes), boards)
    while sweep.count < boards or not sweep.repeats:
        sweep.advance()
    assert sweep.first + family.margin < boards
    return number_of(sweep.terms()[boards - 1].tolist(), primes)


def _alone(family: Family, boards: int) -> int:
    """Return the count of one board by the plain sweep, in the best order for the board."""
    problem = well_ordered(move_graph(parse_board(family.label(boards)), family.piece))
    if family.paths:
        widened = (*((*row, problem.size) for row in problem.adjacency), tuple(range(problem.size)))
        problem = SweepProblem(widened, apex=problem.size).with_order(problem.order)
    single = Sweep(problem)
    while not single.is_finished:
        single.advance(10**9)
    return single.count


def _repeats_from(family: Family) -> int:
    sweep = StripSweep(family, np.array(primes_for(1)), 1)
    while not sweep.repeats:
        sweep.advance()
    return sweep.first + family.margin


@pytest.mark.parametrize(("name", "piece", "tours"), FAMILIES)
def test_boards_past_the_period_are_as_counted_alone(name: str, piece: tuple[int, ...], tours: str) -> None:
    """Two boards of each family have the counts of single sweeps, for open tours both of paths and of cycles."""
    for paths in (False,) if tours == "closed" else (True, False):
        family = parse_family(name, piece, paths=paths)
        first = _repeats_from(family)
        alone = {boards: _alone(family, boards) for boards in (first + 1, first + 2)}
        assert {boards: _swept(family, boards) for boards in alone} == alone, paths
        assert any(alone.values()) or (tours == "open" and not paths)
