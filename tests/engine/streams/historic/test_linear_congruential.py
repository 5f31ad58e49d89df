"""Turbo Pascal's generator and RANDU against their definitions."""

from __future__ import annotations

from itertools import islice

import pytest

from engine.streams.historic.linear_congruential import RANDU, TURBO_PASCAL, PowerOfTwoGenerator
from engine.streams.registry import open_stream
from tests.reference.streams import congruential


@pytest.mark.parametrize("generator", [TURBO_PASCAL, RANDU], ids=lambda generator: generator.name)
def test_draws_are_the_recurrence(generator: PowerOfTwoGenerator) -> None:
    """Draws are those of the definition."""
    start = int(generator.start(77)[0])
    recurrence = congruential(start, generator.multiplier, generator.increment, generator.values)
    assert open_stream(generator.name, 77).raw(3000).tolist() == list(islice(recurrence, 3000))


def test_randu_begins_as_in_the_literature() -> None:
    """From 1 RANDU gives 65539, 393225, 1769499, 7077969 (OEIS A096555), and x'' = 6 x' - 9 x."""
    draws = open_stream("randu", 1).raw(1000).tolist()
    assert draws[:4] == [65539, 393225, 1769499, 7077969]
    triples = zip(draws, draws[1:], draws[2:], strict=False)
    assert all((z - 6 * y + 9 * x) % 2**31 == 0 for x, y, z in triples)


@pytest.mark.parametrize("generator", [TURBO_PASCAL, RANDU], ids=lambda generator: generator.name)
def test_the_period_is_the_stated_one(generator: PowerOfTwoGenerator) -> None:
    """A jump of the period, written as two jumps below it, leads home; half the period does not."""
    start = generator.start(5)
    half = generator.jump(start, generator.period // 2)
    assert int(half[0]) != int(start[0])
    assert int(generator.jump(half, generator.period // 2)[0]) == int(start[0])


def test_words_fill_from_the_top() -> None:
    """A draw of 32 bits is a word; RANDU's 31 bits are moved up by one."""
    assert open_stream("turbo-pascal", 3).words(5).tolist() == open_stream("turbo-pascal", 3).raw(5).tolist()
    assert open_stream("randu", 3).words(5).tolist() == [2 * draw for draw in open_stream("randu", 3).raw(5).tolist()]
