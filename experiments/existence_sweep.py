"""Compare every verdict about existence with exact search, on many small boards.

Run by hand:

    python -m experiments.existence_sweep     all boards: flat up to 6x8, surfaces up to 5x6, boxes up to 36 squares
    python -m experiments.existence_sweep cylinder    one surface

Prints one line for each board whose verdict is "unknown" or wrong, and a summary. Exits with 1 where one is wrong.
"""

from __future__ import annotations

import sys
import time
from collections import Counter
from itertools import combinations_with_replacement
from math import prod

import numpy as np
from numpy.typing import NDArray

from engine.boards.board import Board
from engine.boards.components import components
from engine.boards.existence.decide import existence
from engine.boards.labels import parse_board
from engine.boards.move_graph import MoveGraph, move_graph
from engine.boards.symmetry import square_classes
from engine.construction.path_search import PathSearch

KNIGHT = (1, 2)
NODES = 400_000_000
PER_START = 30
"""On boards of at most this many squares each class of start squares is checked, too."""


def labels() -> list[str]:
    """Return the boards of the sweep."""
    flat = [f"{rows}x{columns}" for rows in range(1, 7) for columns in range(max(2, rows), 9)]
    glued = [
        f"{surface}:{rows}x{columns}"
        for surface in ("torus", "cylinder", "moebius", "klein", "projective")
        for rows in range(1, 7)
        for columns in range(1, 7)
        if min(rows, columns) <= 5 and rows * columns > 1
    ]
    boxes = [
        "x".join(map(str, sides))
        for dimensions in (3, 4)
        for sides in combinations_with_replacement(range(2, 10), dimensions)
        if prod(sides) <= 36
    ]
    return flat + glued + [f"cube:{side}" for side in range(1, 13)] + boxes


def search(graph: MoveGraph, starts: list[int], *, closed: bool) -> bool | None:
    """Return whether a tour from one of `starts` was found; None where the search gave up."""
    if graph.size > 1 and len(components(graph).sizes) > 1:
        return False  # the search would wander for long in one part

    def ends_from(start: int) -> NDArray[np.uint8]:
        allowed = np.full(graph.size, not closed, dtype=np.uint8)
        allowed[graph.neighbours[start, : graph.degrees[start]]] = 1
        return allowed

    search = PathSearch(graph.neighbours, starts, ends_from, seed=1)
    search.step(NODES)
    return {"found": True, "exhausted": False, "running": None}[search.outcome]


def compare(board: Board, tally: Counter[str]) -> None:
    """Compare the verdicts on closed and on any tours, on small boards also for each class of start squares."""
    graph = move_graph(board, KNIGHT)
    classes = square_classes(board).representatives.tolist()
    # One start suffices for closed tours: the one with the fewest moves makes the smallest tree.
    narrow = [int(np.argmin(graph.degrees))]
    judge(board, "closed", None, search(graph, narrow, closed=True), tally)
    if board.size <= PER_START:
        truths = [search(graph, [start], closed=False) for start in classes]
        for start, truth in zip(classes, truths, strict=True):
            judge(board, "any", start, truth, tally)
        whole = True if True in truths else None if None in truths else False
    else:
        whole = search(graph, classes, closed=False)
    judge(board, "any", None, whole, tally)


def judge(board: Board, tours: str, start: int | None, truth: bool | None, tally: Counter[str]) -> None:
    """Count the verdict as right, open, unchecked or wrong."""
    verdict = existence(board, KNIGHT, tours, start).verdict
    expected = {True: "possible", False: "impossible", None: None}[truth]
    outcome = "unchecked" if expected is None else "right" if verdict == expected else "open"
    if expected is not None and verdict not in (expected, "unknown"):
        outcome = "WRONG"
    tally[outcome] += 1
    if outcome != "right":
        where = "" if start is None else f" from {board.square(start)}"
        print(f"{outcome:9} {board.label} {tours}{where}: verdict {verdict}, search {expected}", flush=True)


def main(chosen: str | None) -> int:
    """Run the sweep; return the exit code."""
    begin = time.perf_counter()
    tally: Counter[str] = Counter()
    boards = [parse_board(label) for label in labels()]
    for board in boards:
        if chosen in (None, board.surface):
            compare(board, tally)
    print(f"{dict(tally)} in {time.perf_counter() - begin:.0f} s")
    return 1 if tally["WRONG"] else 0


if __name__ == "__main__":
    sys.exit(main(sys.argv[1] if len(sys.argv) > 1 else None))
