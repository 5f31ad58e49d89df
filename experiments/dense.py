"""Inclusion and exclusion on small dense boards, and what `auto` expects of it. Run: python -m experiments.dense."""

from __future__ import annotations

import time
from typing import cast

import numpy as np

from engine.kinds.enumerate.inclusion_exclusion.planner import all_sets, expected_seconds
from engine.kinds.enumerate.specification import EnumerateProblem
from engine.kinds.parse import parse_problem
from engine.search.inclusion_exclusion import count_by_end
from experiments.table import machine

BOARDS = (("cube:2", [[1, 1, 1]], 134_281_237_938_688), ("torus:4x5", [[1, 1]], None), ("4x5", [[1, 1]], None))
"""Boards, the start square, and the directed tours from there where they are known."""


def main() -> None:
    """Count each board whole, from one square."""
    print(machine())
    for board, starts, known in BOARDS:
        question = {"kind": "enumerate", "board": board, "starts": starts, "method": "inclusion-exclusion"}
        problem = cast("EnumerateProblem", parse_problem(question))
        neighbours, start, sets = problem.graph.neighbours, int(problem.starts[0]), all_sets(problem)
        ends = np.zeros(problem.board.size, np.uint64)
        count_by_end(neighbours, start, 0, 0, ends)  # compiled
        begin = time.process_time()
        count_by_end(neighbours, start, 0, sets, ends)
        seconds, tours = time.process_time() - begin, int(ends.sum())
        assert known in (None, tours)
        each, expected = seconds / sets * 1e6, expected_seconds(problem)
        print(f"{board:10} {tours:>19,} tours  {seconds:6.2f} s, expected {expected:6.2f} s  {each:.2f} µs a set")


if __name__ == "__main__":
    main()
