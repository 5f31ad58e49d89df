"""Generators with parameters in their names: their facts, and names that are refused."""

from __future__ import annotations

import numpy as np
import pytest

from engine.errors import InvalidProblemError
from engine.streams.catalogue import generator_facts, split_guarantee
from engine.streams.registry import find_generator, open_stream
from tests.reference.streams import additive, shift_register


@pytest.mark.parametrize(
    "name",
    ["lcg-0-1-1", "lcg-1-1-0", "lcg-10-10-1", "lcg-10-3-10", "lcg-10-0-1", "lcg-2^65-5-1", "lcg-1125899906842625-3-0",
     "additive-3-3", "additive-5-2", "additive-1-1001", "register-4-1", "register-1-0", "register-64-1-0",
     "register-4-4-0", "register-1-4-0", "lcg-7-3", "lcg--7-3-1", "lcg-07-3-1",
     "lcg-1\u0663-3-1", "additive-1-\u0665", "register-3-\u0661-0"],
)  # fmt: skip
def test_what_makes_no_generator_is_refused(name: str) -> None:
    """A name with invalid parameters is refused at the generator's field."""
    with pytest.raises(InvalidProblemError) as caught:
        generator_facts(name)
    assert caught.value.pointer == "/rng/generator"


def test_names_are_canonical() -> None:
    """A power of two is written as one."""
    assert generator_facts("lcg-2147483648-65539-0").name == "lcg-2^31-65539-0"
    assert generator_facts("lcg-2147483648-65539-0").period == generator_facts("randu").period


@pytest.mark.parametrize(("short", "long"), [(24, 55), (3, 10), (100, 1000), (1, 2)])
def test_lags_of_ones_own(short: int, long: int) -> None:
    """Draws are those of the recurrence; jumps are steps."""
    stream = open_stream(f"additive-{short}-{long}", 4)
    expected = additive(stream.state.tolist(), short)
    start = stream.state.copy()
    assert stream.raw(1500).tolist() == [next(expected) for _ in range(1500)]
    assert np.array_equal(stream.generator.jump(start, 1500), stream.state)


def test_periods_of_lags() -> None:
    """A period is stated only where the trinomial is primitive, as Mitchell and Moore's is."""
    assert generator_facts("additive-24-55").period == generator_facts("mitchell-moore").period
    assert generator_facts("additive-2-4").period is None


@pytest.mark.parametrize("exponents", [(4, 1, 0), (4, 3, 2, 1, 0), (7, 1, 0), (10, 5, 0), (63, 1, 0)])
def test_registers_of_ones_own(exponents: tuple[int, ...]) -> None:
    """Draws are those of the recurrence, bit by bit; the stated period is true, and jumps are steps."""
    name = "register-" + "-".join(map(str, exponents))
    stream, facts = open_stream(name, 6), generator_facts(name)
    start, register = stream.state.copy(), int(stream.state[0])
    bits = shift_register([register >> index & 1 for index in range(exponents[0])], exponents)
    expected = [int("".join(str(next(bits)) for _ in range(32)), 2) for _ in range(200)]
    assert stream.raw(200).tolist() == expected
    assert np.array_equal(stream.generator.jump(start, 200), stream.state)
    assert facts.period is not None
    assert np.array_equal(stream.generator.jump(start, facts.period), start)
    if facts.period < 200:
        assert expected[facts.period :] == expected[: 200 - facts.period]


def test_what_keeps_streams_apart() -> None:
    """Streams have a proved distance where the period is known, else a probability."""
    assert split_guarantee("lcg-2^31-5-1", 8).draws == 2**28
    assert split_guarantee("additive-2-4", 8).kind == "probability"
    starts = {tuple(find_generator("lcg-1000-6-1").split(1, index, 4).tolist()) for index in range(4)}
    assert len(starts) > 1
