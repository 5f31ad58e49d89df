"""Closed tours by their number and back, from an index: python -m experiments.cycle_numbers BOARD --data DIR.

Draws random numbers and finds and checks the tour of each. Then finds each tour's number again, from another of its
squares and in the other direction; it stops at a difference. Times are wall-clock times of one thread, with the index's
files on a local disk. On a board with at most 100,000 closed tours, a chi-square test shows whether the numbers drawn
are evenly spread over its tours. With --ascending a million numbers are fast, as neighbouring numbers share what has
been read; the times are then no longer those of a single tour.
"""

from __future__ import annotations

import secrets
from collections import Counter
from collections.abc import Iterator
from pathlib import Path
from time import perf_counter
from typing import Any

import click
import numpy as np
from numpy.typing import NDArray
from scipy.stats import chisquare

from engine.boards.labels import parse_board
from engine.boards.piece import piece_of_key
from engine.cycles.index import CycleIndex, index_name
from engine.tours.verify import closing, valid
from experiments.table import machine
from workers.files.folder import kept_files

FEW = 100_000


@click.command()
@click.argument("board")
@click.option("--data", type=click.Path(path_type=Path), default="data", help="Data folder of the service.")
@click.option("--piece", default="1,2")
@click.option("--number", default=10_000, help="This many random numbers.")
@click.option("--ascending", is_flag=True, help="Take them in ascending order.")
def main(*, board: str, data: Path, piece: str, number: int, ascending: bool) -> None:
    """Print how long tours and numbers take, and what was compared."""
    index = open_index(board, piece, data)
    print(machine())
    print(f"{board}: {index.cycles} closed tours, {index.states} states, {index.bytes} bytes, digest {index.digest}")
    drawn = [1 + secrets.randbelow(index.cycles) for _ in range(number)]
    drawn = sorted(drawn) if ascending else drawn
    tours = show("tour", map(index.tour, drawn), number)
    assert valid(index.board, index.piece, tours).all()
    assert closing(index.board, index.piece, tours).all()
    turned = [np.roll(tour[::-1], one).tolist() for tour, one in zip(tours, drawn, strict=True)]
    back = show("number", map(index.number, turned), number)
    assert back.tolist() == drawn
    print(f"all {number} tours have the number that they were asked by")
    if index.cycles <= FEW:
        counts = Counter(tour.tobytes() for tour in tours)
        seen = np.zeros(index.cycles, dtype=np.int64)
        seen[: len(counts)] = list(counts.values())
        print(f"chi-square over {index.cycles} tours, of which {len(counts)} were met: p {chisquare(seen).pvalue:.3f}")


def open_index(board: str, piece: str, data: Path) -> CycleIndex:
    """Return the index of a board in a data folder."""
    files = kept_files(data / "spill")
    name = index_name(files, parse_board(board), piece_of_key(piece))
    if name is None:
        raise click.UsageError(f"no index of {board} in {data}: cavalier index build {board} --data {data}")
    return CycleIndex(files, name)


def show(what: str, every: Iterator[object], number: int) -> NDArray[Any]:
    """Print how long the items take, and return them all."""
    times, found = np.empty(number), []
    for index in range(number):
        begin = perf_counter()
        found.append(next(every))
        times[index] = perf_counter() - begin
    half, most, longest = np.quantile(times, [0.5, 0.99, 1.0]) * 1000
    print(f"{what}: {half:.2f} ms median, {most:.2f} ms 99 %, {longest:.2f} ms longest, of {number}", flush=True)
    return np.array(found)


if __name__ == "__main__":
    main()
