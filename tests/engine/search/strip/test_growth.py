"""The growth of a family: its bounds enclose what is known."""

from __future__ import annotations

import numpy as np
import pytest

from engine.boards.piece import KNIGHT
from engine.number_theory.recurrence import find_recurrence
from engine.search.strip.family import parse_family
from engine.search.strip.growth import Growth, growth_of
from engine.search.strip.primes import number_of, primes_for
from engine.search.strip.sweep import StripSweep


def _growth(name: str, piece: tuple[int, ...] = KNIGHT, *, paths: bool = False) -> Growth:
    sweep = StripSweep(parse_family(name, piece, paths=paths), np.array(primes_for(1)), 1)
    while not sweep.repeats:
        sweep.advance()
    return growth_of(sweep.steps, sweep.endings)


def test_closed_tours_of_3xn() -> None:
    """The growth over a period of two columns is the square of that of the recurrence found from 100 terms."""
    family = parse_family("3xn", KNIGHT)
    sweep = StripSweep(family, np.array(primes := primes_for(family.bits(100))), 100)
    while sweep.count < 100:
        sweep.advance()
    recurrence = find_recurrence([number_of(term.tolist(), primes) for term in sweep.terms()])
    found = growth_of(sweep.steps, sweep.endings)
    assert recurrence is not None
    assert recurrence.growth**2 == pytest.approx(found.low, rel=1e-9)
    assert found.low < found.high < found.low * (1 + 1e-12)
    assert found.parts == 1


def test_paths_of_a_king_that_moves_straight() -> None:
    """2xn has n^2 - n + 2 paths of a wazir: a growth of 1, in three parts as the polynomial is of degree 2."""
    found = _growth("2xn", (1,), paths=True)
    assert found.low <= 1 <= found.high
    assert found.parts == 3


@pytest.mark.parametrize("name", ["4xn", "2xn"])
def test_a_family_without_closed_tours_does_not_grow(name: str) -> None:
    """4xn has states without end, but none that a board could end from (Pósa)."""
    assert _growth(name) == (0.0, 0.0, 0)


def test_a_layer_of_one_square() -> None:
    """1xn has one path for each n: a growth of 1."""
    found = _growth("1xn", (1,), paths=True)
    assert found.low <= 1 <= found.high
