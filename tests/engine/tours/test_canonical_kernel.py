"""The compiled canonical forms are those of the plain ones."""

from __future__ import annotations

import numpy as np
import pytest

from engine.boards.symmetry import symmetries
from engine.tours.canonical import classify
from engine.tours.canonical_kernel import classify_stream
from engine.tours.verify import closing
from tests.engine.tours.sample_tours import KNIGHT, some_tours
from tests.reference.all_tours import rectangle_symmetries


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


@pytest.mark.parametrize("label", ["torus:3x3", "cylinder:3x4", "moebius:3x4", "klein:3x3", "projective:3x3", "2x2x3"])
def test_class_sizes_add_up_on_every_surface(label: str) -> None:
    """All tours of a board fall into classes whose sizes add up to them; both ways of classifying agree."""
    piece = (0, 1) if label == "2x2x3" else KNIGHT
    board, tours = some_tours(label, piece, 200_000)
    closes = closing(board, piece, tours)
    classes = classify_stream(tours, closes, symmetries(board))
    _, first = np.unique(classes.canonical, axis=0, return_index=True)
    assert classes.directed_sizes[first].sum() == len(tours) > 0
    plain = classify(tours[::37], closes[::37], symmetries(board))
    assert np.array_equal(plain.canonical, classes.canonical[::37])
    assert np.array_equal(plain.stabiliser, classes.stabiliser[::37])
