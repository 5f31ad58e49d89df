"""Packed tours come back exactly and have the documented bytes."""

from __future__ import annotations

import numpy as np
import pytest

from engine.boards.labels import parse_board
from engine.tours.pack import NeighbourCodes, TourPacker
from tests.engine.tours.sample_tours import KNIGHT, some_tours, warnsdorff_8x8

CASES = [
    ("4x5", KNIGHT),
    ("3x3", (0, 1)),
    ("1x1", KNIGHT),
    ("mask:##./###", (0, 1)),
    ("2x2x3", (0, 1)),
    ("2x2x2x2", (0, 1)),
    ("torus:3x3", KNIGHT),
    ("moebius:3x4", KNIGHT),
    ("klein:3x4", KNIGHT),
    ("projective:3x3", KNIGHT),
    ("cube:2", KNIGHT),
]


@pytest.mark.parametrize(("label", "piece"), CASES)
def test_round_trip(label: str, piece: tuple[int, ...]) -> None:
    """Batches and single tours come back exactly; each takes the stated number of bytes."""
    board, tours = some_tours(label, piece)
    packer = TourPacker(board, piece)
    packed = packer.pack(tours)
    assert packed.shape == (len(tours), packer.length)
    assert np.array_equal(packer.unpack(packed), tours)
    assert np.array_equal(packer.unpack_one(packed[-1].tobytes()), tours[-1])
    assert np.array_equal(packer.unpack_each([row.tobytes() for row in packed]), tours)
    assert packer.unpack_each([]).shape == (0, board.size)


def test_a_tour_of_8x8_takes_25_bytes() -> None:
    """Format version 1, byte for byte: start, then 3 bits for each direction's place in descending order."""
    tour = warnsdorff_8x8()
    packed = TourPacker(parse_board("8x8"), KNIGHT).pack(np.asarray(tour)[None, :]).tobytes()
    directions = [(2, 1), (2, -1), (1, 2), (1, -2), (-1, 2), (-1, -2), (-2, 1), (-2, -1)]
    steps = [(b // 8 - a // 8, b % 8 - a % 8) for a, b in zip(tour[:-1].tolist(), tour[1:].tolist(), strict=True)]
    digits = "".join(f"{directions.index(step):03b}" for step in steps)
    assert packed == bytes([int(tour[0])]) + int(digits.ljust(192, "0"), 2).to_bytes(24)


def test_what_is_no_tour_is_refused() -> None:
    """A step that is no move cannot be packed; bytes that name no squares cannot be unpacked."""
    board, tours = some_tours("4x5")
    packer = TourPacker(board, KNIGHT)
    broken = tours[:1, [0, 2, 1, *range(3, 20)]]
    with pytest.raises(ValueError, match="not a move"):
        packer.pack(broken)
    with pytest.raises(ValueError, match="leave the board"):
        packer.unpack_one(b"\0" * packer.length)
    with pytest.raises(ValueError, match="start square"):
        packer.unpack_one(b"\xff" * packer.length)
    with pytest.raises(ValueError, match="bytes"):
        packer.unpack_one(b"\0")
    with pytest.raises(ValueError, match="bytes"):
        packer.unpack_each([packer.pack(tours[:1]).tobytes(), b"\0"])


def test_neighbour_codes_round_trip() -> None:
    """Codes of folded surfaces, here on a flat board: the place among the neighbours in ascending order."""
    board, tours = some_tours("4x5")
    codes = NeighbourCodes(board, KNIGHT)
    encoded = codes.encode(tours)
    assert np.array_equal(codes.decode(tours[:, 0].astype(np.intp), encoded.astype(np.uint16)), tours)
    assert encoded[0, 0] == sorted([7, 11]).index(int(tours[0, 1]))
    with pytest.raises(ValueError, match="not a move"):
        codes.encode(tours[:, ::2])
    with pytest.raises(ValueError, match="names no neighbour"):
        codes.decode(np.zeros(1, dtype=np.intp), np.full((1, 19), 3, dtype=np.uint16))


def test_a_piece_longer_than_the_board() -> None:
    """It takes no memory for impossible moves, and the tour of a single square can still be packed."""
    packer = TourPacker(parse_board("1x1"), (2, 99_999))
    assert packer.unpack(packer.pack(np.array([[0]]))).tolist() == [[0]]
    with pytest.raises(ValueError, match="not a move"):
        TourPacker(parse_board("3x4"), (2, 99_999)).pack(np.arange(12)[None, :])
