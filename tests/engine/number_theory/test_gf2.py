"""Orders of X over GF(2) are those found by multiplying again and again."""

from __future__ import annotations

import pytest

from engine.number_theory.gf2 import is_primitive, order_of_x, power_of_x, powers_of_x, product, words


def slow_order(polynomial: int) -> int:
    """Multiply by X until 1 comes back."""
    degree, power, steps = polynomial.bit_length() - 1, 1, 0
    while True:
        power <<= 1
        if power >> degree & 1:
            power ^= polynomial
        steps += 1
        if power == 1:
            return steps


def test_orders_are_those_of_the_slow_twin() -> None:
    """Of every polynomial of degree 2 to 8 with a constant term, reducible or not."""
    for polynomial in range(5, 2**9, 2):
        assert order_of_x(polynomial) == slow_order(polynomial), words(polynomial)


def test_the_field_of_sixteen_elements() -> None:
    """X^4 = X + 1, and the 15 powers are all different."""
    powers = powers_of_x(0b10011)
    assert (powers[4], powers[14], len(set(powers))) == (0b0011, 0b1001, 15)
    assert is_primitive(0b10011)
    assert not is_primitive(0b11111)
    assert words(0b10011) == "X^4 + X + 1"
    assert product(powers[7], powers[9], 0b10011) == powers[1]


def test_large_orders() -> None:
    """X^63 + X + 1 is primitive; a power of the order is 1."""
    assert order_of_x(1 << 63 | 0b11) == 2**63 - 1
    assert power_of_x(2**63 - 1, 1 << 63 | 0b11) == 1
    with pytest.raises(ValueError, match="degree"):
        order_of_x(1 << 64 | 1)
    with pytest.raises(ValueError, match="constant"):
        order_of_x(0b10010)
