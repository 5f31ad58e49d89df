"""The specification of completions: the givens of a tour, also with squares as numbers."""

from __future__ import annotations

import itertools
from collections.abc import Iterable, Iterator
from typing import Annotated, Any, Literal

from pydantic import Discriminator, Field, Tag

from engine.boards.board import Board
from engine.boards.squares import parse_square, written_square
from engine.errors import InvalidProblemError
from engine.kinds.complete.grids import read_grid
from engine.search.completion.known import Pair, PartialTour
from engine.specification.fields import FirstTours, Int, Model, Square, TourSpecification, text_or_parts
from engine.specification.problem import BoardProblem
from engine.specification.result import Part

MAX_GRID_LENGTH = 20_000


class Given(Model):
    """A number on a square: its place in the tour, counted from 1."""

    square: Square = Field(description="where it stands")
    number: Int = Field(ge=1, le=2**31, description="from 1 to the number of squares")


class TourLimit(Model):
    """Stop after this many tours."""

    tours: Int = Field(ge=1, le=2**62, description="this many tours")


Grid = Annotated[str, Field(max_length=MAX_GRID_LENGTH)]
Givens = Annotated[Annotated[list[Given], Tag("parts")] | Annotated[Grid, Tag("text")], Discriminator(text_or_parts)]
Limit = Annotated[
    Annotated[Literal["none"], Tag("text")] | Annotated[TourLimit, Tag("parts")], Discriminator(text_or_parts)
]
Move = Annotated[list[Square], Field(min_length=2, max_length=2)]


def tours_allowed(limit: TourLimit | Literal["none"]) -> int | None:
    """Return the number of tours of a limit; None without one."""
    return limit.tours if isinstance(limit, TourLimit) else None


class CompleteSpecification(TourSpecification):
    """Complete a partly given tour: find, count and store the tours that have all that is given."""

    kind: Literal["complete"]
    givens: Givens = Field(
        default=[],
        description='numbers on squares, each as {"square": "a1", "number": 1}, or a text grid of numbers and dots',
    )
    paths: list[Annotated[list[Square], Field(min_length=2)]] = Field(
        default=[],
        max_length=400,
        description="pieces of path: squares visited one right after the other, in this order",
    )
    moves: list[Move] = Field(
        default=[],
        max_length=4000,
        description="moves that the tour makes, each as its two squares, in either direction",
    )
    barred: list[Move] = Field(
        default=[], max_length=4000, description="moves that the tour does not make, in either direction"
    )
    limit: Limit = Field(
        default=TourLimit(tours=2),
        description='stop after this many tours: 2 tell whether there is one only; "none": count all',
    )
    store: Literal["none", "all"] | FirstTours = Field(
        default=FirstTours(first=2), description="the tours to keep in the database"
    )

    def normal_fields(self, board: Board) -> dict[str, object]:
        """Return what is given in its normal form: squares as coordinates, numbers ascending."""
        return normal_givens(self, board)


def known_of(spec: CompleteSpecification, board: Board) -> PartialTour:
    """Return the givens of a specification; InvalidProblemError points at the first part that cannot be read."""
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
    return PartialTour(ascending, tuple(dict.fromkeys(arcs)), tuple(bonds), tuple(barred))


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


class Completion(Part):
    """Whether a partly given tour has a completion, and how hard that was to tell."""

    verdict: Literal["none", "unique", "several", "unknown"] = Field(
        description="tours that have all that is given; unknown: the search has not come to its end"
    )
    guesses: str = Field(description="branches tried where propagation left a choice, an exact decimal")
    directed: bool = Field(description="whether what is given says where or in which direction the tour goes")


CompleteProblem = BoardProblem[CompleteSpecification]
