"""Depth-first search against the same loop in C, on one core and on two. Run: python experiments/search.py [--long]."""

from __future__ import annotations

import argparse
import os
import time
from collections.abc import Sequence
from concurrent.futures import ThreadPoolExecutor
from pathlib import Path

import numpy as np

from engine.boards.labels import parse_board
from engine.boards.move_graph import MoveGraph, move_graph
from engine.boards.piece import Direction
from engine.search.counters import CLOSED_ONLY, DEAD_ENDS, NODES, TOURS
from engine.search.link_cutting import CUTS, LOOKS, CountedSearch
from engine.search.pruned_search import PrunedSearch
from engine.search.tree_search import TreeSearch
from engine.tours.format import grid_lines
from experiments.table import compile_twin, show

ORDER = [(2, -1), (1, -2), (-1, -2), (-2, -1), (-2, 1), (-1, 2), (1, 2), (2, 1)]
"""The directions of "La marche du cavalier", in its order."""
PRINTED = """\
 1 24  9 62 45 26 41 60
10 63  2 25 40 61 46 27
23  8 11 44 21 30 59 42
64  3 22 39 58 43 28 47
 7 12  5 20 29 48 31 56
 4 17 14 53 38 57 34 49
13  6 19 16 51 36 55 32
18 15 52 37 54 33 50 35
"""
"""The 777th tour as "La marche du cavalier" prints it."""
NODES_TIMED = 200_000_000
REPEATS = 3


def graph_of(order: Sequence[Direction] | None = None) -> MoveGraph:
    """Return the knight's graph on 8x8."""
    return move_graph(parse_board("8x8"), (1, 2), order)


def row(what: str, found: str, target: str = "") -> None:
    """Print one line of the table."""
    print(f"{what:62} {found:>26}  {target}", flush=True)


def kernel_seconds(searches: list[TreeSearch], nodes: int) -> float:
    """Return the CPU seconds of advancing the searches one after the other."""
    begin = time.process_time()
    for search in searches:
        search.advance(nodes)
    return time.process_time() - begin


def twin_seconds(binary: Path) -> float:
    """Run the C twin; its counts must be ours."""
    output = show(binary, 0, NODES_TIMED, *(part for direction in ORDER for part in direction)).split()
    search = TreeSearch(graph_of(ORDER), [0])
    search.advance(NODES_TIMED - 1)
    ours = [search.counters[TOURS], search.counters[DEAD_ENDS], search.counters[NODES] + 1]
    assert [int(part) for part in output[:3]] == [int(part) for part in ours]
    return float(output[3])


def compare_with_c() -> None:
    """Print our seconds beside the twin's, alternating, the best of each."""
    with compile_twin("backtrack.c") as twin:
        rounds = [
            (kernel_seconds([TreeSearch(graph_of(ORDER), [0])], NODES_TIMED), twin_seconds(twin) if twin else None)
            for _ in range(REPEATS)
        ]
    ours = min(seconds for seconds, _ in rounds)
    theirs = min((seconds for _, seconds in rounds if seconds is not None), default=None)
    row(f"plain search, 8x8, {NODES_TIMED:,} squares entered", f"{ours / NODES_TIMED * 1e9:.2f} ns each")
    if theirs is not None:
        row("  the same loop in C", f"{theirs / NODES_TIMED * 1e9:.2f} ns each")
        row("  speed of ours against it, on one core", f"{theirs / ours:.2f}", "at least 0.8")


def two_cores() -> None:
    """Print how much faster two threads are than one on two shards of equal cost."""

    def shards() -> list[TreeSearch]:
        return [TreeSearch(graph_of(ORDER), [0]) for _ in range(2)]

    begin = time.perf_counter()
    for shard in shards():
        shard.advance(NODES_TIMED)
    one = time.perf_counter() - begin
    begin = time.perf_counter()
    with ThreadPoolExecutor(2) as pool:
        list(pool.map(lambda shard: shard.advance(NODES_TIMED), shards()))
    both = time.perf_counter() - begin
    load = os.getloadavg()[0]
    row(f"  two threads against one, {os.cpu_count()} cores, load {load:.1f}", f"{one / both:.2f} times faster", "1.9")


def warnsdorff_tree() -> None:
    """Print the kernel time of the whole tie tree of 8x8, all 64 start squares."""
    best, total = np.inf, np.zeros(4, np.int64)
    for _ in range(REPEATS):
        searches = [TreeSearch(graph_of(), [start], tied=True) for start in range(64)]
        best = min(best, kernel_seconds(searches, 10**12))
        total = np.sum([search.counters for search in searches], axis=0)
    leaves = int(total[TOURS] + total[DEAD_ENDS])
    entered = int(total[NODES]) + 64
    row(f"Warnsdorff tree of 8x8, {leaves:,} leaves, {entered:,} squares", f"{best:.3f} s", "under 0.3 s")


def pruned_search() -> None:
    """Print the times of pruned searches whose counts the literature has (OEIS A001230, A165134, A175855)."""
    cases = [("6x6", CLOSED_ONLY, 2 * 9862), ("5x8", CLOSED_ONLY, 2 * 44_202), ("6x7", CLOSED_ONLY, 2 * 1_067_638)]
    for label, expected_result, expected in cases:
        graph = move_graph(parse_board(label), (1, 2))
        search = PrunedSearch(graph, [0], prunings=["exits", "forced"], tour_filter=expected_result)
        seconds = kernel_seconds([search], 10**12)
        assert search.counters[TOURS] == expected
        what = f"pruned search, {label}, {expected // 2:,} cycles, {int(search.counters[NODES]):,} squares"
        row(what, f"{seconds:.3f} s", "under 2 s" if label == "6x6" else "")


def counted_searches() -> None:
    """Print what the two searches of "Le probleme du cavalier" cost to their first tour."""
    ascending = sorted(ORDER)
    for cutting in (False, True):
        CountedSearch(graph_of(ascending), 0, cutting=cutting).advance(1000, 1)
        search = CountedSearch(graph_of(ascending), 0, cutting=cutting)
        begin = time.process_time()
        search.advance(20_000_000, 1)
        seconds = time.process_time() - begin
        name = "links cut" if cutting else "board array"
        looks, cuts = int(search.counters[LOOKS]), int(search.counters[CUTS])
        row(f"{name}: {search.jumps:,} jumps, {looks:,} looks, {cuts:,} cuts", f"{seconds:.2f} s")


def to_the_777th_tour() -> None:
    """Print the board and the counts of the 777th tour, which "La marche du cavalier" finds after 585,340,667 leaves.

    The leaves are 585,339,891 dead ends and the 776 tours before it.
    """
    graph = graph_of(ORDER)
    search = TreeSearch(graph, [0])
    begin = time.process_time()
    tour = search.advance(10**12, tours=777, capacity=777)[-1]
    seconds = time.process_time() - begin
    leaves = int(search.counters[TOURS] - 1 + search.counters[DEAD_ENDS])
    row(f"777th tour: after {leaves:,} leaves, {int(search.counters[NODES]) + 1:,} squares", f"{seconds:.1f} s")
    assert (leaves, int(search.counters[NODES]) + 1) == (585_340_667, 1_627_380_782)
    board = "".join(grid_lines(graph.board, tour))
    print(board)
    assert board == PRINTED


def main() -> None:
    """Run everything; --long adds the search for the 777th tour."""
    parser = argparse.ArgumentParser(description=__doc__)
    parser.add_argument("--long", action="store_true")
    arguments = parser.parse_args()
    warm = [TreeSearch(graph_of(), [0]), PrunedSearch(graph_of(), [0], prunings=["exits"])]
    kernel_seconds(warm, 10)
    compare_with_c()
    two_cores()
    warnsdorff_tree()
    pruned_search()
    counted_searches()
    if arguments.long:
        to_the_777th_tour()


if __name__ == "__main__":
    main()
