"""Totals that searches of known size expect when a part is done: `python -m experiments.progress [--part 0.05]`.

Prints for ten searches without prunings and ten with them the expected total as a multiple of the true one.
"""

from __future__ import annotations

import click

from engine.search.counters import ANY, CLOSED_ONLY, NODES
from tests.engine.search.test_progress import PRUNED, SEARCHES, pruned_search, ratio_at, tied_search

SORT = {ANY: "pruned", CLOSED_ONLY: "pruned, closed"}


@click.command()
@click.option("--part", default=0.05, show_default=True)
def main(*, part: float) -> None:
    """Print the table."""
    cases = [
        ("tie tree" if tied else "plain", label, start, tied_search(label, start, tied))
        for label, start, tied in SEARCHES
    ]
    cases += [
        (SORT[expected_result], label, start, pruned_search(label, start, expected_result))
        for label, start, expected_result in PRUNED
    ]
    within = 0
    for sort, label, start, begin in cases:
        whole = begin()
        whole.advance(10**10)
        ratio = ratio_at(begin, start, part)
        within += 0.5 <= ratio <= 2
        square = whole.graph.board.square(start)
        print(f"{sort:15} {label} from {square}  {int(whole.counters[NODES]):12,} squares   expected {ratio:.2f} times")
    print(f"within a factor of two: {within} of {len(cases)}, with {part:.0%} done")


if __name__ == "__main__":
    main()
