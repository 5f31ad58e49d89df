"""The independent checker of tours: linear time, sharing no code with any solver or with the move graph."""

from __future__ import annotations

from dataclasses import dataclass

import numpy as np
from numpy.typing import NDArray

from engine.boards.board import Board
from engine.tours.legality import one_move_apart

CHUNK = 1 << 15
"""Moves judged at a time: the intermediate arrays stay in the processor's cache, whatever the board."""


@dataclass(frozen=True)
class Fault:
    """The first thing wrong with a tour. `position`: how many squares before it are sound (an index from 0)."""

    position: int
    reason: str


def first_fault(
    board: Board, piece: tuple[int, ...], tour: NDArray[np.integer], *, closed: bool | None = None
) -> Fault | None:
    """Return the first fault of a tour (square numbers in order), None where it is sound.

    `closed` True asks also that it closes, False that it does not; None takes either.
    """
    squares = np.asarray(tour).reshape(-1)
    sound = _sound_squares(squares, board.size)
    fault = _first_bad_move(board, piece, squares[:sound]) or _bad_square(board, squares, sound)
    if fault is None and closed is not None and bool(closing(board, piece, squares[None, :])[0]) != closed:
        meets = "are one move apart" if not closed else "are not one move apart"
        fault = Fault(board.size - 1, f"the last square {_name(board, squares[-1])} and the first {meets}")
    return fault


def valid(board: Board, piece: tuple[int, ...], tours: NDArray[np.integer]) -> NDArray[np.bool_]:
    """Return for each row of `tours` (k, size) whether it visits every square once by legal moves: bool (k,)."""
    if tours.shape[1] != board.size:
        return np.zeros(len(tours), dtype=bool)
    sound = np.empty(len(tours), dtype=bool)
    step = max(1, CHUNK // board.size)
    for begin in range(0, len(tours), step):
        sound[begin : begin + step] = _valid_rows(board, piece, tours[begin : begin + step])
    return sound


def closing(board: Board, piece: tuple[int, ...], tours: NDArray[np.integer]) -> NDArray[np.bool_]:
    """Return for each row of `tours` (k, size) whether its last square is one move from its first: bool (k,).

    On a single edge (two squares) nothing closes: a cycle of a simple graph has at least three squares.
    """
    if board.size < 3:
        return np.zeros(len(tours), dtype=bool)
    return one_move_apart(board, piece, tours[:, -1], tours[:, 0])


def _valid_rows(board: Board, piece: tuple[int, ...], tours: NDArray[np.integer]) -> NDArray[np.bool_]:
    if board.size > CHUNK:
        return np.array([first_fault(board, piece, tour) is None for tour in tours], dtype=bool)
    sound = np.all((tours >= 0) & (tours < board.size), axis=1)
    kept = tours[sound]
    seen = np.zeros(kept.shape, dtype=bool)
    np.put_along_axis(seen, kept.astype(np.intp), values=True, axis=1)
    legal = one_move_apart(board, piece, kept[:, :-1].reshape(-1), kept[:, 1:].reshape(-1))
    sound[sound] = seen.all(axis=1) & legal.reshape(len(kept), -1).all(axis=1)
    return np.asarray(sound)


def _sound_squares(squares: NDArray[np.integer], size: int) -> int:
    """Return how many squares from the start are on the board and not seen before."""
    inside = _leading_squares_on_board(squares, size)
    seen = np.zeros(size, dtype=bool)
    seen[squares[:inside]] = True
    if int(np.count_nonzero(seen)) == inside:
        return inside
    repeats = np.ones(inside, dtype=bool)
    repeats[np.unique(squares[:inside], return_index=True)[1]] = False
    return int(np.argmax(repeats))


def _leading_squares_on_board(squares: NDArray[np.integer], size: int) -> int:
    if len(squares) == 0 or (int(squares.min()) >= 0 and int(squares.max()) < size):
        return len(squares)
    return int(np.argmax((squares < 0) | (squares >= size)))


def _first_bad_move(board: Board, piece: tuple[int, ...], squares: NDArray[np.integer]) -> Fault | None:
    for begin in range(0, len(squares) - 1, CHUNK):
        part = squares[begin : begin + CHUNK + 1]
        legal = one_move_apart(board, piece, part[:-1], part[1:])
        if not legal.all():
            index = int(np.argmin(legal))
            names = f"{_name(board, part[index])} to {_name(board, part[index + 1])}"
            return Fault(begin + index + 1, f"{names} is not a move of the piece {list(piece)}")
    return None


def _bad_square(board: Board, squares: NDArray[np.integer], index: int) -> Fault | None:
    """Name the fault of the square at `index`, or its absence; all squares before it are sound."""
    if index == len(squares) == board.size:
        return None
    if index == len(squares):
        return Fault(index, f"it ends after {index} squares; the board has {board.size}")
    number = int(squares[index])
    if not 0 <= number < board.size:
        return Fault(index, f"square number {number} is not on the board")
    earlier = int(np.argmax(squares[:index] == number))
    return Fault(index, f"square {_name(board, number)} is visited again (first as number {earlier + 1})")


def _name(board: Board, number: int | np.integer) -> str:
    return str(board.square(int(number)))
