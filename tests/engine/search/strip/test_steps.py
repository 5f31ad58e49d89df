"""Steps as matrices: forwards and backwards are transposed."""

from __future__ import annotations

import numpy as np

from engine.boards.piece import KNIGHT
from engine.search.strip.family import parse_family
from engine.search.strip.steps import Int64s, backwards, dot, forwards, take_step

MODULI: Int64s = np.array([2147483647, 2147483629])


def test_forwards_and_backwards_are_transposed() -> None:
    """The product of a row and a column does not depend on which of them goes through the step."""
    family, rng = parse_family("4xn", KNIGHT), np.random.default_rng(1)
    keys = np.zeros(1, dtype=np.int64)
    for number in range(4 * family.height):
        before = len(keys)
        keys, step = take_step(keys, family.layer_tables(number // 4)[number % 4])
        assert bool((np.diff(keys) > 0).all())
        left, right = (rng.integers(0, 2**31 - 20, (size, 2)) for size in (before, len(keys)))
        one = dot(forwards(step, left, MODULI), right, MODULI)
        assert one.tolist() == dot(left, backwards(step, right, MODULI, before), MODULI).tolist()
