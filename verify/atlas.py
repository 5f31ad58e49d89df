"""The exact counts of the atlas that the program can make, and its verdict on each."""

from __future__ import annotations

import subprocess
import time
from collections.abc import Collection, Iterator
from dataclasses import dataclass

from engine.boards.board import Board
from engine.boards.labels import parse_board
from engine.boards.piece import Piece, piece_of_key
from findings.atlas.entries import Entry
from store.models.atlas import EVERYWHERE
from verify.checker import Recount, Residue, UncheckedError, count, recount_of


@dataclass(frozen=True)
class Figure:
    """An exact count of the atlas that the program can make. start: "row,column" or "all"."""

    quantity: str
    start: str
    value: int
    recount: Recount


@dataclass(frozen=True)
class Verdict:
    """Outcome of a figure: confirmed, contradicted, too long, too wide or not tried. states: visited by the program."""

    entry: str
    quantity: str
    start: str
    verdict: str
    seconds: float = 0.0
    states: int = 0


def recounts(entries: Collection[Entry]) -> Iterator[tuple[Entry, Board, Figure]]:
    """Yield what the program can count again, small boards first."""
    boards = {entry.key: parse_board(entry.board) for entry in entries}
    for entry in sorted(entries, key=lambda entry: (boards[entry.key].size, entry.key)):
        yield from ((entry, boards[entry.key], figure) for figure in figures(entry, boards[entry.key].size))


def figures(entry: Entry, size: int) -> Iterator[Figure]:
    """Yield the exact counts of an entry that the program can make: totals, and each class of start squares."""
    tours = str(entry.specification.get("tours", "any"))
    for figure in entry.figures:
        for start, value in figure.values.items() if figure.exact else ():
            square = None if start == EVERYWHERE else tuple(map(int, start.split(",")))
            try:
                recount = recount_of(figure.quantity, figure.convention, tours, size, square)
            except UncheckedError:
                continue
            yield Figure(figure.quantity, start, int(value), recount)


class Checker:
    """Runs the program once for each count; after a run that takes too long, none as large or larger is tried.

    memory: MiB that a run sorts at once. seconds: the bound of a run.
    """

    def __init__(self, *, memory: int, seconds: float) -> None:
        self._memory, self._seconds = memory, seconds
        self._limits: dict[tuple[object, ...], int] = {}
        self._found: dict[tuple[object, ...], Residue | str] = {}

    def verdict(self, entry: Entry, board: Board, figure: Figure) -> Verdict:
        """Compare a figure of an entry with the program's count."""
        begin = time.perf_counter()
        run = (board.label, entry.piece, figure.recount.sort, figure.recount.start)
        if run not in self._found:
            self._found[run] = self._count(board, piece_of_key(entry.piece), figure.recount)
        found, seconds = self._found[run], round(time.perf_counter() - begin, 3)
        if isinstance(found, str):
            return Verdict(entry.key, figure.quantity, figure.start, found, seconds)
        agrees = found.residue == figure.recount.residue_of(figure.value)
        text = "confirmed" if agrees else "contradicted"
        return Verdict(entry.key, figure.quantity, figure.start, text, seconds, found.states)

    def _count(self, board: Board, piece: Piece, recount: Recount) -> Residue | str:
        """Return the program's count, or why there is none."""
        alike = (board.surface, min(board.shape), piece, recount.sort, recount.start is None)
        if board.size >= self._limits.get(alike, board.size + 1):
            return "not tried"
        try:
            return count(board, piece, recount, memory=self._memory, seconds=self._seconds)
        except subprocess.TimeoutExpired:
            self._limits[alike] = board.size
            return "too long"
        except UncheckedError:
            return "too wide"
