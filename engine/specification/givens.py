"""What is given of a tour, read: numbers, pieces of path and moves as numbers of squares."""

from __future__ import annotations

import itertools
from collections.abc import Iterable, Iterator
from dataclasses import dataclass
from typing import Any

from engine.boards.board import Board
from engine.boards.squares import parse_square, written_square
from engine.errors import InvalidProblemError
from engine.specification.completion import CompleteSpecification, Given
from engine.specification.grids import read_grid

Pair = tuple[int, int]


@dataclass(frozen=True)
class Known:
    """What is given of a tour, by numbers of squares.

    at: the times that are given, 0 for the first square, by square, ascending in time, then square. arcs: moves made in
    this direction. bonds: moves made in either direction, the lesser square first. barred: moves not made, likewise.
    """

    at: dict[int, int]
    arcs: tuple[Pair, ...]
    bonds: tuple[Pair, ...]
    barred: tuple[Pair, ...]

    @property
    def begins_nowhere(self) -> bool:
        """Whether nothing says where or in which direction the tour goes: it is given with its reverse."""
        return not self.at and not self.arcs


def known_of(spec: CompleteSpecification, board: Board) -> Known:
    """Return what a specification gives; InvalidProblemError points at the first part that cannot be read."""
    at: dict[int, int] = {}
    for pointer, square, number in _numbers(spec, board):
        _check_number(board, pointer, square, number, at)
        at[square] = number - 1
    arcs = [
        (one, two)
        for index, squares in enumerate(spec.paths)
        for one, two in _steps(_squares(board, squares, f"/paths/{index}"))
    ]
    bonds, barred = (
        sorted({_ascending(_squares(board, move, f"/{name}/{index}")) for index, move in enumerate(moves)})
        for name, moves in (("moves", spec.moves), ("barred", spec.barred))
    )
    ascending = dict(sorted(at.items(), key=lambda item: item[::-1]))
    return Known(ascending, tuple(dict.fromkeys(arcs)), tuple(bonds), tuple(barred))


def _check_number(board: Board, pointer: str, square: int, number: int, at: dict[int, int]) -> None:
    if number > board.size:
        raise InvalidProblemError(pointer, f"{number} is more than the {board.size} squares of the board")
    if square in at:
        raise InvalidProblemError(
            pointer, f"two numbers on {written_square(board, square)}: {at[square] + 1} and {number}"
        )


def _numbers(spec: CompleteSpecification, board: Board) -> Iterator[tuple[str, int, int]]:
    """Yield (pointer, square, number) of every number given."""
    if isinstance(spec.givens, str):
        yield from (("/givens", square, number) for square, number in read_grid(board, spec.givens))
        return
    for index, given in enumerate(spec.givens):
        yield f"/givens/{index}", parse_square(board, given.square, f"/givens/{index}/square"), given.number


def normal_givens(spec: CompleteSpecification, board: Board) -> dict[str, object]:
    """Return the fields that say what is given in their normal form: squares as coordinates, numbers ascending."""
    known = known_of(spec, board)

    def moves(pairs: Iterable[Pair]) -> list[list[list[int]]]:
        return [[board.square(square) for square in pair] for pair in pairs]

    return {
        "givens": [Given(square=board.square(square), number=time + 1) for square, time in known.at.items()],
        "paths": [[board.square(parse_square(board, square)) for square in path] for path in spec.paths],
        "moves": moves(known.bonds),
        "barred": moves(known.barred),
    }


def _squares(board: Board, squares: Iterable[Any], pointer: str) -> list[int]:
    found: list[int] = []
    for index, square in enumerate(squares):
        number = parse_square(board, square, f"{pointer}/{index}")
        if number in found:
            raise InvalidProblemError(f"{pointer}/{index}", "the square stands there twice")
        found.append(number)
    return found


def _steps(squares: list[int]) -> Iterable[Pair]:
    return itertools.pairwise(squares)


def _ascending(move: list[int]) -> Pair:
    one, two = sorted(move)
    return one, two
