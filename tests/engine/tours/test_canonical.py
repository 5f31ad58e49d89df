"""Canonical forms, sizes and keys of classes."""

from __future__ import annotations

import numpy as np
import pytest

from engine.tours.canonical import class_keys, classify, fixing_symmetries
from engine.tours.verify import closing
from tests.engine.tours.sample_tours import KNIGHT, some_tours
from tests.reference.all_tours import images, rectangle_symmetries


def sides(label: str) -> tuple[int, int]:
    """Return the sides of a rectangle."""
    rows, columns = label.split("x")
    return int(rows), int(columns)


@pytest.mark.parametrize("label", ["3x4", "4x5", "3x8", "3x10"])
def test_forms_and_sizes_agree_with_sets_of_images(label: str) -> None:
    """The canonical form is the least of all images, the directed size their number, tour by tour."""
    board, tours = some_tours(label, KNIGHT, 60)
    closes = closing(board, KNIGHT, tours)
    group = rectangle_symmetries(*sides(label))
    classes = classify(tours, closes, np.array(group, dtype=np.int32))
    for tour, closed, form, size in zip(
        tours.tolist(), closes.tolist(), classes.canonical.tolist(), classes.directed_sizes.tolist(), strict=True
    ):
        expected = images(tuple(tour), group, closed=closed)
        assert tuple(form) == min(expected)
        assert size == len(expected)


@pytest.mark.parametrize(
    ("label", "diagrams"),
    [("3x4", 3), ("4x5", 22)],
)
def test_numbers_of_diagrams(label: str, diagrams: int) -> None:
    """Open tours up to symmetry: 3 on 3x4, 22 on 4x5 (G. Jelliss, Knight's Tour Notes); sizes add up to all."""
    board, tours = some_tours(label)
    group = np.array(rectangle_symmetries(*sides(label)), dtype=np.int32)
    classes = classify(tours, closing(board, KNIGHT, tours), group)
    _, first = np.unique(classes.canonical, axis=0, return_index=True)
    assert len(first) == diagrams
    assert classes.directed_sizes[first].sum() == len(tours)
    assert 2 * classes.undirected_sizes[first].sum() == len(tours)


def test_closed_tours_of_3x10() -> None:
    """From one corner of 3x10 there are 32 directed closed tours: 16 cycles in 6 classes (G. Jelliss; OEIS A070030)."""
    board, tours = some_tours("3x10", KNIGHT, 448)
    assert set(tours[:, 0].tolist()) == {0}
    closed = tours[closing(board, KNIGHT, tours)]
    classes = classify(closed, np.ones(len(closed), dtype=bool), np.array(rectangle_symmetries(3, 10), dtype=np.int32))
    _, first = np.unique(classes.canonical, axis=0, return_index=True)
    assert len(closed) == 32
    assert len(first) == 6
    assert classes.undirected_sizes[first].sum() == 16
    assert classes.directed_sizes[first].sum() == 16 * 60


def test_fixing_symmetries_are_as_many_as_the_stabiliser() -> None:
    """The symmetries that fix a canonical form, found one by one, are as many as the batch counted."""
    board, tours = some_tours("3x10", KNIGHT, 448)
    closes = closing(board, KNIGHT, tours)
    group = np.array(rectangle_symmetries(3, 10), dtype=np.int32)
    classes = classify(tours, closes, group)
    assert classes.stabiliser.max() == 2
    for form, closed, count in zip(classes.canonical[::7], closes[::7], classes.stabiliser[::7], strict=True):
        assert len(fixing_symmetries(form, group, closed=bool(closed))) == count


def test_one_square() -> None:
    """The board of one square has one tour, in a class of one."""
    classes = classify(np.zeros((1, 1), dtype=np.int32), np.zeros(1, dtype=bool), np.zeros((1, 1), dtype=np.int32))
    assert classes.directed_sizes.tolist() == [1]


def test_keys_are_fixed_for_ever() -> None:
    """Keys are 16 bytes, differ between forms, and do not change between versions: stored ones depend on it."""
    keys = class_keys(np.array([[0, 1, 2], [0, 1, 3]], dtype=np.uint8))
    assert [len(key) for key in keys] == [16, 16]
    assert keys[0].hex() == "91acbf05ad7ba806285272e5d64ad09c"
    assert keys[0] != keys[1]
