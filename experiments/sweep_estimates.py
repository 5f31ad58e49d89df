"""How far the numbers of states of frontier sweeps are from their estimates: python -m experiments.sweep_estimates.

Twenty-two boards and thirty sweeps: cycles, paths from a square, paths between two. Some minutes of one core.
"""

from __future__ import annotations

import numpy as np

from engine.boards.labels import parse_board
from engine.boards.move_graph import move_graph
from engine.search.frontier.estimate import estimate_problem
from engine.search.frontier.order import symmetries_of, well_ordered
from engine.search.frontier.sweep import Sweep

CYCLES = (
    *("5x6", "5x8", "5x12", "5x20", "6x6", "6x7", "6x8", "6x10", "7x8", "3x20", "3x40"),
    *("torus:5x5", "torus:5x6", "torus:4x8", "cylinder:5x8", "cylinder:6x6", "moebius:5x6", "klein:5x6"),
)
PATHS = (
    *(("4x12", (0,)), ("4x20", (0,)), ("5x10", (0,)), ("5x10", (0, 49)), ("6x6", (0,)), ("6x6", (14,))),
    *(("6x7", (0,)), ("6x8", (0,)), ("6x8", (17,)), ("7x7", (0,)), ("7x7", (24,)), ("7x7", (0, 48))),
)


def errors(label: str, squares: tuple[int, ...]) -> tuple[float, float]:
    """Sweep; return the states met in all and at the widest step, each over its estimate."""
    graph = move_graph(parse_board(label), (1, 2))
    problem = well_ordered(graph, squares)
    estimate, sweep = estimate_problem(problem), Sweep(problem, symmetries_of(graph))
    while not sweep.is_finished:
        sweep.advance(1 << 19)
    return float(sweep.widths.sum()) / estimate.all_states, float(sweep.widths.max()) / estimate.peak_states


def main() -> None:
    """Print a line for each sweep, and the spread of all."""
    found = []
    for label, squares in (*((label, ()) for label in CYCLES), *PATHS):
        found.append(errors(label, squares))
        print(f"{label} {list(squares)}: {found[-1][0]:.2f} in all, {found[-1][1]:.2f} at the widest step", flush=True)
    for name, column in zip(("in all", "at the widest step"), np.log(np.array(found)).T, strict=True):
        low, middle, high = np.exp([column.min(), column.mean(), column.max()])
        within = np.mean(np.abs(column) < np.log(3))
        print(f"{name}: {low:.2f} to {high:.2f}, geometric mean {middle:.2f}, {within:.0%} within a factor of three")


if __name__ == "__main__":
    main()
