"""`python -m verify`: count what the atlas holds again, by the independent program, as far as the time allows."""

from __future__ import annotations

import json
import subprocess
import time
from collections import Counter
from collections.abc import Collection, Iterator
from dataclasses import asdict, dataclass
from pathlib import Path

import click

from engine.boards.board import Board
from engine.boards.labels import parse_board
from engine.boards.piece import Piece, piece_of_key
from findings.atlas.entries import Entry, all_entries
from store.models.atlas import EVERYWHERE
from verify.checker import NAME, Recount, Residue, UncheckedError, count, recount_of


@dataclass(frozen=True)
class Figure:
    """An exact count of the atlas that the program can make. start: "row,column" or "all"."""

    quantity: str
    start: str
    value: int
    recount: Recount


@dataclass(frozen=True)
class Verdict:
    """What came of a figure: confirmed, contradicted, too long, too wide or not tried. states: that the program met."""

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
    """Runs the program once for each count; where a run takes too long, larger boards like it are not tried.

    memory: MiB that a run sorts at once. seconds: the bound of a run.
    """

    def __init__(self, *, memory: int, seconds: float) -> None:
        self._memory, self._seconds = memory, seconds
        self._limits: dict[tuple[object, ...], int] = {}
        self._found: dict[tuple[object, ...], Residue | str] = {}

    def verdict(self, entry: Entry, board: Board, figure: Figure) -> Verdict:
        """Hold a figure of an entry against the program's count."""
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
        if board.size > self._limits.get(alike, board.size):
            return "not tried"
        try:
            return count(board, piece, recount, memory=self._memory, seconds=self._seconds)
        except subprocess.TimeoutExpired:
            self._limits[alike] = board.size
            return "too long"
        except UncheckedError:
            return "too wide"


@click.command()
@click.option("--seconds", type=click.FloatRange(min=0), default=2.0, show_default=True, help="Bound for each figure.")
@click.option(
    "--squares",
    type=click.IntRange(min=3),
    default=400,
    show_default=True,
    help="The largest number of squares of a board.",
)
@click.option("--board", "labels", multiple=True, help="Only this board.")
@click.option("--memory", type=click.IntRange(min=1), default=1024, show_default=True, help="MiB sorted at once.")
@click.option("--out", type=click.Path(path_type=Path), help="File for the verdicts, as JSON.")
def main(*, seconds: float, squares: int, labels: tuple[str, ...], memory: int, out: Path | None) -> None:
    """Count what the atlas holds again by the program `knightcount`, modulo a prime; exit code 1 where one differs."""
    entries = [
        entry
        for entry in all_entries()
        if (not labels or entry.board in labels) and parse_board(entry.board).size <= squares
    ]
    checker, found = Checker(memory=memory, seconds=seconds), []
    for entry, board, figure in recounts(entries):
        verdict = checker.verdict(entry, board, figure)
        found.append(verdict)
        if verdict.verdict != "not tried":
            click.echo(
                f"{verdict.entry}  {verdict.quantity} from {verdict.start}: {verdict.verdict}, {verdict.seconds:.1f} s"
            )
    numbers = Counter(verdict.verdict for verdict in found)
    whole = {one.entry for one in found} - {one.entry for one in found if one.verdict != "confirmed"}
    others = ", ".join(f"{number} {verdict}" for verdict, number in numbers.items() if verdict != "confirmed")
    click.echo(f"{NAME}: {numbers['confirmed']} of {len(found)} figures confirmed, {others or 'no other'}")
    click.echo(f"{len(whole)} of {len(entries)} entries confirmed in full")
    if out is not None:
        out.write_text(json.dumps([asdict(one) for one in found], indent=1) + "\n", encoding="utf-8")
    if numbers["contradicted"]:
        raise SystemExit(1)


if __name__ == "__main__":
    main()
