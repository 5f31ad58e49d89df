"""Facts of an upright board, such as 8x7, that are known of the same board on its side, 7x8."""

from __future__ import annotations

import re
from collections.abc import Iterable
from dataclasses import replace

from engine.boards.board import Board
from engine.boards.labels import parse_board
from engine.kinds.figure_scope import Starts
from findings.statements.statement import Statement

SIDES = re.compile(r"(torus:)?(\d+)x(\d+)")
"""The labels of boards whose two sides may change places: a leaper's moves and tours are the same."""


def turned_board(label: str) -> str:
    """Return the label of the board turned by a quarter, 6x5 for 5x6; unchanged if its sides may not change places."""
    sides = SIDES.fullmatch(label)
    return f"{sides[1] or ''}{sides[3]}x{sides[2]}" if sides else label


def board_on_its_side(board: Board) -> Board | None:
    """Return the board with as many columns as this one has rows; None if this one has no more rows than columns."""
    label = turned_board(board.label)
    return parse_board(label) if label != board.label and board.shape[0] > board.shape[1] else None


def upright_statements(board: Board, statements: Iterable[Statement]) -> list[Statement]:
    """Return facts of the board on its side as facts of `board`: their squares change rows for columns.

    Figures that depend on a search are left out: a search goes another way on the other board.
    """
    return [
        replace(
            one,
            subject=replace(
                one.subject,
                board=board.label,
                starts=_turned(one.subject.starts),
                ends=None if one.subject.ends is None else _turned(one.subject.ends),
                square_class=one.subject.square_class and tuple(_square(square) for square in one.subject.square_class),
            ),
        )
        for one in statements
        if one.restriction is None
    ]


def _turned(squares: Starts) -> Starts:
    return "all" if squares == "all" else tuple(sorted(map(_square, squares)))


def _square(square: tuple[int, ...]) -> tuple[int, ...]:
    return square[::-1]
