"""Tours written piece by piece read like tours written at once."""

from __future__ import annotations

import itertools

import numpy as np
import pytest

from engine.boards.board import Board
from engine.boards.labels import parse_board
from engine.boards.piece import directions_of
from engine.tours import format as writing
from tests.engine.tours.sample_tours import KNIGHT, some_tours, warnsdorff_8x8


def grid_twin(board: Board, tour: np.ndarray) -> str:
    """Write the grid at once, cell by cell."""
    width = len(str(board.size))
    cells = {tuple(board.square(int(square))): str(order) for order, square in enumerate(tour, start=1)}
    rows: dict[tuple[int, ...], list[str]] = {}
    for square in itertools.product(*(range(1, side + 1) for side in board.shape)):
        rows.setdefault(square[:-1], []).append(cells.get(square, ".").rjust(width))
    layers: dict[tuple[int, ...], list[str]] = {}
    for row, texts in rows.items():
        layers.setdefault(row[:-1], []).append(" ".join(texts) + "\n")
    return "\n".join("".join(lines) for lines in layers.values())


def directions_twin(board: Board, piece: tuple[int, ...], tour: np.ndarray) -> list[int]:
    """Look every step up in the list of directions."""
    places = [board.square(int(square)) for square in tour]
    steps = [tuple(b - a for a, b in zip(*pair, strict=True)) for pair in itertools.pairwise(places)]
    return [list(directions_of(piece, len(board.shape))).index(step) for step in steps]


@pytest.mark.parametrize(
    ("label", "piece"),
    [("4x5", KNIGHT), ("2x2x3", (0, 1)), ("mask:##./###", (0, 1)), ("1x4", (0, 1)), ("3x4x2", KNIGHT)],
)
def test_against_the_slow_twins(label: str, piece: tuple[int, ...], monkeypatch: pytest.MonkeyPatch) -> None:
    """Every form is what its twin says, also where pieces are as short as three moves."""
    monkeypatch.setattr(writing, "PIECE", 3)
    board, tours = some_tours(label, piece, 2)
    for tour in tours:
        assert "".join(writing.grid_lines(board, tour)) == grid_twin(board, tour)
        head, _, moves = "".join(writing.direction_pieces(board, piece, tour)).partition(": ")
        numbers = moves.split() if len(directions_of(piece, len(board.shape))) > writing.WIDE else moves.strip()
        assert [int(number) for number in numbers] == directions_twin(board, piece, tour)
        assert head


def test_steps_that_are_no_moves_have_no_direction() -> None:
    """A path with a step to the neighbouring square is refused."""
    path = warnsdorff_8x8().copy()
    path[1] = path[0] + 1
    with pytest.raises(ValueError, match="not a move"):
        list(writing.direction_pieces(parse_board("8x8"), KNIGHT, path))
