"""Depth-first search against the same loop in C, on one core and on two. Run: python bench/search.py [--long]."""

from __future__ import annotations

import argparse
import os
import shutil
import subprocess
import sys
import tempfile
import time
from concurrent.futures import ThreadPoolExecutor
from pathlib import Path

import numpy as np

sys.path.insert(0, str(Path(__file__).parent.parent))

from engine.boards.labels import parse_board
from engine.boards.move_graph import MoveGraph, move_graph
from engine.drawing.text import table_text
from engine.search.backtrack import CLOSED_ONLY, DEAD_ENDS, NODES, TOURS
from engine.search.link_cutting import CUTS, LOOKS, CountedSearch
from engine.search.pruned_search import PrunedSearch
from engine.search.tree_search import TreeSearch

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


def graph_of(order: list[tuple[int, ...]] | None = None) -> MoveGraph:
    """Return the knight's graph on 8x8."""
    return move_graph(parse_board("8x8"), (1, 2), order)


def kernel_seconds(searches: list[TreeSearch], nodes: int) -> float:
    """Return the CPU seconds of advancing the searches one after the other."""
    begin = time.process_time()
    for search in searches:
        search.advance(nodes)
    return time.process_time() - begin


def twin_seconds(folder: Path) -> float | None:
    """Compile and run the C twin; None where there is no compiler. Its counts must be ours."""
    compiler = shutil.which("gcc")
    if compiler is None:
        return None
    binary = folder / "backtrack"
    source = Path(__file__).parent / "twins" / "backtrack.c"
    subprocess.run([compiler, "-O3", "-march=native", "-o", binary, source], check=True)
    directions = [str(part) for direction in ORDER for part in direction]
    command = [str(binary), "0", str(NODES_TIMED), *directions]
    output = subprocess.run(command, check=True, capture_output=True, text=True).stdout.split()
    search = TreeSearch(graph_of(ORDER), [0])
    search.advance(NODES_TIMED - 1)
    ours = [search.counters[TOURS], search.counters[DEAD_ENDS], search.counters[NODES] + 1]
    assert [int(part) for part in output[:3]] == [int(part) for part in ours]
    return float(output[3])


def compare_with_c() -> None:
    """Print our seconds beside the twin's, alternating, the best of each."""
    with tempfile.TemporaryDirectory() as folder:
        rounds = [
            (kernel_seconds([TreeSearch(graph_of(ORDER), [0])], NODES_TIMED), twin_seconds(Path(folder)))
            for _ in range(REPEATS)
        ]
    ours = min(seconds for seconds, _ in rounds)
    theirs = min((seconds for _, seconds in rounds if seconds is not None), default=None)
    print(f"plain search, 8x8, {NODES_TIMED:,} nodes: {ours:.2f} s, {ours / NODES_TIMED * 1e9:.2f} ns a node")
    if theirs is not None:
        print(f"  the loop in C: {theirs:.2f} s; speed against it {theirs / ours:.2f}")


def two_cores() -> None:
    """Print how much faster two threads are than one on two independent shards."""

    def shards() -> list[TreeSearch]:
        return [TreeSearch(graph_of(ORDER), [start]) for start in (0, 1)]

    begin = time.perf_counter()
    for shard in shards():
        shard.advance(NODES_TIMED)
    one = time.perf_counter() - begin
    begin = time.perf_counter()
    with ThreadPoolExecutor(2) as pool:
        list(pool.map(lambda shard: shard.advance(NODES_TIMED), shards()))
    both = time.perf_counter() - begin
    print(f"two threads on {os.cpu_count()} cores: {one / both:.2f} times faster than one")


def warnsdorff_tree() -> None:
    """Print the kernel time of the whole tie tree of 8x8, all 64 start squares."""
    best, total = np.inf, np.zeros(4, np.int64)
    for _ in range(REPEATS):
        searches = [TreeSearch(graph_of(), [start], tied=True) for start in range(64)]
        best = min(best, kernel_seconds(searches, 10**12))
        total = sum(search.counters for search in searches)
    leaves = int(total[TOURS] + total[DEAD_ENDS])
    print(f"Warnsdorff tree of 8x8, {leaves:,} leaves, {int(total[NODES]) + 64:,} nodes: {best:.3f} s")


def pruned_search() -> None:
    """Print the times of pruned searches whose counts the literature has (OEIS A001230, A165134, A175855)."""
    cases = [("6x6", CLOSED_ONLY, 2 * 9862), ("5x8", CLOSED_ONLY, 2 * 44_202), ("6x7", CLOSED_ONLY, 2 * 1_067_638)]
    for label, wanted, expected in cases:
        graph = move_graph(parse_board(label), (1, 2))
        search = PrunedSearch(graph, [0], prunings=["exits", "forced"], wanted=wanted)
        seconds = kernel_seconds([search], 10**12)
        assert search.counters[TOURS] == expected
        print(
            f"pruned search, {label}, {expected // 2:,} cycles: {seconds:.3f} s, {int(search.counters[NODES]):,} nodes"
        )


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
        print(f"{name}: {search.jumps:,} jumps, {looks:,} looks, {cuts:,} cuts, {seconds:.2f} s")


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
    print(f"777th tour: after {leaves:,} leaves, {int(search.counters[NODES]) + 1:,} squares entered, {seconds:.1f} s")
    assert (leaves, int(search.counters[NODES]) + 1) == (585_340_667, 1_627_380_782)
    numbers = [str(number + 1) for number in np.argsort(tour)]
    board = table_text(graph.board, numbers)
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
