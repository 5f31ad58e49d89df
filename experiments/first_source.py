"""The tables of uniform walks of "La marche du cavalier" beside our own: python -m experiments.first_source.

Every figure is judged as `cavalier reproduce` judges it, but from thousands of millions of walks: by z, the difference
that rounding of the print does not explain, in units of the source's error and ours together. With fewer than 10^9
walks the figures that rest on completed tours are few and their errors large. --save keeps the result, --load judges
a kept one.
"""

from __future__ import annotations

import argparse
import time
from pathlib import Path

from engine.specification.result import Result
from findings.comparison.agreement import LIMIT
from reproduction.registry import TABLES, choose_figures
from reproduction.verdict import Comparison, judge
from tests.in_memory import sample

SOURCE = "marche-du-cavalier"
PRINTED = ("uniform_random_walk_8x8", "third_family_8x8")


def comparisons(result: Result, table: str) -> list[Comparison]:
    """Judge the figures of a printed table that the walks can estimate."""
    rule, results = TABLES[table], {"uniform": result.model_dump(mode="json")}
    figures = choose_figures(SOURCE, table)[table]
    judged = [judge(figure, rule.compute(figure, results), rule.reason(figure)) for figure in figures]
    return [comparison for comparison in judged if comparison.computed is not None]


def show(found: list[Comparison]) -> None:
    """Print each figure with its distance, and how many are far off."""
    for comparison in found:
        figure, computed = comparison.figure, comparison.computed
        assert computed is not None
        name = figure.key.removeprefix(f"{SOURCE}/")
        print(f"{name:66} {float(figure.value):11.4g} {computed.value:11.4g} {comparison.z or 0.0:+6.2f}")
    distances = [abs(comparison.z or 0.0) for comparison in found]
    beyond = [sum(distance > limit for distance in distances) for limit in (2, 3, LIMIT)]
    print(f"{len(found)} figures; beyond 2, 3 and {LIMIT:.0f} errors: {', '.join(map(str, beyond))}\n")


def main() -> None:
    """Walk, compare, and print the two estimates of the number of tours."""
    parser = argparse.ArgumentParser(description=__doc__)
    parser.add_argument("--walks", type=lambda text: int(float(text)), default=10**9)
    parser.add_argument("--seed", type=int, default=1)
    parser.add_argument("--save", type=Path, help="file to write the result to")
    parser.add_argument("--load", type=Path, help="file of a result to compare, instead of walking")
    arguments = parser.parse_args()
    if arguments.load:
        result = Result.model_validate_json(arguments.load.read_text())
    else:
        begin, rng = time.process_time(), {"seed": arguments.seed, "streams": 8}
        result, _ = sample(board="8x8", method="uniform", budget={"walks": arguments.walks}, rng=rng)
        print(f"{arguments.walks:.3g} walks in {time.process_time() - begin:.0f} processor seconds\n")
    if arguments.save:
        arguments.save.write_text(result.model_dump_json())
    for table in PRINTED:
        show(comparisons(result, table))
    for found in result.estimates:
        if found.square is None:
            print(f"{found.quantity} by {found.estimator}: {found.value:.3g} +- {found.standard_error:.2g}")


if __name__ == "__main__":
    main()
