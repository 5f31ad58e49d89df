"""Boards with the moves of a piece."""

from __future__ import annotations

import pytest

from drawing.moves import MAX_NAMED, moves_svg
from engine.boards.labels import parse_board
from tests.drawing.parsed import elements


@pytest.mark.parametrize(
    ("label", "piece", "moves"),
    [
        ("8x8", (1, 2), 8),
        ("8x8", (1, 4), 4),
        ("3x3", (1, 2), 0),
        ("torus:5x5", (1, 2), 8),
        ("mask:###/#.#/###", (1, 2), 2),
        ("4x4x4", (1, 2), 10),
        ("cube:4", (1, 2), 8),
    ],
)
def test_every_move_of_one_square(label: str, piece: tuple[int, ...], moves: int) -> None:
    """There is a line for each move, and a dot on its start and on each square that it reaches."""
    svg = moves_svg(parse_board(label), piece)

    assert svg.count('<path class="cv-path"') == moves
    assert svg.count("<circle") == moves + 1


def test_without_a_piece() -> None:
    """Without a piece only the board is drawn."""
    assert "<circle" not in moves_svg(parse_board("8x8"), None)


def beyond(label: str) -> list[str | None]:
    """Return the names of the squares around the board, in the order top, bottom, left, right."""
    board = parse_board(label)
    return [text.text for text in elements(moves_svg(board, None), "text")][board.size :]


def test_the_neighbours_of_glued_sides() -> None:
    """Above a torus is its last row; beside a Moebius strip is its far side upside down, and above it nothing."""
    assert beyond("torus:2x3") == [*("2,1", "2,2", "2,3"), *("1,1", "1,2", "1,3"), *("1,3", "2,3"), *("1,1", "2,1")]
    assert beyond("moebius:2x3") == [*("2,3", "1,3"), *("2,1", "1,1")]


def test_large_boards_have_no_names() -> None:
    """On a large board rows and columns are numbered, as names would be unreadable."""
    board = parse_board(f"torus:{MAX_NAMED + 1}x5")
    assert len(elements(moves_svg(board, None), "text")) == MAX_NAMED + 1 + 5
