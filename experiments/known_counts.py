"""Every verified count of the literature, by search and by sweep where each can reach it.

    python -m experiments.known_counts [--searched 70000000] [--cycles 60] [--paths 48]

Prints one line a figure: the printed value, what each method found and its processor seconds. Some minutes; the last
line says how many figures two methods, one, or none confirmed.
"""

from __future__ import annotations

import time

import click

from findings.references.data_files import Figure, all_figures
from tests.in_memory import enumerated

TABLES = ("cycles", "paths")
PRUNED = ["exits", "forced", "colour"]


def count(figure: Figure, method: str) -> tuple[int, float]:
    """Count a figure by a method; return the count and the processor seconds."""
    closed = figure.quantity == "cycles"
    fields: dict[str, object] = {"board": figure.board, "tours": "closed" if closed else "any", "method": method}
    if method == "backtrack":
        fields["prune"] = [*PRUNED, "cycle" if closed else "symmetry"]
    begin = time.process_time()
    counts = {count.quantity: int(count.value) for count in enumerated(**fields).counts}
    return counts["cycles"] if closed else counts["tours"] // 2, time.process_time() - begin


def squares(figure: Figure) -> int:
    """Return the size of the figure's board."""
    rows, columns = str(figure.board).split("x")
    return int(rows) * int(columns)


@click.command()
@click.option("--searched", default=70_000_000, show_default=True, help="The largest figures that are searched for.")
@click.option("--cycles", default=60, show_default=True, help="Squares of the largest boards swept for cycles.")
@click.option("--paths", default=48, show_default=True, help="Squares of the largest boards swept for paths.")
def main(*, searched: int, cycles: int, paths: int) -> None:
    """Print the table."""
    confirmed = [0, 0, 0]
    for figure in (figure for figure in all_figures() if figure.table in TABLES):
        value, swept = int(figure.value), cycles if figure.quantity == "cycles" else paths
        long_side = max(int(side) for side in str(figure.board).split("x"))
        narrow = squares(figure) // long_side <= 5 and figure.quantity == "cycles"
        methods = ["backtrack"] if value <= searched else []
        methods += ["frontier"] if squares(figure) <= swept or narrow else []
        line, right = f"{figure.board:>5} {figure.quantity} {value:>18,}", 0
        for method in methods:
            number, seconds = count(figure, method)
            right += number == value
            line += f"   {method} {'equal' if number == value else f'{number:,}'} {seconds:.2f} s"
        confirmed[right] += right == len(methods)
        print(line, flush=True)
        assert right == len(methods), "a count differs"
    print(f"confirmed by two methods: {confirmed[2]}, by one: {confirmed[1]}, by none: {confirmed[0]}")


if __name__ == "__main__":
    main()
