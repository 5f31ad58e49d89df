"""Cutting sides into bands."""

from __future__ import annotations

from random import Random

import pytest

from engine.construction.flat_boards.blocks.bands import bands, even_parts, random_bands


@pytest.mark.parametrize("length", range(5, 120))
def test_bands_add_up(length: int) -> None:
    """Parts must add up to the side, be 5 to 13 long, and at most one of them odd, after an even number of squares."""
    parts = bands(length)
    assert sum(parts) == length
    assert all(5 <= part <= 13 for part in parts)
    odd = [index for index, part in enumerate(parts) if part % 2]
    assert len(odd) == length % 2
    assert all(sum(parts[:index]) % 2 == 0 for index in odd)


@pytest.mark.parametrize("length", [7, 9, 11, 13, 15, 17, 19, 21, 33, 59])
def test_the_odd_part_contains_what_it_must(length: int) -> None:
    """Every index of an odd side can be put into the odd part."""
    for inside in range(length):
        parts = bands(length, inside)
        (odd,) = (index for index, part in enumerate(parts) if part % 2)
        assert sum(parts[:odd]) <= inside < sum(parts[: odd + 1])
        assert sum(parts) == length


def test_even_parts_are_at_least_six() -> None:
    """Even sides take only parts of 6, 8 and 10; random cuts only even parts of 6 to 14."""
    random = Random(1)
    for length in range(6, 100, 2):
        assert set(even_parts(length)) <= {6, 8, 10}
        parts = random_bands(length, None, random)
        assert sum(parts) == length
        assert all(part % 2 == 0 and 6 <= part <= 14 for part in parts)
