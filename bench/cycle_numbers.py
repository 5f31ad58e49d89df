"""Closed tours by their number and back, from an index: python -m bench.cycle_numbers BOARD --data DIR.

Draws numbers at random; to each the tour is found, checked, and its number found again from another of its squares and
in the other direction. It stops where they differ. Times are by the clock, in one thread, with the index's files on the
disk of the machine; on a board with at most 100,000 closed tours a chi-square tells whether the numbers that random
bits give are evenly spread over its tours.
"""

from __future__ import annotations

import secrets
from collections import Counter
from pathlib import Path
from time import perf_counter

import click
import numpy as np
from scipy.stats import chisquare

from bench.table import machine
from engine.boards.labels import parse_board
from engine.boards.piece import parse_piece
from engine.cycles.index import CycleIndex, index_name
from engine.tours.verify import first_fault
from workers.files import kept_files

FEW = 100_000


@click.command()
@click.argument("board")
@click.option("--data", type=click.Path(path_type=Path), default="data", help="Data folder of the service.")
@click.option("--piece", default="1,2")
@click.option("--number", default=10_000, help="So many random numbers.")
def main(board: str, data: Path, piece: str, number: int) -> None:
    """Print how long tours and numbers take, and what was compared."""
    index = opened(board, piece, data)
    print(machine())
    print(f"{board}: {index.cycles} closed tours, {index.states} states, {index.bytes} bytes, digest {index.digest}")
    drawn = [1 + secrets.randbelow(index.cycles) for _ in range(number)]
    times = np.array([round_trip(index, one) for one in drawn]) * 1000
    for what, column in zip(("tour", "number"), times.T, strict=True):
        half, most, longest = np.quantile(column, [0.5, 0.99, 1.0])
        print(f"{what}: {half:.2f} ms median, {most:.2f} ms 99 %, {longest:.2f} ms longest, of {number}, all equal")
    if index.cycles <= FEW:
        counts = Counter(index.tour(one).tobytes() for one in drawn)
        seen = np.zeros(index.cycles, dtype=np.int64)
        seen[: len(counts)] = list(counts.values())
        print(f"chi-square over {index.cycles} tours, of which {len(counts)} were met: p {chisquare(seen).pvalue:.3f}")


def opened(board: str, piece: str, data: Path) -> CycleIndex:
    """Return the index of a board in a data folder."""
    files = kept_files(data / "spill")
    name = index_name(files, parse_board(board), parse_piece([int(part) for part in piece.split(",")]))
    if name is None:
        raise click.UsageError(f"no index of {board} in {data}: cavalier index build {board} --data {data}")
    return CycleIndex(files, name)


def round_trip(index: CycleIndex, number: int) -> tuple[float, float]:
    """Return the seconds of finding the tour with a number, and of finding the number of that tour."""
    begin = perf_counter()
    tour = index.tour(number)
    middle = perf_counter()
    turned = np.roll(tour[::-1], number)
    begun_again = perf_counter()
    back = index.number(turned.tolist())
    end = perf_counter()
    assert first_fault(index.board, index.piece, tour) is None
    if back != number:
        raise ValueError(f"tour {number} of {index.board.label} has the number {back}")
    return middle - begin, end - begun_again


if __name__ == "__main__":
    main()
