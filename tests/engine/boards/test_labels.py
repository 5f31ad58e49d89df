"""Labels: strict, permanent, and one for each board."""

from __future__ import annotations

import numpy as np
import pytest
from hypothesis import given
from hypothesis import strategies as st

from engine.boards.labels import parse_board
from engine.boards.masks import named_shapes
from engine.errors import InvalidProblemError


@pytest.mark.parametrize(
    ("label", "surface", "shape", "size"),
    [
        ("8x8", "flat", (8, 8), 64),
        ("1x1", "flat", (1, 1), 1),
        ("3x10", "flat", (3, 10), 30),
        ("torus:8x8", "torus", (8, 8), 64),
        ("cylinder:3x4", "cylinder", (3, 4), 12),
        ("moebius:3x4", "moebius", (3, 4), 12),
        ("klein:3x4", "klein", (3, 4), 12),
        ("projective:3x4", "projective", (3, 4), 12),
        ("cube:4", "cube", (6, 4, 4), 96),
        ("4x4x4", "box", (4, 4, 4), 64),
        ("2x1x3x2", "box", (2, 1, 3, 2), 12),
        ("heart", "flat", (9, 9), 51),
        ("holed-8x8", "flat", (8, 8), 48),
        ("ring:5x7-1", "flat", (5, 7), 20),
        ("ring:10x10-2", "flat", (10, 10), 64),
        ("letter:I", "flat", (20, 12), 144),
        ("word:KNIGHT", "flat", (20, 105), 1184),
        ("mask:##./###", "flat", (2, 3), 5),
        ("torus:##./###", "torus", (2, 3), 5),
        ("torus:4x4x4", "torus", (4, 4, 4), 64),
        ("projective:2x3x4x5", "projective", (2, 3, 4, 5), 120),
        ("mask:##/#.//##/##", "box", (2, 2, 2), 7),
        ("mask:###//#.#", "box", (2, 1, 3), 5),
        ("mask://###/#.#", "box", (1, 2, 3), 5),
        ("mask:///##/#.//##/##", "box", (1, 2, 2, 2), 7),
        ("mask:#.//##///##//##", "box", (2, 2, 1, 2), 7),
        ("klein:#./##//##/##", "klein", (2, 2, 2), 7),
        ("cube:#/./#/#/#/#".replace("/", "//"), "cube", (6, 1, 1), 5),
    ],
)
def test_canonical_labels(label: str, surface: str, shape: tuple[int, ...], size: int) -> None:
    """A canonical label is the label of the board it names."""
    board = parse_board(label)
    assert (board.label, board.surface, board.shape, board.size) == (label, surface, shape, size)
    assert [board.index(board.square(number)) for number in range(size)] == list(range(size))
    assert board.coordinates.tolist() == [board.square(number) for number in range(size)]


@pytest.mark.parametrize(
    ("label", "canonical"),
    [
        ("3^3", "3x3x3"),
        ("5^5", "5x5x5x5x5"),
        ("4^2", "4x4"),
        ("mask:##/##", "2x2"),
        ("klein:##/##", "klein:2x2"),
        ("torus:4^3", "torus:4x4x4"),
        ("mask:##/##//##/##", "2x2x2"),
        ("mask://##/##", "1x2x2"),
        ("torus:#//#", "torus:2x1x1"),
        ("cube:" + "//".join(["##/##"] * 6), "cube:2"),
        ("word:A", "letter:A"),
        ("ring:8x8-2", "holed-8x8"),
        ("mask:" + "/".join(named_shapes()["heart"]), "heart"),
        ("mask:" + "/".join(named_shapes()["letter:Q"]), "letter:Q"),
    ],
)
def test_other_spellings(label: str, canonical: str) -> None:
    """Every other way of writing a board leads to the same label."""
    assert parse_board(label).label == canonical


REFUSED = [
    "8",
    "8x",
    "x8",
    "0x8",
    "08x8",
    "8X8",
    "-1x3",
    "8x8.0",
    "torus:8",
    "torus:2^11",
    "torus:3^1",
    "mask:/##",
    "mask:##/",
    "mask:##//#",
    "mask:##/##//##",
    "mask:/##//##",
    "mask://##//##",
    "mask:##///##/##",
    "mask:" + "/" * 10 + "#.",
    "cube:##/#.",
    "cube:" + "//".join(["##/#."] * 5),
    "cube:" + "//".join(["###/##."] * 6),
    "torus:" + "//".join(["#" * 49, "." * 49]),
    "mask:4x4x4-0123456789abcdef",
    "sphere:8x8",
    "Torus:8x8",
    "cube:",
    "cube:0",
    "cube:3x3",
    "mask:8x8",
    "mask:",
    "mask:##/#",
    "mask:#a",
    "mask:../..",
    "letter:a",
    "letter:AB",
    "word:",
    "ring:8x8",
    "ring:8x8-4",
    "ring:5x8-3",
    "ring:8x8-0",
    "ring:2000x2000-2",
    "3^1",
    "3^0",
    "2^11",
    "3^",
    "1x1x1x1x1x1x1x1x1x1x1",
    "hearts",
    "100000x100000",
    "cube:100000",
    "999^9",
    "999999999x999999999",
    "mask:8x8-0123456789abcdef",
    "flat:3x3",
    "box:2x2x2",
    "word:ABCDEFGHIJKLMNOPQ",
    "torus:5x\u0665",
    "cube:\u0662",
    "\u0665x5",
]


@pytest.mark.parametrize("label", [*REFUSED, "", " 8x8", "8x8 ", "8x8\n", "word:A B", "8 x 8"])
def test_refused_labels(label: str) -> None:
    """Anything else is refused, with the pointer it was asked to name."""
    with pytest.raises(InvalidProblemError) as error:
        parse_board(label, "/here")
    assert error.value.pointer == "/here"


@given(st.text(alphabet="0123456789x^:.#/torusklein-", max_size=12))
def test_any_text(text: str) -> None:
    """Any text is a label or is refused; the label of what it names is a fixed point."""
    try:
        board = parse_board(text) if len(text) < 9 else None
    except InvalidProblemError:
        return
    if board is not None and board.size < 10_000:
        assert parse_board(board.label) == board


def test_squares_off_the_board() -> None:
    """Coordinates beyond the board, of the wrong length or removed name no square."""
    heart = parse_board("heart")
    for square in ([0, 1], [10, 1], [1, 1], [3], [3, 3, 3], []):
        with pytest.raises(InvalidProblemError, match="not a square"):
            heart.index(square, "/starts/0")


def test_equality_is_by_label() -> None:
    """Boards are equal where their labels are, and may be kept in sets."""
    assert {parse_board("3^3"), parse_board("3x3x3")} == {parse_board("3x3x3")}
    assert parse_board("3x3") != "3x3"
    assert isinstance(parse_board("3x4").cells, np.ndarray)
