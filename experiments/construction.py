"""Constructions over their full ranges: each check prints one line and fails loudly.

    python -m experiments.construction squirrel     every square from 5 to 1,600, and 10,000 x 10,000
    python -m experiments.construction rectangles   the nineteen orderings on every m x n, 10 <= m, n < 300
    python -m experiments.construction closed       every m x n to 60 x 60, closed and open
    python -m experiments.construction ends         20,000 random feasible pairs of ends, 6..60
    python -m experiments.construction refused      every pair on boards to 5 x 12, 4 x 12, 3 x 14 against exact search
    python -m experiments.construction shapes       letters, heart, holes, surfaces to 12 x 12, cubes to 6, boxes

Without a name all checks run.
"""

from __future__ import annotations

import sys
import time
from collections import Counter
from collections.abc import Callable, Iterator
from itertools import combinations, product
from random import Random
from typing import cast

import numpy as np

from engine.boards.existence.decide import existence
from engine.boards.existence.verdict import Tours
from engine.boards.labels import parse_board
from engine.boards.masks import named_shapes
from engine.boards.move_graph import move_graph
from engine.boards.piece import KNIGHT
from engine.construction.flat_boards.scheme import flat_answer
from engine.construction.heuristics.squirrel_cull import squirrel_cull
from engine.construction.path_search import search_path
from engine.construction.request import Request
from engine.kinds.construct.runner import construct
from engine.kinds.construct.specification import ConstructProblem
from engine.kinds.parse import parse_problem
from engine.tours.verify_kernel import first_flat_fault

BUDGET = 100_000_000


def report(check: str, outcome: object, began: float) -> None:
    """Print one line."""
    print(f"{check}: {outcome} ({time.process_time() - began:.2f} CPU s)", flush=True)


def squirrel() -> None:
    """Run the table on all squares and on the largest board of the sources."""
    began = time.process_time()
    failures = [side for side in range(5, 1601) if first_flat_fault(side, side, squirrel_cull(side, side))]
    report("squirrel-cull, squares 5..1600, failures", failures, began)
    assert failures == [74]
    assert first_flat_fault(74, 74, squirrel_cull(74, 74, mended=True)) is None
    began = time.process_time()
    path = squirrel_cull(10_000, 10_000)
    report("squirrel-cull, 10,000 x 10,000, squares", len(path), began)
    assert first_flat_fault(10_000, 10_000, path) is None


def rectangles() -> None:
    """Run the nineteen orderings on all rectangles of sides 10 to 299."""
    began = time.process_time()
    failed = [(m, n) for m, n in product(range(10, 300), repeat=2) if m != n and len(squirrel_cull(m, n)) < m * n]
    report("squirrel-cull, rectangles m x n, 10 <= m, n < 300, failures", failed, began)
    assert failed == [(289, 54)]


def build_closed() -> None:
    """Build closed and strictly open tours of every board to 60 x 60, wherever they exist."""
    began = time.process_time()
    outcomes: Counter[str] = Counter()
    kinds: tuple[Tours, ...] = ("closed", "open")
    for rows, columns, tours in product(range(1, 61), range(1, 61), kinds):
        request = Request(parse_board(f"{rows}x{columns}"), KNIGHT, tours)
        answer = flat_answer(request)
        known = existence(request.board, KNIGHT, tours)
        assert answer.verdict == ("impossible" if known.impossible else "complete"), (rows, columns, tours)
        if answer.tour is not None:
            assert first_flat_fault(rows, columns, answer.tour) is None
            assert request.accepts(_closes(answer.tour, columns)), (rows, columns, tours)
        outcomes[f"{tours} {answer.verdict}"] += 1
    report("m x n to 60 x 60", dict(outcomes), began)


def _closes(tour: np.ndarray, columns: int) -> bool:
    (r, c), (s, d) = divmod(int(tour[0]), columns), divmod(int(tour[-1]), columns)
    return sorted((abs(r - s), abs(c - d))) == [1, 2]


def ends() -> None:
    """Join 20,000 random pairs of ends of the right colours, sides 6 to 60, and 20 pairs on 300 x 300."""
    random = Random(2026)
    began = time.process_time()
    for _ in range(20_000):
        _join(random, random.randint(6, 60), random.randint(6, 60))
    report("20,000 random pairs of ends, sides 6..60, failures", 0, began)
    began = time.process_time()
    for _ in range(20):
        _join(random, 300, 300)
    report("20 random pairs of ends on 300 x 300", "all joined", began)


def _join(random: Random, rows: int, columns: int) -> None:
    start, end = random.sample(range(rows * columns), 2)
    while not _colours_fit(rows, columns, start, end):
        start, end = random.sample(range(rows * columns), 2)
    answer = flat_answer(Request(parse_board(f"{rows}x{columns}"), KNIGHT, "any", start, end))
    assert answer.tour is not None, (rows, columns, start, end)
    assert first_flat_fault(rows, columns, answer.tour) is None
    assert (answer.tour[0], answer.tour[-1]) == (start, end)


def _colours_fit(rows: int, columns: int, start: int, end: int) -> bool:
    colours = [sum(divmod(square, columns)) % 2 for square in (start, end)]
    return colours == [0, 0] if rows * columns % 2 else colours[0] != colours[1]


def check_refusals() -> None:
    """Compare construction, refusal and exact search for every pair of ends on narrow boards."""
    boards = [(5, n) for n in range(5, 13)] + [(4, n) for n in range(4, 13)] + [(3, n) for n in range(4, 15)]
    for rows, columns in boards:
        began = time.process_time()
        board = parse_board(f"{rows}x{columns}")
        graph = move_graph(board, KNIGHT)
        found, searched = 0, 0
        for start, end in combinations(range(board.size), 2):
            if not _colours_fit(rows, columns, start, end):
                continue
            answer = flat_answer(Request(board, KNIGHT, "any", start, end))
            known = existence(board, KNIGHT, "any", start, end)
            assert (answer.verdict, known.verdict) in {("complete", "possible"), ("impossible", "impossible")}
            found += answer.verdict == "complete"
            if answer.verdict == "impossible" and board.size <= 36:
                marks = np.zeros(board.size, dtype=np.uint8)
                marks[end] = 1
                outcome, _ = search_path(graph.neighbours, start, marks, 1, BUDGET)
                assert outcome != "found", (rows, columns, start, end)
                searched += outcome == "exhausted"
        report(f"pairs of {board.label}", f"{found} joined, others refused ({searched} exhausted by search)", began)


def _shapes() -> Iterator[str]:
    yield from named_shapes()
    for surface in ("torus", "cylinder", "moebius", "klein", "projective"):
        yield from (f"{surface}:{m}x{n}" for m in range(1, 13) for n in range(1, 13))
    yield from (f"cube:{n}" for n in range(1, 7))
    sides = range(2, 7)
    yield from (f"{a}x{b}x{c}" for a in sides for b in sides for c in sides if a <= b <= c)
    yield from ("3^4", "4^4", "5^4", "3^5", "4^5", "5^5")


def shapes() -> None:
    """Get a tour, a proof or "not-found" for every shape, closed and of any kind."""
    began = time.process_time()
    outcomes: Counter[str] = Counter()
    for label in _shapes():
        for tours in ("closed", "any"):
            before = time.process_time()
            fields = {"kind": "construct", "board": label, "tours": tours, "attempts": 20}
            answer, _ = construct(cast("ConstructProblem", parse_problem(fields)))
            outcomes[f"{tours} {answer['outcome']}"] += 1
            if answer["outcome"] == "not-found" or time.process_time() - before > 2:
                report(f"{label} {tours}", f"{answer['outcome']}: {answer['explanation'][:160]}", before)
    report("shapes", dict(outcomes), began)


COMMANDS: dict[str, Callable[[], None]] = {
    "squirrel": squirrel,
    "rectangles": rectangles,
    "closed": build_closed,
    "ends": ends,
    "refused": check_refusals,
    "shapes": shapes,
}

if __name__ == "__main__":
    for command in sys.argv[1:] or COMMANDS:
        COMMANDS[command]()
