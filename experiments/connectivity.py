"""At which depths does testing connectivity pay? `python -m experiments.connectivity [--tours 20]`, some minutes.

Runs the plain search of 8x8 from a corner, in the order of "La marche du cavalier", up to a number of tours. At one
depth, the number of squares visited (then at two), the squares left must be connected. The source found 41 and 45 best.
Squares entered are exact and the same on every machine; seconds are of one core.
"""

from __future__ import annotations

import time
from collections.abc import Sequence
from itertools import combinations

import click

from engine.search.counters import NODES, TOURS
from engine.search.pruned_search import PrunedSearch
from experiments.search import ORDER, graph_of

BEST = 6
"""Number of best single depths, whose pairs are tried."""


Measured = dict[tuple[int, ...], tuple[int, float]]
"""Results of `measure` by depths."""


def measure(depths: Sequence[int], tours: int) -> tuple[int, float]:
    """Return the squares entered up to this many tours, and processor seconds."""
    search = PrunedSearch(graph_of(ORDER), [0], prunings=(), connected_at=depths)
    begin = time.process_time()
    search.advance(10**12, tours=tours)
    assert search.counters[TOURS] == tours
    return int(search.counters[NODES]) + 1, time.process_time() - begin


@click.command()
@click.option("--tours", default=20, show_default=True)
@click.option("--first", default=30, show_default=True, help="Least number of squares visited that is tried.")
def main(*, tours: int, first: int) -> None:
    """Print the best depths, alone and in pairs, and the source's."""
    measure([], 1)
    whole, seconds = measure([], tours)
    print(f"up to tour {tours}, nothing tested: {whole:,} squares entered, {seconds:.2f} s")
    alone: Measured = {(depth,): measure([depth], tours) for depth in range(first, 61)}
    best = sorted(alone, key=alone.__getitem__)[:BEST]
    pairs: Measured = {
        pair: measure(pair, tours) for pair in combinations(sorted({d for one in best for d in one} | {41, 45}), 2)
    }
    for title, table in (("one depth", alone), ("two depths", pairs)):
        print(title)
        for depths in sorted(table, key=table.__getitem__)[: 2 * BEST]:
            nodes, seconds = table[depths]
            print(f"  {' and '.join(map(str, depths)):10} {nodes:15,} squares  {nodes / whole:.3f}  {seconds:7.2f} s")
    for depths in ((41,), (45,), (41, 45)):
        nodes, seconds = (alone | pairs)[depths]
        print(f"source: {' and '.join(map(str, depths)):10} {nodes:15,} squares  {nodes / whole:.3f}  {seconds:7.2f} s")


if __name__ == "__main__":
    main()
