"""The source's shift registers: bit by bit, and how short their period really is."""

from __future__ import annotations

from itertools import islice

import numpy as np
import pytest

from engine.streams.catalogue import SHIFT_REGISTER_PERIOD, SHIFT_REGISTER_POLYNOMIALS
from engine.streams.registry import open_stream
from tests.reference.streams import shift_register


@pytest.mark.parametrize("degree", SHIFT_REGISTER_POLYNOMIALS)
def test_draws_are_the_bits_of_the_recurrence(degree: int) -> None:
    """Draws hold 32 successive bits of the sequence, the first on top."""
    stream = open_stream(f"shift-register-{degree}", 6)
    register = int(stream.state[0])
    bits = shift_register([register >> index & 1 for index in range(degree)], SHIFT_REGISTER_POLYNOMIALS[degree])
    expected = [int("".join(map(str, islice(bits, 32))), 2) for _ in range(200)]
    assert stream.raw(200).tolist() == expected


@pytest.mark.parametrize(("degree", "exponents"), SHIFT_REGISTER_POLYNOMIALS.items())
def test_the_polynomials_divide(degree: int, exponents: tuple[int, ...]) -> None:
    """Each polynomial divides X**63 - 1 over GF(2): it is not primitive, whatever the source says."""
    polynomial = sum(1 << exponent for exponent in exponents)
    rest = 1 << SHIFT_REGISTER_PERIOD | 1
    while rest.bit_length() > degree:
        rest ^= polynomial << rest.bit_length() - 1 - degree
    assert rest == 0


@pytest.mark.parametrize("degree", SHIFT_REGISTER_POLYNOMIALS)
def test_draws_repeat_after_63(degree: int) -> None:
    """The 64th draw is the first again, and not all before are equal."""
    draws = open_stream(f"shift-register-{degree}", 2).raw(126)
    assert np.array_equal(draws[:63], draws[63:])
    assert len(set(draws[:63].tolist())) > 1
