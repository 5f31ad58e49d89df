"""A layer's steps with renumbered states give the sums of the original steps."""

from __future__ import annotations

import numpy as np
import pytest

from engine.boards.piece import KNIGHT
from engine.search.strip.chain import chain_of, through
from engine.search.strip.family import parse_family
from engine.search.strip.primes import primes_for
from engine.search.strip.steps import Int64s, Step, forwards
from engine.search.strip.sweep import StripSweep


@pytest.mark.parametrize("paths", [False, True])
@pytest.mark.parametrize("name", ["1xn", "3xn", "4xn", "2x2xn", "cylinder:nx3"])
@pytest.mark.parametrize("primes", [2, 5])
def test_sums_are_those_of_the_steps_one_by_one(name: str, paths: bool, primes: int) -> None:
    """Sums are right modulo two primes (by a special kernel) and five, also of the greatest residues."""
    moduli = np.array(primes_for(31 * primes)[:primes])
    sweep = StripSweep(parse_family(name, KNIGHT, paths=paths), moduli, 10**6)
    while not sweep.repeats:
        sweep.advance()
    steps, rng = sweep.steps[: sweep.family.height], np.random.default_rng(3)
    for values in (rng.integers(0, moduli, (sweep.states[0], primes)), np.tile(moduli - 1, (sweep.states[0], 1))):
        slow: Int64s = values
        for step in steps:
            slow = forwards(step, slow, moduli)
        assert through(chain_of(steps), values, moduli).tolist() == slow.tolist()


def test_a_state_of_very_many_sources() -> None:
    """The sum of very many greatest residues is right, although its quotient is in floating point."""
    moduli, number = np.array(primes_for(1)), 1 << 20
    step = Step(np.array([number]), np.arange(number, dtype=np.int32))
    values = np.tile(moduli - 1, (number, 1))
    assert through([step], values, moduli).tolist() == [(-number % moduli).tolist()]
