"""Random walks beside their twin in C++, and on two threads. By hand: python -m experiments.walkers.

Runs every walker on three boards, ours and the twin in turn, and takes the best of many short passes. Times are of the
processor, which other processes spoil little. The twin is compiled for each board and makes the same walks from the
same words: squares, tours and open moves must be equal.
"""

from __future__ import annotations

import time
from collections.abc import Iterator
from concurrent.futures import ThreadPoolExecutor
from pathlib import Path

import numpy as np

from engine.boards.labels import parse_board
from engine.boards.move_graph import direction_table, move_graph
from engine.sampling.tallies import WALKERS, empty_tallies, walk_board
from engine.sampling.walks import Walker
from engine.streams.registry import open_stream
from engine.streams.word_block import WordBlock
from experiments.table import Row, compile_twin, show

BOARDS = ((8, 8), (16, 16), (100, 100))
METHODS = ("uniform", "rotating", "warnsdorff")
SQUARES = 2_000_000
"""Squares visited in each pass, about."""
PASSES = 15
REPEATS = 7
WALKED = 2_000_000
NO_ROOM = np.empty((0, 0), dtype=np.int32)


def walker(method: str, rows: int, columns: int, stream: int = 0) -> Walker:
    """Return a walker from all squares in turn."""
    board = parse_board(f"{rows}x{columns}")
    graph = move_graph(board, (1, 2))
    view = walk_board(graph, direction_table(board, (1, 2)), np.arange(graph.size, dtype=np.int32))
    words = WordBlock(open_stream("pcg64dxsm", 1, stream, 2))
    return Walker(view, WALKERS[method], words, empty_tallies(view))


def our_nanoseconds(walking: Walker, walks: int) -> float:
    """Return the processor time of a square visited, in nanoseconds."""
    before, begin = int(walking.tallies.moves.sum()), time.thread_time()
    walking.walk(walks, NO_ROOM)
    spent = time.thread_time() - begin
    return spent / (int(walking.tallies.moves.sum()) - before) * 1e9


def row(method: str, rows: int, columns: int, twin: Path | None) -> Row:
    """Compare one walker on one board."""
    walking = walker(method, rows, columns)
    state = walking.block.stream.state.tolist()
    walking.walk(100, NO_ROOM)
    walks = round(SQUARES / (walking.tallies.moves.sum() / walking.done))
    ours, theirs = [], []
    walking.walk(walks - walking.done, NO_ROOM)
    made = _count(walking)
    for _ in range(PASSES):
        ours.append(our_nanoseconds(walking, walks))
        if twin is not None:
            *counts, seconds = map(float, show(twin, method, walks, *state).split())
            assert tuple(counts) == made
            theirs.append(seconds / counts[1] * 1e9)
    squares_a_walk = walking.tallies.moves.sum() / walking.done
    found = f"{min(ours):.2f} ns a square, {1e3 / min(ours) / squares_a_walk:.3f} M walks/s"
    return Row(f"{method} walks, {rows}x{columns}", found, *_beside(ours, theirs), ">= 0.8")


def _count(walking: Walker) -> tuple[int, ...]:
    """Return the numbers of walks, of squares visited, of tours, and of moves that were open."""
    moves = walking.tallies.moves
    open_ = int((moves * np.arange(moves.shape[1])).sum())
    return walking.done, int(moves.sum()), int(walking.tallies.tours.sum()), open_


def _beside(ours: list[float], theirs: list[float]) -> tuple[str, float | None]:
    return (f"C++ {min(theirs):.2f} ns", min(theirs) / min(ours)) if theirs else ("no compiler", None)


def two_threads() -> Row:
    """Compare the walks of two threads, a stream each, with those of one, by wall time."""
    rates: dict[int, float] = {1: 0.0, 2: 0.0}
    for count in (1, 2) * REPEATS:
        walkers = [walker("uniform", 8, 8, stream) for stream in range(count)]
        for walking in walkers:
            walking.walk(100, NO_ROOM)
        with ThreadPoolExecutor(count) as pool:
            list(pool.map(time.sleep, [0.01] * count))  # the threads exist before the clock runs
            begin = time.perf_counter()
            list(pool.map(lambda walking: walking.walk(WALKED, NO_ROOM), walkers))
            rates[count] = max(rates[count], count * WALKED / (time.perf_counter() - begin))
    found = f"{rates[2] / 1e6:.2f} M walks/s"
    beside = f"one thread {rates[1] / 1e6:.2f} M walks/s"
    return Row("uniform walks, 8x8, two threads", found, beside, rates[2] / rates[1], ">= 1.9", by_wall=True)


def rows() -> Iterator[Row]:
    """Make all comparisons, one after the other."""
    for height, width in BOARDS:
        with compile_twin("walks.cpp", f"-DROWS={height}", f"-DCOLUMNS={width}") as twin:
            for method in METHODS:
                yield row(method, height, width, twin)
    yield two_threads()


if __name__ == "__main__":
    from experiments.table import print_rows

    print_rows(rows())
