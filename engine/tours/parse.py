"""Tours as people paste them: grids of move numbers, lists of squares, strings of directions.

    grid        one row of the board a line, from the top; each square's number in the tour, from 1 or from 0; the
                layers of a box one after the other
    squares     in tour order, as names ("a1 c2 ...", "a1c2...", "1. a1 2. c2 ...") or coordinates
                ("[[1, 1], [3, 2], ...]", brackets optional)
    directions  the start square, a colon, and each move's place (from 0) in the list of directions in descending
                order, with or without spaces; on flat boards and boxes

Numbers may be separated by spaces, commas, semicolons, bars or brackets. Anything that is no number stands for a
missing square of a grid ("." or "-" by custom). Whether the tour is sound is the checker's business, not the parser's.
"""

from __future__ import annotations

import re

import numpy as np
from numpy.typing import NDArray

from engine.boards.board import Board
from engine.boards.piece import directions_of
from engine.boards.squares import parse_square, square_name
from engine.errors import InvalidProblemError
from engine.tours.format import PIECE, WIDE, direction_pieces, grid_lines

MOVE_NUMBER = re.compile(r"\b[0-9]+\.\s*(?=[A-Za-z])")
NAMES = re.compile(r"(?:[^A-Za-z0-9]*[A-Za-z][0-9]+)+[^A-Za-z0-9]*")
NUMBER = re.compile(r"[0-9]+")
POINTER = "/tour"
"""Where a request has the text."""

MAX_DIGITS = 18
"""A longer number fits into no array, and is that of no square or direction."""


def parse_tour(board: Board, piece: tuple[int, ...], text: str) -> NDArray[np.int32]:
    """Return the square numbers in tour order, int32; InvalidProblemError says what cannot be read."""
    stripped = text.strip()
    if not stripped:
        raise InvalidProblemError(POINTER, "the text is empty")
    if ":" in stripped:
        return _from_directions(board, piece, stripped)
    unnumbered = MOVE_NUMBER.sub(" ", stripped)
    if NAMES.fullmatch(unnumbered):
        names = re.findall(r"[A-Za-z][0-9]+", unnumbered)
        return np.array([parse_square(board, name.lower(), POINTER) for name in names], dtype=np.int32)
    numbers = _numbers_in(stripped)
    dimensions = len(board.shape)
    bracketed = _in_brackets(stripped, dimensions) * dimensions == len(numbers) and board.shape[-1] != dimensions
    if len(numbers) == board.size and not bracketed:
        return _from_grid(board, np.array(numbers))
    if numbers and len(numbers) % dimensions == 0 and (bracketed or len(numbers) > board.size):
        rows = np.array(numbers).reshape(-1, dimensions).tolist()
        return np.array([board.index(row, POINTER) for row in rows], dtype=np.int32)
    raise InvalidProblemError(
        POINTER,
        f"neither a grid of {board.size} numbers, nor squares as names or as {dimensions} coordinates each, "
        f"nor a start square, a colon and directions: {len(numbers)} numbers found",
    )


def _numbers_in(text: str) -> list[int]:
    """Return the numbers of a text; InvalidProblemError where one has more than MAX_DIGITS digits."""
    found = NUMBER.findall(text)
    if any(len(number) > MAX_DIGITS for number in found):
        raise InvalidProblemError(POINTER, f"a number has more than {MAX_DIGITS} digits")
    return [int(number) for number in found]


def _in_brackets(text: str, dimensions: int) -> int:
    """Return how many brackets hold exactly as many numbers as a square has coordinates."""
    return len(re.findall(rf"[\[(]\s*[0-9]+(?:[\s,;]+[0-9]+){{{dimensions - 1}}}\s*[\])]", text))


def _from_grid(board: Board, numbers: NDArray[np.int64]) -> NDArray[np.int32]:
    """Order the squares, met row by row, by their numbers."""
    first = int(numbers.min())
    if first not in (0, 1):
        raise InvalidProblemError(POINTER, f"the numbers of a grid begin with 1 or 0, not with {first}")
    required = np.arange(first, first + board.size)
    values, counts = np.unique(numbers, return_counts=True)
    if np.any(counts > 1):
        raise InvalidProblemError(POINTER, f"the number {values[counts > 1][0]} stands twice in the grid")
    missing = np.setdiff1d(required, numbers)
    if len(missing):
        raise InvalidProblemError(POINTER, f"the number {missing[0]} is missing in the grid")
    return np.argsort(numbers).astype(np.int32)


def _from_directions(board: Board, piece: tuple[int, ...], text: str) -> NDArray[np.int32]:
    """Follow the directions from the start."""
    _refuse_folded(board, POINTER)
    start_text, _, moves_text = text.partition(":")
    directions = np.array(directions_of(piece, board.dimensions), dtype=np.int64)
    start = _start(board, start_text.strip())
    codes = _codes(moves_text, spaced=len(directions) > WIDE)
    unknown = np.flatnonzero(codes >= len(directions))
    known = codes[: unknown[0]] if len(unknown) else codes
    squares = [np.array([start], dtype=np.int32)]
    place = np.array(board.square(start))
    for first in range(0, len(known), PIECE):
        places = place + np.cumsum(directions[known[first : first + PIECE]], axis=0)
        squares.append(_numbers(board, places))
        outside = np.flatnonzero(squares[-1] < 0)
        if len(outside):
            move = first + int(outside[0]) + 1
            raise InvalidProblemError(POINTER, f"move {move} leaves the board at {places[outside[0]].tolist()}")
        place = places[-1]
    if len(unknown):
        range_of = f"directions are numbered 0 to {len(directions) - 1}"
        raise InvalidProblemError(POINTER, f"move {unknown[0] + 1}: {range_of}")
    return np.concatenate(squares)


def _codes(text: str, *, spaced: bool) -> NDArray[np.integer]:
    """Return the numbers of the directions; where they need no spaces every digit is one."""
    if spaced:
        return np.array(_numbers_in(text), dtype=np.int64)
    characters = np.frombuffer(text.encode("ascii", "replace"), dtype=np.uint8)
    return characters[(characters >= ord("0")) & (characters <= ord("9"))] - np.uint8(ord("0"))


def _numbers(board: Board, places: NDArray[np.int64]) -> NDArray[np.int32]:
    """Return the numbers of the squares on these coordinates, -1 where there is no square."""
    inside = ((places >= 1) & (places <= board.shape)).all(axis=1)
    cells = np.ravel_multi_index(tuple((places - 1).T), board.shape, mode="clip")
    numbers = cells
    if board.present is not None:
        numbers = np.searchsorted(board.cells, cells).clip(max=board.size - 1)
        inside &= board.cells[numbers] == cells
    return np.where(inside, numbers, -1).astype(np.int32)


def _start(board: Board, text: str) -> int:
    if re.fullmatch(r"[A-Za-z][0-9]+", text):
        return parse_square(board, text.lower(), POINTER)
    return board.index(_numbers_in(text), POINTER)


def _refuse_folded(board: Board, pointer: str) -> None:
    if not board.joining.is_bordered:
        raise InvalidProblemError(
            pointer, "directions name moves on flat boards and boxes only; give the squares of the tour"
        )


def grid_text(board: Board, tour: NDArray[np.integer], first: int = 1) -> str:
    """Return the grid of move numbers, "." where there is no square; the layers of a box one below the other.

    first: the number of the first square, 1 or 0.
    """
    return "".join(grid_lines(board, tour, first))


def squares_text(board: Board, tour: NDArray[np.integer]) -> str:
    """Return the squares in tour order, as names where the board has them, else as coordinates."""
    numbers = [int(number) for number in tour]
    if square_name(board, 0) is None:
        return ", ".join(str(board.square(number)) for number in numbers) + "\n"
    return " ".join(str(square_name(board, number)) for number in numbers) + "\n"


def directions_text(board: Board, piece: tuple[int, ...], tour: NDArray[np.integer]) -> str:
    """Return the start square, a colon and the directions; InvalidProblemError on folded surfaces."""
    _refuse_folded(board, "/board")
    return "".join(direction_pieces(board, piece, tour))
