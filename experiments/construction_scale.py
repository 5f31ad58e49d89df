"""Constructions from 10^4 to 10^8 squares: what a square costs, as lines and as a picture, against the goals.

    python -m experiments.construction_scale [PICTURE.svg]

Each figure is the least processor time of several runs in this process, after one that compiled. Goals: closed
1,000 x 1,000 in 0.1 s; closed 10,000 x 10,000 in 10 s and 2 GiB; verification of 10^8 squares in 1 s;
squirrel-cull on 10,000 x 10,000 in 5 s.
"""

from __future__ import annotations

import math
import resource
import sys
import time
from collections.abc import Callable, Iterator
from functools import partial
from pathlib import Path

import numpy as np
from numpy.typing import NDArray

from drawing.charts import Chart, Series
from engine.construction.flat_boards.blocks.closed import closed_tour
from engine.construction.heuristics.squirrel_cull import squirrel_cull
from engine.tours.verify_kernel import first_flat_fault

RUNS = {100: 50, 316: 20, 1000: 10, 3162: 5, 10_000: 3}
"""Sides, half a power of ten of squares apart, and how often each is run."""


def least(runs: int, work: Callable[[], object]) -> float:
    """Return the least processor time of several runs, in seconds."""
    taken = []
    for _ in range(runs):
        began = time.process_time()
        work()
        taken.append(time.process_time() - began)
    return min(taken)


def main() -> None:
    """Measure, print and draw."""
    _check(8, closed_tour(8, 8))  # compiles
    _check(8, squirrel_cull(8, 8))
    series: dict[str, list[tuple[float, float]]] = {}
    for side, runs in RUNS.items():
        for name, taken in _measure(side, runs):
            peak = resource.getrusage(resource.RUSAGE_SELF).ru_maxrss / 2**20
            cost = taken / side**2 * 1e9
            print(f"{name}, {side} x {side}: {taken:.4f} s, {cost:.1f} ns a square, memory so far {peak:.2f} GiB")
            series.setdefault(name, []).append((2 * math.log10(side), cost))
    if len(sys.argv) > 1:
        title = "Processor time of a square by the size of the board"
        lines = [Series(name, points) for name, points in series.items()]
        chart = Chart("cost", title, "decimal logarithm of the number of squares", "nanoseconds", lines)
        Path(sys.argv[1]).write_text(chart.svg(alone=True) + "\n", encoding="utf-8")


def _measure(side: int, runs: int) -> Iterator[tuple[str, float]]:
    tour = closed_tour(side, side)
    _check(side, tour)
    yield "verification", least(runs, partial(first_flat_fault, side, side, tour))
    del tour
    yield "blocks, closed", least(runs, partial(closed_tour, side, side))
    yield "squirrel-cull", least(runs, partial(squirrel_cull, side, side))


def _check(side: int, tour: NDArray[np.int32]) -> None:
    assert first_flat_fault(side, side, tour) is None


if __name__ == "__main__":
    main()
