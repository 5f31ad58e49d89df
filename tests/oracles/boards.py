"""Boards for other solvers: squares and moves by a rule of their own, without any code of the engine."""

from __future__ import annotations

import random
from dataclasses import dataclass
from itertools import product

PIECES = {(1, 2): 0.5, (1, 3): 0.2, (1, 4): 0.1, (2, 3): 0.2}
"""Leapers, and the probability of drawing each."""

WRAPPED = {"": (False, False), "torus:": (True, True), "cylinder:": (False, True)}
"""For each surface: whether rows wrap around, and whether columns do."""

MAX_SQUARES = 26


@dataclass(frozen=True)
class OtherBoard:
    """A board with holes on a surface, and a leaper.

    label: its name for the service. squares: (row, column) from 1 on, in reading order. moves: pairs of indices into
    `squares`, the smaller first.
    """

    label: str
    piece: tuple[int, int]
    squares: tuple[tuple[int, int], ...]
    moves: frozenset[tuple[int, int]]


def make_board(rows: list[str], piece: tuple[int, int], surface: str = "") -> OtherBoard:
    """Return the board of these rows, `#` a square and `.` a hole."""
    height, width = len(rows), len(rows[0])
    squares = [(r, c) for r, c in product(range(height), range(width)) if rows[r][c] == "#"]
    number = {square: index for index, square in enumerate(squares)}
    wrap_rows, wrap_columns = WRAPPED[surface]
    moves = set()
    for (row, column), (first, second), signs in product(squares, (piece, piece[::-1]), product((1, -1), repeat=2)):
        r, c = row + signs[0] * first, column + signs[1] * second
        other = (r % height if wrap_rows else r, c % width if wrap_columns else c)
        if other in number and other != (row, column):
            moves.add(tuple(sorted((number[row, column], number[other]))))
    whole = all(set(row) == {"#"} for row in rows)
    shape = f"{height}x{width}" if whole else "/".join(rows)
    label = f"{surface or ('' if whole else 'mask:')}{shape}"
    return OtherBoard(label, piece, tuple((r + 1, c + 1) for r, c in squares), frozenset((a, b) for a, b in moves))


def random_board(seed: int) -> OtherBoard:
    """Return a connected board without squares of a single move, by this seed."""
    draw = random.Random(seed)
    while True:
        surface = draw.choice(list(WRAPPED))
        piece = draw.choices(list(PIECES), list(PIECES.values()))[0]
        height, width = draw.randint(3, 5), draw.randint(4, 6)
        grid = [["#"] * width for _ in range(height)]
        for _ in range(draw.choice([0, 1, 2, 3])):
            grid[draw.randrange(height)][draw.randrange(width)] = "."
        rows = ["".join(row) for row in grid]
        # A border row or column that consists of holes would be cut off.
        if "." * width in (rows[0], rows[-1]) or any(all(row[side] == "." for row in rows) for side in (0, -1)):
            continue
        board = make_board(rows, piece, surface)
        if (
            len(board.squares) <= MAX_SQUARES
            and has_two_moves(board)
            and is_connected(board)
            and len(board.moves) <= 2.3 * len(board.squares)
        ):
            return board


def is_connected(board: OtherBoard) -> bool:
    """Whether moves lead from each square to all others."""
    near = neighbours(board)
    reached, waiting = {0}, [0]
    while waiting:
        new = near[waiting.pop()] - reached
        reached |= new
        waiting += new
    return len(reached) == len(near)


def has_two_moves(board: OtherBoard) -> bool:
    """Whether every square has at least two moves."""
    return min(map(len, neighbours(board))) > 1


def neighbours(board: OtherBoard) -> list[set[int]]:
    """Return the squares a move away from each square, by index."""
    near: list[set[int]] = [set() for _ in board.squares]
    for one, other in board.moves:
        near[one].add(other)
        near[other].add(one)
    return near
