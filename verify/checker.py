"""Build and run `knightcount`, the C program beside this file, and compare exact counts with its results."""

from __future__ import annotations

import hashlib
import json
import os
import shutil
import subprocess
import tempfile
from collections.abc import Mapping, Sequence
from dataclasses import dataclass
from functools import cache
from math import prod
from pathlib import Path
from typing import Literal

import numpy as np

from engine.boards.board import Board
from engine.boards.move_graph import move_graph
from engine.boards.piece import Piece

SOURCE = Path(__file__).parent / "knightcount.c"
NAME = "knightcount"
PRIME = 2**63 - 25
"""The largest prime below 2^63; certificates count modulo another one."""

SURFACES = ("flat", "torus", "cylinder")
"""Surfaces whose moves the program finds by its own rule; for other boards it reads them from a list of ours."""

MAX_SQUARES = 400
TOO_WIDE = 2
FLAGS = ("-std=c11", "-O3")

Sort = Literal["closed", "paths"]


class NoCompilerError(RuntimeError):
    """No C compiler, or one that does not build the program."""


class UncheckedError(ValueError):
    """A board or figure that the program cannot count."""


@dataclass(frozen=True)
class Residue:
    """A count of the program modulo a prime. states: of all steps together; widest: the most after one square."""

    residue: int
    prime: int
    squares: int
    states: int
    widest: int


@dataclass(frozen=True)
class Recount:
    """A count that the program makes; the exact count of ours is `factor` times the program's.

    start: coordinates of the square where paths end, from 1; None for all paths.
    """

    sort: Sort
    factor: int = 1
    start: tuple[int, ...] | None = None

    def residue_of(self, value: int, prime: int = PRIME) -> int:
        """Return the residue that an exact count of ours implies; UncheckedError where there is none."""
        if value % self.factor:
            raise UncheckedError(f"{value} is no multiple of {self.factor}")
        return value // self.factor % prime


@cache
def source_digest() -> str:
    """Return the SHA-256 (hex) of the program's source."""
    return hashlib.sha256(SOURCE.read_bytes()).hexdigest()


@cache
def build() -> Path:
    """Compile the program with the machine's `cc`, once for each source, and return it. Raise NoCompilerError."""
    compiler = os.environ.get("CC") or "cc"
    if shutil.which(compiler) is None:
        raise NoCompilerError(f"no C compiler: install gcc or clang, or name one in CC (tried {compiler!r})")
    program = Path(tempfile.gettempdir()) / f"{NAME}-{os.getuid()}-{source_digest()[:16]}"
    if not program.exists():
        partial = program.with_suffix(f".{os.getpid()}")
        command = [compiler, *FLAGS, "-o", str(partial), str(SOURCE)]
        done = subprocess.run(command, capture_output=True, text=True, check=False)  # nosec B603  # noqa: S603  our own source
        if done.returncode:
            raise NoCompilerError(f"{compiler} does not build {NAME}: {done.stderr.strip()}")
        partial.replace(program)
    return program


def recount_of(quantity: str, convention: str, tours: str, size: int, start: tuple[int, ...] | None) -> Recount:
    """Return how the program counts a quantity of a board of `size` squares. Raise UncheckedError where it cannot.

    tours: the sort of tours counted, as a specification says. start: the one start square, None for all.
    """
    if quantity == "cycles" and start is None:
        return Recount("closed")
    if convention == "directed" and (quantity == "closed" or (quantity == "tours" and tours == "closed")):
        return Recount("closed", 2 * size if start is None else 2)
    if quantity == "tours" and convention == "directed" and tours == "any":
        return Recount("paths", 2 if start is None else 1, start)
    raise UncheckedError(f"{NAME} does not count {quantity} ({convention}) of {tours} tours")


def count(
    board: Board,
    piece: Piece,
    recount: Recount,
    *,
    prime: int = PRIME,
    memory: int = 1024,
    seconds: float | None = None,
) -> Residue:
    """Run the program. Raise UncheckedError for a board that it cannot take, TimeoutExpired after `seconds`.

    memory: MiB that it sorts at once, in twice the room; the rest waits in temporary files.
    """
    command = [str(build()), *_arguments(board, piece), recount.sort, str(prime), f"memory={memory}"]
    if recount.start is not None:
        command.append(f"start={_row_and_column(board, recount.start)}")
    command += [f"hole={_row_and_column(board, hole)}" for hole in _holes(board)]
    done = subprocess.run(  # nosec B603  # noqa: S603  our own program
        command, input=_moves(board, piece), capture_output=True, text=True, check=False, timeout=seconds
    )
    if done.returncode == TOO_WIDE:
        raise UncheckedError(done.stderr.strip())
    if done.returncode:
        raise RuntimeError(done.stderr.strip() or f"{NAME} ended with {done.returncode}")
    found: Mapping[str, int] = json.loads(done.stdout)
    return Residue(**found)


def has_own_rule(board: Board, piece: Piece) -> bool:
    """Whether the program finds the moves of a board itself."""
    return board.surface in SURFACES and len(board.shape) == 2 and len(piece) <= 2


def _arguments(board: Board, piece: Piece) -> list[str]:
    """Return the surface, the sides and the leap; a board of other than two sides is laid out layer below layer."""
    if prod(board.shape) > MAX_SQUARES:
        raise UncheckedError(f"{NAME} takes at most {MAX_SQUARES} squares")
    sides = [str(prod(board.shape[:-1])), str(board.shape[-1])]
    if not has_own_rule(board, piece):
        return ["listed", *sides, "0", "0"]
    return [board.surface, *sides, *map(str, (*(0,) * (2 - len(piece)), *piece))]


def _moves(board: Board, piece: Piece) -> str:
    """Return the moves of a board that the program has no rule for, a line each: two cells, counted from 1."""
    if has_own_rule(board, piece):
        return ""
    graph, cells = move_graph(board, piece), board.cells + 1
    pairs = ((square, other) for square, others in enumerate(graph.lists) for other in others if square < other)
    return "".join(f"{cells[square]} {cells[other]}\n" for square, other in pairs)


def _row_and_column(board: Board, square: Sequence[int]) -> str:
    """Return a square as the program names it: "row,column", from 1."""
    cell = int(np.ravel_multi_index([coordinate - 1 for coordinate in square], board.shape))
    row, column = divmod(cell, board.shape[-1])
    return f"{row + 1},{column + 1}"


def _holes(board: Board) -> list[tuple[int, ...]]:
    if board.present is None:
        return []
    return [tuple(int(coordinate) + 1 for coordinate in hole) for hole in np.argwhere(~board.present)]
