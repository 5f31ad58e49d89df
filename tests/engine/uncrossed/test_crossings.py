"""Which moves cross, against segments compared as fractions."""

from __future__ import annotations

from itertools import product

import numpy as np
import pytest

from engine.boards.labels import parse_board
from engine.boards.move_graph import move_graph
from engine.uncrossed.crossings import Segments, as_bits, moves_in, segments_of
from tests.reference.uncrossed import cross


def segments(label: str, piece: tuple[int, ...]) -> tuple[Segments, np.ndarray]:
    """Return the moves of a board, and bool (E, E): which of them cross by the engine."""
    found = segments_of(move_graph(parse_board(label), piece))
    bits = np.unpackbits(found.crossed.astype("<u8").view(np.uint8), axis=1, bitorder="little")
    return found, bits[:, : len(found.ends)].astype(bool)


@pytest.mark.parametrize(
    ("label", "piece"),
    [("4x5", (1, 2)), ("3x7", (1, 2)), ("4x4", (1, 1)), ("3x5", (1,)), ("1x7", (2,)), ("5x5", (2, 2)), ("5x6", (2, 3))],
)
def test_crossings(label: str, piece: tuple[int, ...]) -> None:
    """Moves cross if they meet anywhere but at a square where both end; a move that runs over another does, too."""
    found, crossed = segments(label, piece)
    board = parse_board(label)
    ends = [[tuple(board.square(int(found.squares[rank]))) for rank in pair] for pair in found.ends]
    for (a, one), (b, other) in product(enumerate(ends), repeat=2):
        assert crossed[a, b] == (a != b and cross((one[0], one[1]), (other[0], other[1]))), (one, other)


def test_the_order_goes_along_the_longer_side() -> None:
    """Squares are in order along the longer side, so that moves span the fewest; each move has its lower end first."""
    for label in ("4x9", "9x4"):
        found, _ = segments(label, (1, 2))
        assert found.span == 2 * 4 + 2
        assert len(found.ends) == move_graph(parse_board(label), (1, 2)).edges
        assert found.ends.tolist() == sorted(found.ends.tolist())
        assert (found.ends[:, 0] < found.ends[:, 1]).all()


def test_bits() -> None:
    """Moves become bits, the first the lowest bit of the first word, and are read back from them."""
    rows = np.zeros((2, 70), dtype=np.bool_)
    rows[1, [0, 3, 63, 64, 69]] = True
    bits = as_bits(rows)
    assert bits.tolist() == [[0, 0], [1 + 8 + 2**63, 1 + 2**5]]
    assert moves_in(bits[1]).tolist() == [0, 3, 63, 64, 69]
    assert as_bits(np.zeros((0, 0), dtype=np.bool_)).shape == (0, 1)
