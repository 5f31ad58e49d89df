"""Board labels: the strict parser from a permanent label to a board."""

from __future__ import annotations

import re
from collections.abc import Mapping
from functools import lru_cache
from math import prod
from typing import Any, cast

from engine.boards.board import MAX_DIMENSIONS, Board
from engine.boards.letter_masks import BITMAPS, word_rows
from engine.boards.masks import MAX_SIDE, board_from_rows, is_digest, named_shapes, ring_rows, shape_name
from engine.boards.surfaces.table import GLUED, Surface, bordered_surface
from engine.errors import InvalidProblemError

SIDE = r"[1-9][0-9]{0,8}"
SIDES = re.compile(rf"{SIDE}(?:x{SIDE})+")
POWER = re.compile(rf"({SIDE})\^({SIDE})")
RING = re.compile(rf"({SIDE})x({SIDE})-({SIDE})")
ROWS = re.compile(r"/*[#.]+(?:/+[#.]+)*")

MAX_SQUARES = 100_000_000
MAX_WORD = 16
MAX_CACHED_SQUARES = 1 << 16
"""Boards of at most this many squares are kept in memory and shared once parsed."""


def parse_board(label: str, pointer: str = "/board") -> Board:
    """Return the board that `label` names; InvalidProblemError (at `pointer`) where it names none.

    The board's own label is the canonical one: "3^3" gives "3x3x3". docs/boards.md lists the forms.
    """
    try:
        board = _parse(label)
    except InvalidProblemError as error:
        raise InvalidProblemError(pointer, error.message) from None
    return board


def board_definition(board: Board) -> str | dict[str, Any]:
    """Return the JSON that defines `board`: its label, or its rows and surface where the label is only a digest."""
    if not is_digest(board.label):
        return board.label
    return {"rows": board.rows()} | ({} if board.joining.is_bordered else {"surface": board.surface})


def defined_board(definition: str | Mapping[str, Any]) -> Board:
    """Return the board that `board_definition` has written."""
    if isinstance(definition, str):
        return parse_board(definition)
    return board_from_rows(definition["rows"], definition.get("surface"))


def _parse(label: str) -> Board:
    board = _shared_board(label)
    return board if board is not None else _build(label)


@lru_cache(maxsize=256)
def _shared_board(label: str) -> Board | None:
    """Return the shared board of a label, None for one too large to keep."""
    board = _build(label)
    return board if board.size <= MAX_CACHED_SQUARES else None


def _build(label: str) -> Board:
    prefix, _, rest = label.partition(":")
    if label in ("heart", "holed-8x8"):
        return _parse_name(label)
    if SIDES.fullmatch(label) or POWER.fullmatch(label):
        shape = _sides(label)
        return Board("x".join(map(str, shape)), bordered_surface(len(shape)), shape)
    if prefix in ("letter", "word"):
        return _word(rest, label)
    if prefix == "ring" and RING.fullmatch(rest):
        return _ring(rest, label)
    if prefix in ("mask", "cube", *GLUED):
        return _surface(cast("Surface", "flat" if prefix == "mask" else prefix), rest, label)
    raise _unknown(label)


def _unknown(label: str) -> InvalidProblemError:
    message = "is not a board label such as '8x8', 'torus:6x8', 'cube:4', '4x4x4', 'heart' or 'mask:##./###'"
    return InvalidProblemError("", f"{label[:80]!r} {message}")


def _sides(text: str) -> tuple[int, ...]:
    """Return the sides of a board written as "4x4x6" or "4^3"."""
    power = POWER.fullmatch(text)
    dimensions = int(power[2]) if power else text.count("x") + 1
    if not 2 <= dimensions <= MAX_DIMENSIONS:
        raise InvalidProblemError("", f"a board has 2 to {MAX_DIMENSIONS} dimensions")
    shape = (int(power[1]),) * dimensions if power else tuple(map(int, text.split("x")))
    if prod(shape) > MAX_SQUARES:
        raise InvalidProblemError("", f"a board has at most {MAX_SQUARES} squares")
    return shape


def _surface(surface: Surface, rest: str, label: str) -> Board:
    """Return a board on a surface, whole or given by its rows."""
    if ROWS.fullmatch(rest):
        return board_from_rows(rest.split("/"), surface, "")
    if is_digest(label):
        raise InvalidProblemError("", f"{label!r} is the digest of a mask: a job gives the mask by its rows")
    if surface == "cube" and re.fullmatch(SIDE, rest):
        return Board(label, surface, _sides(f"6x{rest}x{rest}"))
    if surface not in GLUED or not (SIDES.fullmatch(rest) or POWER.fullmatch(rest)):
        raise _unknown(label)
    shape = _sides(rest)
    return Board(f"{surface}:{'x'.join(map(str, shape))}", surface, shape)


def _ring(rest: str, label: str) -> Board:
    """Return the flat board around a hole, labelled by its own name if it has one."""
    rows, columns, width = map(int, rest.replace("-", "x").split("x"))
    if max(rows, columns) > MAX_SIDE:
        raise InvalidProblemError("", f"a ring has at most {MAX_SIDE} rows and columns")
    if 2 * width >= min(rows, columns):
        raise InvalidProblemError("", f"a ring {width} wide on {rows}x{columns} has no hole")
    drawn = ring_rows(rows, columns, width)
    return board_from_rows(drawn, label=shape_name(drawn) or label)


def _word(word: str, label: str) -> Board:
    if not 1 <= len(word) <= (1 if label.startswith("letter:") else MAX_WORD) or not set(word) <= set(BITMAPS):
        raise InvalidProblemError(
            "", f"{label[:80]!r}: a letter is one of A-Z and 0-9, a word at most {MAX_WORD} of them"
        )
    if len(word) == 1:
        return _parse_name(f"letter:{word}")
    return board_from_rows(word_rows(word), label=f"word:{word}")


def _parse_name(name: str) -> Board:
    return board_from_rows(named_shapes()[name], label=name)
