"""Text grids of numbers, as people post and paste them.

Each line is a row of the board, from the top. A cell is a number from 1, or any other sign ("." by custom, "0" too)
where no number is given or no square is. Cells are

    apart      1  .  .        with spaces, commas, semicolons or bars between them
    ruled      | 1 |  |  |    between bars, tabs, commas or semicolons, where an empty cell has no number;
                              lines that only rule (+---+---+) are passed over
    together   1..            one sign each
"""

from __future__ import annotations

import re
from collections.abc import Callable
from functools import partial
from math import prod

from engine.boards.board import Board
from engine.errors import InvalidProblemError

BARS = "|│┃║"
SEPARATOR = re.compile(rf"[\s,;{BARS}]")
SIGNS = re.compile(rf"[0-9]+|[^\s0-9,;{BARS}]+")
RULING = re.compile(r"[^0-9A-Za-z]*(--|==|──|━━|══)[^0-9A-Za-z]*")
MAX_DIGITS = 9
EMPTY = "."
Row = list[str]


def read_grid(board: Board, text: str) -> list[tuple[int, int]]:
    """Return (square, number) of every number in a text grid; InvalidProblemError where it is no grid of the board."""
    signs = _signs(text, prod(board.shape[:-1]), board.shape[-1])
    cells = prod(board.shape)
    if len(signs) != cells:
        shape = " x ".join(map(str, board.shape))
        raise InvalidProblemError("/givens", f"a grid of {shape} has {cells} numbers or dots, this one {len(signs)}")
    numbers = board.numbers.reshape(-1).tolist()
    found = []
    for sign, square in zip(signs, numbers, strict=True):
        if not sign.isascii() or not sign.isdigit() or not sign.strip("0"):
            continue
        if len(sign) > MAX_DIGITS:
            raise InvalidProblemError("/givens", f"a number has more than {MAX_DIGITS} digits")
        if square < 0:
            raise InvalidProblemError("/givens", f"the number {sign} stands where the board has no square")
        found.append((square, int(sign)))
    return found


def grid_of(board: Board, at: dict[int, int]) -> str:
    """Return the text grid of the times given: numbers from 1, "." on other squares, "#" where there is no square."""
    width = len(str(board.size))
    cells = board.numbers.reshape(-1).tolist()
    signs = ["#" if square < 0 else str(at[square] + 1) if square in at else EMPTY for square in cells]
    columns = board.shape[-1]
    rows = [signs[first : first + columns] for first in range(0, len(signs), columns)]
    lines = [" ".join(sign.rjust(width) for sign in row) for row in rows]
    if len(board.shape) == 3:
        depth = board.shape[1]
        lines = [line if index == 0 or index % depth else f"\n{line}" for index, line in enumerate(lines)]
    return "\n".join(lines) + "\n"


def _signs(text: str, rows: int, columns: int) -> list[str]:
    """Return the signs of the cells, by the first way of reading that finds `rows` rows of `columns`; else all."""
    lines = [line for line in text.splitlines() if line.strip(" ")]
    unruled = [line for line in lines if not RULING.fullmatch(line)]
    ways: list[Callable[[str], Row]] = [_between_bars, *(partial(_split, sign) for sign in "|\t,;"), _together]
    for some in (lines, unruled):
        for way in ways:
            found = [way(line) for line in some]
            if len(found) == rows and all(len(row) == columns for row in found):
                return [sign for row in found for sign in row]
    apart, together = SIGNS.findall(text), [_together(line) for line in unruled]
    return apart if len(apart) == rows * columns or not all(together) else [sign for row in together for sign in row]


def _between_bars(line: str) -> Row:
    ruled = re.sub(f"[{BARS}]", "|", line).strip()
    return _split("|", ruled.removeprefix("|").removesuffix("|"))


def _split(separator: str, line: str) -> Row:
    """Return the signs of cells with separators between them; nothing where a cell holds several."""
    signs = [cell.strip() or EMPTY for cell in line.split(separator)]
    return [] if any(SEPARATOR.search(sign) for sign in signs) else signs


def _together(line: str) -> Row:
    """Return the signs of cells that nothing separates; nothing where something does."""
    return [] if SEPARATOR.search(line.strip()) else list(line.strip())
