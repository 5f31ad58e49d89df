"""The compiled canonical forms are those of the plain ones."""

from __future__ import annotations

import numpy as np
import pytest

from engine.tours.canonical import classify
from engine.tours.canonical_kernel import classify_stream
from engine.tours.verify import closing
from tests.engine.tours.sample_tours import KNIGHT, some_tours
from tests.reference.tours import rectangle_symmetries


@pytest.mark.parametrize(("label", "sides"), [("3x4", (3, 4)), ("4x5", (4, 5)), ("3x10", (3, 10))])
def test_it_agrees_with_the_plain_form(label: str, sides: tuple[int, int]) -> None:
    """Open and closed tours mixed: canonical forms, stabilisers and sizes are equal."""
    board, tours = some_tours(label, KNIGHT, 448)
    closes = closing(board, KNIGHT, tours)
    group = np.array(rectangle_symmetries(*sides), dtype=np.int32)
    fast, plain = classify_stream(tours, closes, group), classify(tours, closes, group)
    assert np.array_equal(fast.canonical, plain.canonical)
    assert np.array_equal(fast.stabiliser, plain.stabiliser)
    assert np.array_equal(fast.directed_sizes, plain.directed_sizes)
