"""The way that a job has found, to be drawn: a walk that collects squares, a shortest path, or an uncrossed one."""

from __future__ import annotations

from collections.abc import Mapping
from typing import Any

import numpy as np

from drawing.amounts import amount
from drawing.path import Way, snake_lengths
from engine.boards.piece import parse_piece
from engine.boards.squares import parse_square
from engine.specification.fields import MaskBoard
from engine.specification.problem import resolve_board

RULES = {None: "", "once": ", no square twice", "snake": ", the snake's body in the way"}


def way_of(specification: Mapping[str, Any], extra: Mapping[str, Any]) -> Way | None:
    """Return the way in a job's result; None if it has none with at least one move.

    specification: in its normal form, as stored and in result documents. extra: of the result.
    """
    walk = extra.get("walk") or {}
    squares = walk.get("squares") or extra.get("path") or []
    if len(squares) < 2:
        return None
    given = specification["board"]
    board = resolve_board(given if isinstance(given, str) else MaskBoard.model_validate(given))
    places = [parse_square(board, square, "/path") for square in squares]
    goals = [parse_square(board, square, "/via") for square in specification.get("via", [])] if walk else []
    rule, moves = walk.get("rule"), amount(len(places) - 1, "move")
    title = f"A shortest way of {moves} on {board.label}"
    if straight := "uncrossed" in extra:
        title = f"An uncrossed path of {moves} on {board.label}"
    if walk:
        title = f"A walk of {moves} on {board.label} that collects {amount(len(goals), 'square')}{RULES[rule]}"
    covered = snake_lengths(places, goals, walk["body"]) if rule == "snake" else ()
    return Way(
        board, parse_piece(specification.get("piece", "knight")), np.array(places), title, goals, covered, straight
    )
