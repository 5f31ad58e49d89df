"""Frontier sweeps: counts, states, seconds and memory; beside Graphillion where it is installed.

    python -m bench.frontier                 the boards below, a few minutes
    python -m bench.frontier 6x6 7x8         cycles of these boards
    python -m bench.frontier --ends 7x7      every pair of ends of a board: directed paths in all
    python -m bench.frontier --graphillion 6x6 6x7

Published figures: OEIS A001230, A175855, A175881, A193054 (cycles), A165134 (directed paths of square boards).
Times are processor seconds of one core, kernels compiled before.
"""

from __future__ import annotations

import argparse
import importlib
import resource
import subprocess
import sys
import time

from engine.boards.labels import parse_board
from engine.boards.move_graph import MoveGraph, move_graph
from engine.kinds.frontier import FrontierEnumeration
from engine.search.frontier.estimate import estimate_problem
from engine.search.frontier.order import symmetries_of, well_ordered
from engine.search.frontier.sweep import Sweep
from engine.specification.parse import parse_specification

CYCLES = {
    "3x20": 1448416,
    "5x12": 4557702762,
    "5x14": 1495135512514,
    "6x6": 9862,
    "6x7": 1067638,
    "6x8": 55488142,
    "6x9": 3374967940,
    "6x10": 239187240144,
    "7x8": 34524432316,
}
DIRECTED_PATHS = {"5x5": 1728, "6x6": 6637920, "7x7": 165575218320, "8x8": 19591828170979904}
ALL_CYCLES = CYCLES | {"8x8": 13267364410532, "7x10": 1250063279938854}


def graph_of(label: str) -> MoveGraph:
    """Return the knight's move graph of a board."""
    return move_graph(parse_board(label), (1, 2))


def sweep(graph: MoveGraph, squares: tuple[int, ...] = ()) -> tuple[Sweep, float, float]:
    """Run a sweep; return it with the seconds spent on finding an order and on sweeping."""
    begun = time.process_time()
    problem = well_ordered(graph, squares)
    ordered = time.process_time()
    running = Sweep(problem, symmetries_of(graph))
    while not running.finished:
        running.advance(1 << 19)
    return running, ordered - begun, time.process_time() - ordered


def verdict(found: int, published: int | None) -> str:
    """Say how a count compares with the published one."""
    return "not published here" if published is None else "equal" if found == published else f"NOT {published}"


def cycles(label: str) -> None:
    """Print one board's line."""
    graph = graph_of(label)
    expected = estimate_problem(well_ordered(graph))
    done, ordering, sweeping = sweep(graph)
    peak, memory = int(done.widths.max()), resource.getrusage(resource.RUSAGE_SELF).ru_maxrss / 2**20
    print(
        f"{label:>5} cycles {done.count:>22,} {verdict(done.count, ALL_CYCLES.get(label))}; order {ordering:.2f} s, "
        f"sweep {sweeping:.2f} s; states {int(done.widths.sum()):,}, widest {peak:,} "
        f"(expected {expected.peak_states:.1e}); {memory:.2f} GiB in the process at most",
        flush=True,
    )


def ends(label: str) -> None:
    """Sweep every class of pairs of ends, and print how the directed paths add up."""
    spec = parse_specification({"kind": "enumerate", "board": label, "method": "frontier", "by_end": True})
    shards = FrontierEnumeration().plan(spec).shards
    graph, total, seconds = graph_of(label), 0, 0.0
    sizes = class_sizes(graph)
    for shard in shards:
        squares = tuple(shard.target["sweep"])
        done, ordering, sweeping = sweep(graph, squares)
        total += sizes[squares] * done.count
        seconds += ordering + sweeping
    print(f"{label:>5} directed paths {total:,} {verdict(total, DIRECTED_PATHS.get(label))}; ", end="")
    print(f"{len(shards)} pairs of ends, {seconds:.1f} s", flush=True)


def class_sizes(graph: MoveGraph) -> dict[tuple[int, ...], int]:
    """Return the number of ordered pairs in the class of each least pair."""
    sizes: dict[tuple[int, ...], int] = {}
    for start in range(graph.size):
        for end in range(graph.size):
            images = [(image[start], image[end]) for image in symmetries_of(graph)]
            least = min(min(pair, pair[::-1]) for pair in images)
            sizes[least] = sizes.get(least, 0) + 1
    return sizes


def graphillion(label: str) -> None:
    """Count cycles with Graphillion as well, in a process of its own."""
    done, ordering, sweeping = sweep(graph_of(label))
    begun = time.perf_counter()
    command = [sys.executable, "-m", "bench.frontier", "--peer", label]
    run = subprocess.run(command, capture_output=True, text=True, check=True)
    print(f"{label:>5} sweep {ordering + sweeping:.2f} s, Graphillion {run.stdout.strip()}", flush=True)
    print(f"      wall time of the peer with its start {time.perf_counter() - begun:.1f} s; count {done.count:,}")


def peer(label: str) -> None:
    """Print Graphillion's count, processor seconds and memory."""
    graph_set = importlib.import_module("graphillion").GraphSet
    graph = graph_of(label)
    moves = [(u + 1, int(w) + 1) for u in range(graph.size) for w in graph.neighbours[u, : graph.degrees[u]] if u < w]
    begun = time.process_time()
    graph_set.set_universe(moves)
    count = len(graph_set.cycles(is_hamilton=True))
    memory = resource.getrusage(resource.RUSAGE_SELF).ru_maxrss / 2**20
    print(f"{count:,}: {time.process_time() - begun:.2f} s, {memory:.2f} GiB")


def main() -> None:
    """Read the command line."""
    parser = argparse.ArgumentParser(description=__doc__, formatter_class=argparse.RawDescriptionHelpFormatter)
    parser.add_argument("boards", nargs="*", default=list(CYCLES))
    mode = parser.add_mutually_exclusive_group()
    for flag in ("--ends", "--graphillion", "--peer"):
        mode.add_argument(flag, action="store_true")
    given = parser.parse_args()
    action = ends if given.ends else graphillion if given.graphillion else peer if given.peer else cycles
    if not given.peer:
        sweep(graph_of("6x6"))
        sweep(graph_of("6x7"))
    for label in given.boards:
        action(label)


if __name__ == "__main__":
    main()
