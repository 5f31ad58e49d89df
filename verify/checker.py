"""Build and run `knightcount`, the C program beside this file, and hold exact counts against what it finds."""

from __future__ import annotations

import hashlib
import json
import os
import shutil
import subprocess
import tempfile
from collections.abc import Mapping
from dataclasses import dataclass
from functools import cache
from pathlib import Path
from typing import Literal

import numpy as np

from engine.boards.board import Board
from engine.boards.piece import Piece

SOURCE = Path(__file__).parent / "knightcount.c"
NAME = "knightcount"
PRIME = 2**63 - 25
"""The largest prime below 2^63; certificates count modulo another one."""

SURFACES = ("flat", "torus", "cylinder")
MAX_SQUARES = 400
TOO_WIDE = 2
FLAGS = ("-std=c11", "-O3")

Sort = Literal["closed", "paths"]


class NoCompilerError(RuntimeError):
    """There is no C compiler, or it does not build the program."""


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
    """What the program is to count, and how an exact count of ours follows from it: `factor` times as much.

    start: row and column of the square where paths end, from 1; None for all paths.
    """

    sort: Sort
    factor: int = 1
    start: tuple[int, int] | None = None

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


def recount_of(quantity: str, convention: str, tours: str, size: int, start: tuple[int, int] | None) -> Recount:
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
        command.append("start={},{}".format(*recount.start))
    command += [f"hole={row},{column}" for row, column in _holes(board)]
    done = subprocess.run(command, capture_output=True, text=True, check=False, timeout=seconds)  # nosec B603  # noqa: S603  our own program
    if done.returncode == TOO_WIDE:
        raise UncheckedError(done.stderr.strip())
    if done.returncode:
        raise RuntimeError(done.stderr.strip() or f"{NAME} ended with {done.returncode}")
    found: Mapping[str, int] = json.loads(done.stdout)
    return Residue(**found)


def _arguments(board: Board, piece: Piece) -> list[str]:
    if board.surface not in SURFACES or len(board.shape) != 2 or len(piece) > 2:
        raise UncheckedError(f"{NAME} counts leapers on rectangles: {', '.join(SURFACES)}")
    if board.shape[0] * board.shape[1] > MAX_SQUARES:
        raise UncheckedError(f"{NAME} takes at most {MAX_SQUARES} squares")
    return [board.surface, *map(str, (*board.shape, *(0,) * (2 - len(piece)), *piece))]


def _holes(board: Board) -> list[tuple[int, int]]:
    if board.present is None:
        return []
    return [(int(row) + 1, int(column) + 1) for row, column in np.argwhere(~board.present)]
