"""Tours survive being written and read, and are read as people paste them."""

from __future__ import annotations

import json

import numpy as np
import pytest

import engine.tours.parse as text_module
from engine.boards.labels import parse_board
from engine.errors import InvalidProblemError
from engine.tours.parse import directions_text, grid_text, parse_tour, squares_text
from tests.engine.tours.sample_tours import KNIGHT, WARNSDORFF_8X8, some_tours, warnsdorff_8x8

BOARD = parse_board("8x8")


def as_lists() -> list[list[int]]:
    """Return the printed grid as nested lists."""
    return [[int(number) for number in line.split()] for line in WARNSDORFF_8X8.splitlines()]


@pytest.mark.parametrize(
    "text",
    [
        WARNSDORFF_8X8,
        WARNSDORFF_8X8.replace(" ", ","),
        WARNSDORFF_8X8.replace(" ", "\t"),
        json.dumps(as_lists()),
        "\n".join(f"| {' | '.join(str(n - 1) for n in row)} |" for row in as_lists()),
        json.dumps([[int(s) // 8 + 1, int(s) % 8 + 1] for s in warnsdorff_8x8()]),
        "\n".join(f"({s // 8 + 1},{s % 8 + 1})" for s in warnsdorff_8x8()),
        " -> ".join("ABCDEFGH"[s % 8] + str(8 - s // 8) for s in warnsdorff_8x8()),
        squares_text(BOARD, warnsdorff_8x8()),
        squares_text(BOARD, warnsdorff_8x8()).replace(" ", ""),
        json.dumps(squares_text(BOARD, warnsdorff_8x8()).split()),
        " ".join(f"{n}. {name}" for n, name in enumerate(squares_text(BOARD, warnsdorff_8x8()).split(), start=1)),
        directions_text(BOARD, KNIGHT, warnsdorff_8x8()),
        directions_text(BOARD, KNIGHT, warnsdorff_8x8()).replace("a8", "[1, 1]"),
    ],
)
def test_every_form_is_recognised(text: str) -> None:
    """Grids from 1 or 0 with any separators, squares as names or coordinates, directions: all the same tour."""
    assert np.array_equal(parse_tour(BOARD, KNIGHT, text), warnsdorff_8x8())


def test_directions_by_hand() -> None:
    """The tour a8-b6 begins with (2, 1), the first direction in descending order."""
    assert directions_text(BOARD, KNIGHT, warnsdorff_8x8()).startswith("a8: 2")
    assert warnsdorff_8x8()[:2].tolist() == [0, 10]


@pytest.mark.parametrize(
    ("label", "piece"),
    [("4x5", KNIGHT), ("2x2x3", (0, 1)), ("mask:##./###", (0, 1)), ("torus:3x3", KNIGHT), ("1x4", (0, 1))],
)
def test_round_trips(label: str, piece: tuple[int, ...]) -> None:
    """What the writers write the parser reads, wherever the form exists."""
    board, tours = some_tours(label, piece, 3)
    for tour in tours:
        assert np.array_equal(parse_tour(board, piece, squares_text(board, tour)), tour)
        assert np.array_equal(parse_tour(board, piece, grid_text(board, tour)), tour)
        if board.surface in ("flat", "box"):
            assert np.array_equal(parse_tour(board, piece, directions_text(board, piece, tour)), tour)


def test_layers_of_a_box() -> None:
    """The grid of a box shows its layers one below the other."""
    board = parse_board("2x2x2")
    assert grid_text(board, np.arange(8)) == "1 2\n3 4\n\n5 6\n7 8\n"
    assert grid_text(board, np.arange(8), 0) == "0 1\n2 3\n\n4 5\n6 7\n"


def test_an_unfinished_tour_is_read_as_far_as_it_goes() -> None:
    """Squares in brackets are squares even if they are as many numbers as a grid would have: the checker judges."""
    half = warnsdorff_8x8()[:32]
    assert np.array_equal(parse_tour(BOARD, KNIGHT, str([BOARD.square(int(number)) for number in half])), half)
    assert parse_tour(BOARD, KNIGHT, "(1, 1) (3, 2)").tolist() == [0, 17]


@pytest.mark.parametrize(
    ("text", "words"),
    [
        ("", "empty"),
        ("1 2 3", "3 numbers found"),
        (WARNSDORFF_8X8.replace("64", "63"), "number 63 stands twice"),
        (WARNSDORFF_8X8.replace("64", "65"), "number 64 is missing"),
        (" ".join(str(n) for n in range(5, 69)), "begin with 1 or 0, not with 5"),
        ("a1 b9", "'b9' is not a square"),
        ("a1: 7", "leaves the board"),
        ("a1: 8", "numbered 0 to 7"),
        ("z9: 1", "not a square"),
        ("9" * 5000, "more than 18 digits"),
        (f"[1, {'9' * 19}]", "more than 18 digits"),
        (f"{'1' * 5000},1: 12", "more than 18 digits"),
        ("\u0661 \u0662", "0 numbers found"),
    ],
)
def test_errors_say_what_is_wrong(text: str, words: str) -> None:
    """Each unreadable text is refused with a helpful message."""
    with pytest.raises(InvalidProblemError, match=words) as refused:
        parse_tour(BOARD, KNIGHT, text)
    assert refused.value.pointer == "/tour"


def test_the_first_wrong_direction_is_named(monkeypatch: pytest.MonkeyPatch) -> None:
    """A move off the board, onto a removed square or in no direction: whichever comes first, across all pieces."""
    board = parse_board("mask:###/#.#/###")
    monkeypatch.setattr(text_module, "PIECE", 2)
    assert parse_tour(board, (0, 1), "[1, 1]: 1 1 0 0 2 2 3").tolist() == [0, 1, 2, 4, 7, 6, 5, 3]
    for text, words in (
        ("[1, 1]: 1 1 9 0", "move 3: directions are numbered 0 to 3"),
        ("[1, 2]: 0 9", r"move 1 leaves the board at \[2, 2\]"),
        ("[1, 1]: 1 1 0 0 0", r"move 5 leaves the board at \[4, 3\]"),
    ):
        with pytest.raises(InvalidProblemError, match=words):
            parse_tour(board, (0, 1), text)


def test_directions_are_for_boards_with_borders() -> None:
    """On a torus a direction string is refused both ways."""
    torus = parse_board("torus:3x3")
    with pytest.raises(InvalidProblemError, match="flat boards"):
        parse_tour(torus, KNIGHT, "[1,1]: 0")
    with pytest.raises(InvalidProblemError, match="flat boards"):
        directions_text(torus, KNIGHT, np.arange(9))


def test_grids_from_zero_are_read_back() -> None:
    """Grids that count from zero are read back, on boards with holes too."""
    board = parse_board("mask:##./###")
    tour = np.array([3, 0, 4, 1, 2])
    assert grid_text(board, tour, 0) == "1 3 .\n4 0 2\n"
    assert parse_tour(board, (1, 2), grid_text(board, tour, 0)).tolist() == tour.tolist()


def test_a_direction_beyond_all_numbers() -> None:
    """Where directions are numbers of several digits, one that fits into no array is refused like any other."""
    with pytest.raises(InvalidProblemError, match="more than 18 digits"):
        parse_tour(parse_board("2x3x4"), KNIGHT, f"1,1,1: 3 {'9' * 30}")
