"""Tours as few bytes, and back.

Format version 1, the same on every machine and for ever:

    start   the number of the first square, big-endian, in the fewest whole bytes that hold every square of the board
    moves   size - 1 codes of ceil(log2(codes)) bits each, first code in the highest bits, zero-padded to a byte

On flat boards and boxes the code of a move is its direction's place in the list of all directions in descending
order (`directions_of`), so neither packing nor unpacking needs the move graph. On folded surfaces several directions
may lead to one square; there the code is the place of the next square among the neighbours in ascending order.
A tour of 8x8 takes 1 + ceil(63 * 3 / 8) = 25 bytes.
"""

from __future__ import annotations

from collections.abc import Sequence
from functools import cached_property
from typing import Protocol

import numpy as np
from numpy.typing import NDArray

from engine.boards.board import Board
from engine.boards.move_graph import directions_of, move_graph
from engine.tours.fixed_width import pack_codes, unpack_codes


class MoveCodes(Protocol):
    """How the moves of one piece on one board are numbered."""

    @property
    def count(self) -> int:
        """Number of codes."""

    def encode(self, tours: NDArray[np.integer]) -> NDArray[np.int16]:
        """Return the codes (k, size - 1) of tours (k, size); ValueError where a step is not a move."""

    def decode(self, starts: NDArray[np.intp], codes: NDArray[np.uint16]) -> NDArray[np.int32]:
        """Return the tours that begin on `starts` (k,) and follow the codes; ValueError where they leave the board."""


class TourPacker:
    """Packs the tours of one piece on one board; make it once and use it for many batches."""

    def __init__(self, board: Board, piece: tuple[int, ...]) -> None:
        self.board = board
        self.piece = piece
        self.start_bytes = _whole_bytes(board.size - 1)

    @cached_property
    def _codes(self) -> MoveCodes:
        numbering = DirectionCodes if self.board.joining.is_bordered else NeighbourCodes
        return numbering(self.board, self.piece)

    @property
    def bits(self) -> int:
        """Bits of one move."""
        return max(1, (self._codes.count - 1).bit_length())

    @property
    def length(self) -> int:
        """Bytes of one tour."""
        return self.start_bytes + -(-(self.board.size - 1) * self.bits // 8)

    def pack(self, tours: NDArray[np.integer]) -> NDArray[np.uint8]:
        """Return uint8 (k, length) for tours (k, size) of square numbers; ValueError where a step is not a move."""
        start = tours[:, :1].astype(">u8").view(np.uint8).reshape(-1, 8)[:, 8 - self.start_bytes :]
        return np.hstack([start, pack_codes(self._codes.encode(tours), self.bits)])

    def unpack(self, packed: NDArray[np.uint8]) -> NDArray[np.int32]:
        """Return the tours, int32 (k, size), of rows packed by `pack`; ValueError where they leave the board."""
        weights = 256 ** np.arange(self.start_bytes - 1, -1, -1, dtype=np.int64)
        starts = packed[:, : self.start_bytes] @ weights
        if len(starts) and int(starts.max()) >= self.board.size:
            raise ValueError("the start square is not on the board")
        codes = unpack_codes(packed[:, self.start_bytes :], self.bits, self.board.size - 1)
        return self._codes.decode(starts.astype(np.intp), codes)

    def unpack_one(self, packed: bytes) -> NDArray[np.int32]:
        """Unpack a single tour: int32 (size,); ValueError where the length is wrong."""
        tour: NDArray[np.int32] = self.unpack_each([packed])[0]
        return tour

    def unpack_each(self, packed: Sequence[bytes]) -> NDArray[np.int32]:
        """Unpack single tours: int32 (k, size); ValueError where the length of one is wrong."""
        wrong = next((len(one) for one in packed if len(one) != self.length), None)
        if wrong is not None:
            raise ValueError(f"a packed tour of {self.board.label} has {self.length} bytes, not {wrong}")
        return self.unpack(np.frombuffer(b"".join(packed), dtype=np.uint8).reshape(-1, self.length))


class DirectionCodes:
    """Codes on flat boards and boxes. Squares get places on a grid with margins, so a difference names a move."""

    def __init__(self, board: Board, piece: tuple[int, ...]) -> None:
        sides = np.array(board.shape, dtype=np.int64)
        # No step is as long as the board; directions that are longer need no place of their own, however long.
        directions = np.clip(directions_of(piece, len(sides)), -sides, sides)
        reach = directions.max(axis=0)
        widths = np.maximum(sides + reach, 2 * reach + 1).tolist()
        weights = np.cumprod([1, *widths[:0:-1]], dtype=np.int64)[::-1]
        self._grid = int(np.prod(widths, dtype=np.int64)) + 1
        self._places = (board.coordinates @ weights).astype(np.min_scalar_type(-self._grid))
        self._steps = directions @ weights
        self._longest = int(self._steps.max())
        self._code_of_step = np.full(2 * self._longest + 1, -1, dtype=np.int16)
        self._code_of_step[self._steps + self._longest] = np.arange(self.count, dtype=np.int16)

    @property
    def count(self) -> int:
        """How many directions there are."""
        return len(self._steps)

    def encode(self, tours: NDArray[np.integer]) -> NDArray[np.int16]:
        """Return the index of each move's direction in the descending list."""
        places = self._places[tours]
        steps = places[:, 1:] - places[:, :-1] + self._longest
        if steps.size and (int(steps.min()) < 0 or int(steps.max()) > 2 * self._longest):
            raise ValueError("a step is not a move of the piece")
        codes: NDArray[np.int16] = self._code_of_step[steps]
        if codes.size and int(codes.min()) < 0:
            raise ValueError("a step is not a move of the piece")
        return codes

    def decode(self, starts: NDArray[np.intp], codes: NDArray[np.uint16]) -> NDArray[np.int32]:
        """Follow the directions from the start."""
        if codes.size and int(codes.max()) >= self.count:
            raise ValueError("a code names no direction")
        farthest = self._grid + self._longest * codes.shape[1]
        kind = (
            np.int32 if farthest <= np.iinfo(np.int32).max else np.int64
        )  # wherever the moves lead, no sum is too large
        places = np.empty((len(starts), codes.shape[1] + 1), dtype=kind)
        places[:, 0] = self._places[starts]
        places[:, 1:] = self._steps.astype(kind)[codes]
        np.cumsum(places, axis=1, out=places)
        if places.size and (int(places.min()) < 0 or int(places.max()) >= self._grid):
            raise ValueError("the moves leave the board")
        tours: NDArray[np.int32] = self._numbers[places]
        if tours.size and int(tours.min()) < 0:
            raise ValueError("the moves leave the board")
        return tours

    @cached_property
    def _numbers(self) -> NDArray[np.int32]:
        """The square on each place of the grid, -1 where there is none."""
        numbers = np.full(self._grid, -1, dtype=np.int32)
        numbers[self._places] = np.arange(len(self._places), dtype=np.int32)
        return numbers


class NeighbourCodes:
    """Codes on folded surfaces: places among the neighbours in ascending order."""

    def __init__(self, board: Board, piece: tuple[int, ...]) -> None:
        neighbours = move_graph(board, piece).neighbours
        last = np.iinfo(np.int32).max
        self._neighbours = np.sort(np.where(neighbours < 0, last, neighbours), axis=1)

    @property
    def count(self) -> int:
        """The largest degree."""
        return int(self._neighbours.shape[1])

    def encode(self, tours: NDArray[np.integer]) -> NDArray[np.int16]:
        """Return the index of each next square among the neighbours of the one before."""
        codes = np.full((len(tours), tours.shape[1] - 1), -1, dtype=np.int16)
        for index in range(self.count):
            codes[self._neighbours[tours[:, :-1], index] == tours[:, 1:]] = index
        if codes.size and int(codes.min()) < 0:
            raise ValueError("a step is not a move of the piece")
        return codes

    def decode(self, starts: NDArray[np.intp], codes: NDArray[np.uint16]) -> NDArray[np.int32]:
        """Follow the neighbours from the start, all tours of the batch together."""
        if codes.size and int(codes.max()) >= self.count:
            raise ValueError("a code names no neighbour")
        tours = np.empty((len(starts), codes.shape[1] + 1), dtype=np.int32)
        tours[:, 0] = starts
        for step in range(codes.shape[1]):
            tours[:, step + 1] = self._neighbours[tours[:, step], codes[:, step]]
            if len(starts) and int(tours[:, step + 1].max()) == np.iinfo(np.int32).max:
                raise ValueError("a code names no neighbour")
        return tours


def _whole_bytes(largest: int) -> int:
    return max(1, -(-largest.bit_length() // 8))
