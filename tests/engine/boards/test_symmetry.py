"""Symmetries: groups of automorphisms, and the classes they make."""

from __future__ import annotations

from math import factorial

import numpy as np
import pytest
from numpy.typing import NDArray

from engine.boards.labels import parse_board
from engine.boards.move_graph import move_graph
from engine.boards.symmetry import is_automorphism, square_classes, symmetries, symmetry_order
from engine.errors import KernelLimitError

SURFACES = ["", "torus:", "cylinder:", "moebius:", "klein:", "projective:"]
BOARDS = ["cube:1", "cube:2", "cube:3", "2x2x2", "3x3x3", "1x1x3", "2x3x2", "1x2x2x1x2", "heart", "holed-8x8"]
MASKS = ["letter:A", "letter:H", "mask:#../#..", "torus:##./###", "torus:#../#..", "klein:#.#/.#./#.#"]
SOLID = [
    "torus:2x3x2",
    "torus:3x3x3",
    "torus:2x2x2x2",
    "cylinder:3x3x2",
    "moebius:2x2x4",
    "klein:2x4x3",
    "klein:3x2x2x2",
]
GLUED = [*SOLID, "projective:2x3x3", "projective:4x2x2", "klein:1x3x2", "moebius:3x3x3"]
LAYERS = ["mask:##/#.//##/##", "torus:##/#.//##/##", "torus:###/#.#/###//###/###/###", "cube:#./##" + "//##/##" * 5]
LABELS = [f"{surface}{rows}x{columns}" for surface in SURFACES for rows in range(1, 5) for columns in range(1, 5)]


def orbits(table: NDArray[np.int32]) -> list[int]:
    """Return the classes of squares by joining squares until nothing changes."""
    lowest = list(range(table.shape[1]))
    for _ in lowest:
        for image in table.tolist():
            for square, other in enumerate(image):
                lowest[square] = lowest[other] = min(lowest[square], lowest[other])
    return lowest


@pytest.mark.parametrize("label", LABELS + BOARDS + MASKS + GLUED + LAYERS)
def test_a_group_of_automorphisms(label: str) -> None:
    """The permutations are different, contain the identity and products, and keep every leaper's moves."""
    board = parse_board(label)
    table = symmetries(board)
    group = {tuple(image) for image in table.tolist()}
    assert len(group) == len(table) == symmetry_order(board)
    assert table[0].tolist() == list(range(board.size))
    some = table[:: max(1, len(table) // 12)]
    assert all(tuple(first[second].tolist()) in group for first in some for second in some)
    for piece in [(1, 2), (1, 3), (1,), (1, 1)]:
        graph = move_graph(board, piece)
        assert all(is_automorphism(graph, image) for image in table)


@pytest.mark.parametrize("label", [*LABELS[::5], *BOARDS, *MASKS, *GLUED, *LAYERS])
def test_square_classes(label: str) -> None:
    """Classes are the orbits of the group, each named by its lowest square."""
    board = parse_board(label)
    classes = square_classes(board)
    expected = orbits(symmetries(board)[:200] if board.size > 40 else symmetries(board))
    assert classes.representatives[classes.class_of].tolist() == expected
    assert classes.sizes.tolist() == [expected.count(square) for square in classes.representatives]


@pytest.mark.parametrize(
    ("label", "order", "classes"),
    [
        ("8x8", 8, 10),
        ("3x4", 4, 4),
        ("1x5", 2, 3),
        ("torus:3x4", 48, 1),
        ("torus:4x4", 128, 1),
        ("cylinder:3x5", 20, 2),
        ("moebius:3x5", 20, 2),
        ("klein:4x5", 40, 1),
        ("klein:3x5", 20, 2),
        ("projective:4x4", 8, 3),
        ("cube:3", 48, 3),
        ("4x4x4", 48, 4),
        ("torus:4x4x4", 64 * 48, 1),
        ("torus:3x3x5", 45 * 16, 1),
        ("cylinder:4x4x5", 5 * 16, 3),
        ("moebius:3x3x5", 40, 4),
        ("klein:3x4x5", 3 * 2 * 5 * 8, 1),
        ("projective:4x4x4", 48, 4),
        ("2x3x4", 8, 4),
        ("5x5x5x5x5", 3840, 21),
        ("heart", 2, (51 + 7) // 2),
    ],
)
def test_orders_and_classes(label: str, order: int, classes: int) -> None:
    """Orders from group theory: dihedral, translations times reflections, the cube's 48, hyperoctahedral 2^d d!."""
    board = parse_board(label)
    assert (symmetry_order(board), len(square_classes(board).sizes)) == (order, classes)


def test_large_boards_need_no_table() -> None:
    """Order and classes of large boards come without a table; the table itself is refused."""
    torus = parse_board("torus:300x300")
    assert symmetry_order(torus) == 8 * 300 * 300
    assert square_classes(torus).sizes.tolist() == [90_000]
    with pytest.raises(KernelLimitError, match="do not fit"):
        symmetries(torus)
    assert len(square_classes(parse_board("400x400")).sizes) == 200 * 201 // 2
    hypercube = parse_board("2^10")
    assert symmetry_order(hypercube) == 2**10 * factorial(10)
    assert square_classes(hypercube).sizes.tolist() == [2**10]


def test_not_an_automorphism() -> None:
    """Exchanging two squares that differ is noticed."""
    graph = move_graph(parse_board("3x4"), (1, 2))
    image = np.arange(12, dtype=np.int32)
    image[[0, 1]] = image[[1, 0]]
    assert not is_automorphism(graph, image)
