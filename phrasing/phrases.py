"""Phrases that kinds share: squares, tours, and where they start."""

from __future__ import annotations

import re
from collections.abc import Iterable, Mapping, Sequence

from drawing.numbers import group_digits
from engine.boards.board import Board
from engine.boards.labels import parse_board
from engine.boards.squares import written_square
from engine.errors import InvalidProblemError
from engine.specification.squares import ONE_SQUARE, SQUARE_LISTS
from language.translate import gettext, ngettext
from phrasing.base import StoredSpecification

PLURALS = {"any": "tours", "closed": "closed tours", "open": "open tours"}
"""The specification's `tours`, in the plural."""

SQUARE = re.compile(r"\[(?P<square>[0-9]+(?:, [0-9]+)+)\](?: \((?P<name>[a-z][0-9]+)\))?")
"""A square in a proof of the engine: [8, 1] (a1)."""

NAMES = {"tours": "directed tours", "open": "directed open tours", "closed": "directed closed tours"}
"""Names of facts of a board."""


def tours_words(quantity: str, value: str) -> str:
    """Return this many tours of a sort; `quantity` as in NAMES."""
    count, number = int(value), group_digits(value)
    if quantity == "open":
        return ngettext("%(number)s directed open tour", "%(number)s directed open tours", count, number=number)
    if quantity == "closed":
        return ngettext("%(number)s directed closed tour", "%(number)s directed closed tours", count, number=number)
    return ngettext("%(number)s directed tour", "%(number)s directed tours", count, number=number)


def square_words(board: str, square: Sequence[int] | str) -> str:
    """Return a square's name on flat boards ("a1"), its coordinates ("1,1") on others; text stays as it is."""
    if isinstance(square, str):
        return square
    try:
        found = parse_board(board)
        return written_square(found, found.index(list(square)))
    except InvalidProblemError:
        return _coordinates(square)


def with_squares_named(text: str, board: Board, *, named: bool) -> str:
    """Return a proof about a board with its squares as the reader writes them: by name if `named`, else as in "1,1".

    A proof turns an upright rectangle on its side: squares without a name in the proof stay as they are.
    """
    turned = len(board.shape) > 1 and board.shape[0] > board.shape[1]

    def write(found: re.Match[str]) -> str:
        if turned and not found["name"]:
            return found[0]
        try:
            index = board.index([int(part) for part in found["square"].split(", ")])
        except InvalidProblemError:
            return found[0]
        return written_square(board, index, named=named)

    return SQUARE.sub(write, text)


def path_words(board: str, squares: Iterable[Sequence[int]], *, named: bool) -> str:
    """Return squares one after the other, by name if `named` and they have names."""
    return " ".join(square_words(board, square) if named else _coordinates(square) for square in squares)


def with_square_names(specification: StoredSpecification, *, named: bool) -> Mapping[str, object]:
    """Return a specification with squares as sentences write them: by name if `named` and possible, else as "1,1"."""
    if named:
        return specification
    phrased = dict(specification)
    for name in ONE_SQUARE:
        if phrased.get(name) not in (None, "all"):
            phrased[name] = _coordinates(phrased[name])
    for name in SQUARE_LISTS:
        if phrased.get(name) not in (None, "all"):
            phrased[name] = [_coordinates(square) for square in phrased[name]]
    return phrased


def _coordinates(square: Sequence[int]) -> str:
    return ",".join(map(str, square))


def starts_words(specification: StoredSpecification, board: str, *, by_end: bool = False) -> str:
    """Return the start squares of the question, as the end of a title."""
    starts = specification.get("starts", "all")
    if starts == "all":
        if by_end:
            return gettext(", by both ends")
        return gettext(", by start square") if specification.get("tours") != "closed" else ""
    if len(starts) == 1:
        return gettext(" from %(square)s", square=square_words(board, starts[0]))
    return gettext(" from %(number)s squares", number=len(starts))
