"""From a specification to the problem it states: board, piece, move graph and start squares; read once, handed on.

Also the normal form: equal problems, however they were written, become equal specifications.
"""

from __future__ import annotations

from collections.abc import Iterator
from contextlib import contextmanager
from dataclasses import dataclass
from functools import cached_property
from typing import Any, Generic, TypeVar

import numpy as np
from numpy.typing import NDArray

from engine.boards.board import Board
from engine.boards.labels import board_definition, parse_board
from engine.boards.masks import board_from_rows, board_from_squares, without
from engine.boards.move_graph import MoveGraph, move_graph
from engine.boards.piece import KNIGHT, Direction, Piece, directions_of, parse_piece
from engine.boards.squares import parse_square
from engine.errors import InvalidProblemError
from engine.specification.fields import BoardSpecification, MaskBoard, Specification
from engine.specification.normal_form import as_json, fingerprint
from engine.specification.squares import EVERY_SQUARE, ONE_SQUARE, SQUARE_LISTS

Spec_co = TypeVar("Spec_co", bound=Specification, covariant=True)
BoardSpec_co = TypeVar("BoardSpec_co", bound=BoardSpecification, covariant=True)


@dataclass(frozen=True)
class ParsedSpecification(Generic[Spec_co]):
    """A specification and the board it asks about, None where its kind has none."""

    spec: Spec_co
    board: Board | None = None
    piece: Piece = KNIGHT

    @cached_property
    def document(self) -> dict[str, object]:
        """The normalised specification as a JSON object, defaults filled in."""
        return as_json(self.spec)

    @cached_property
    def fingerprint(self) -> str:
        """The SHA-256 (hex) of what the job computes: equal jobs have equal fingerprints."""
        return fingerprint(self.document)


@dataclass(frozen=True)
class BoardProblem(ParsedSpecification[BoardSpec_co]):
    """The problem stated by a specification with a board.

    named: the numbers of the start squares that the specification names, in the order given; None for all squares.
    order: the directions in the order in which they are to be tried; None for the usual order.
    """

    board: Board
    piece: Piece
    named: tuple[int, ...] | None = None
    order: tuple[Direction, ...] | None = None

    @property
    def start_count(self) -> int:
        """How many start squares there are, without listing them."""
        return self.board.size if self.named is None else len(self.named)

    @cached_property
    def starts(self) -> NDArray[np.int32]:
        """int32: the numbers of the start squares in the order given, all squares where none are named."""
        if self.named is None:
            return np.arange(self.board.size, dtype=np.int32)
        return np.array(self.named, dtype=np.int32)

    @cached_property
    def graph(self) -> MoveGraph:
        """The move graph; built when first asked for, as it takes long on large boards."""
        return move_graph(self.board, self.piece, self.order)


def resolve_board(value: str | MaskBoard, pointer: str = "/board") -> Board:
    """Return the board of a specification's `board` field."""
    if isinstance(value, str):
        return parse_board(value, pointer)
    if value.rows is not None:
        return board_from_rows(value.rows, value.surface, f"{pointer}/rows")
    if value.squares is not None:
        return board_from_squares(value.squares, value.surface, f"{pointer}/squares")
    whole = parse_board(value.board or "", f"{pointer}/board")
    squares = enumerate(value.removed or [])
    removed = [parse_square(whole, square, f"{pointer}/removed/{index}") for index, square in squares]
    return without(whole, removed, f"{pointer}/removed")


def _parse_piece(specification: BoardSpecification, board: Board) -> tuple[int, ...] | None:
    starts: Any = getattr(specification, "starts", "all")
    start = getattr(specification, "start", None)
    if start is not None:
        return (parse_square(board, start, "/start"),)
    if starts == "all":
        return None
    return tuple(_square_list(board, starts, "/starts"))


def _square_list(board: Board, squares: list[Any], pointer: str) -> list[int]:
    """Return the squares' numbers; InvalidProblemError where the list is empty or names a square twice."""
    numbers: dict[int, int] = {}
    for index, square in enumerate(squares):
        number = parse_square(board, square, f"{pointer}/{index}")
        if number in numbers:
            raise InvalidProblemError(f"{pointer}/{index}", f"the same square as at {pointer}/{numbers[number]}")
        numbers[number] = index
    if not numbers and pointer == "/starts":
        raise InvalidProblemError(pointer, 'give at least one square, or "all"')
    return list(numbers)


def _order(order: list[list[int]] | None, piece: Piece, board: Board) -> tuple[Direction, ...] | None:
    """Return the directions of a specification's `order`, None where they are in the usual order."""
    usual = directions_of(piece, board.dimensions)
    if order is None:
        return None
    given = [tuple(direction) for direction in order]
    for index, direction in enumerate(given):
        if direction not in usual:
            raise InvalidProblemError(f"/order/{index}", f"{list(direction)} is not a direction of the piece")
        if direction in given[:index]:
            raise InvalidProblemError(f"/order/{index}", f"the direction {list(direction)} is listed twice")
    if len(given) != len(usual):
        raise InvalidProblemError("/order", f"list all {len(usual)} directions of the piece")
    return None if given == usual else tuple(given)


class Faults(list[tuple[str, str]]):
    """The (pointer, message) of everything found wrong so far."""

    @contextmanager
    def collecting(self) -> Iterator[None]:
        """Note an InvalidProblemError of the block and continue."""
        try:
            yield
        except InvalidProblemError as error:
            self.append((error.pointer, error.message))


def normalise(specification: Specification, faults: Faults) -> ParsedSpecification[Specification] | None:
    """Return the problem of the specification with canonical label, piece and coordinates.

    None where anything is wrong, which is added to `faults`.
    """
    if not isinstance(specification, BoardSpecification):
        with faults.collecting():
            return ParsedSpecification(specification.normal())
        return None  # type: ignore[unreachable]  # collecting() swallows errors
    changes: dict[str, object] = {}
    board, order = None, None
    with faults.collecting():
        board = resolve_board(specification.board)
        changes["board"] = board_field(board)
    with faults.collecting():
        piece = parse_piece(specification.piece)
        changes["piece"] = "knight" if piece == KNIGHT else list(piece)
        if board is not None:
            order = _order(getattr(specification, "order", None), piece, board)
    if board is not None:
        changes |= _normal_squares(specification, board, faults)
    if board is None or faults:  # type: ignore[redundant-expr]  # collecting() swallows errors
        return None
    if "order" in type(specification).model_fields:
        changes["order"] = order and [list(direction) for direction in order]
    normal = specification.model_copy(update=changes)
    return BoardProblem(normal, board, piece, _parse_piece(normal, board), order)


def board_field(board: Board) -> str | MaskBoard:
    """Return how a specification names `board`: its label, or its rows where the label is only a digest."""
    definition = board_definition(board)
    return definition if isinstance(definition, str) else MaskBoard.model_validate(definition)


def _normal_squares(specification: BoardSpecification, board: Board, faults: Faults) -> dict[str, object]:
    """Return every field that names squares, with coordinates in place of names."""
    changes: dict[str, object] = {}
    fields = {one.alias or name: name for name, one in type(specification).model_fields.items()}
    for name in (name for name in ONE_SQUARE if name in fields):
        value = getattr(specification, fields[name])
        if value is not None and not (value == "all" and name in EVERY_SQUARE):
            with faults.collecting():
                changes[fields[name]] = board.square(parse_square(board, value, f"/{name}"))
    for name in SQUARE_LISTS:
        value = getattr(specification, name, None)
        if value not in (None, "all"):
            with faults.collecting():
                numbers = _square_list(board, value, f"/{name}")
                everything = name == "starts" and len(numbers) == board.size and numbers == sorted(numbers)
                changes[name] = "all" if everything else [board.square(number) for number in numbers]
    with faults.collecting():
        changes |= specification.normal_fields(board)
    return changes
