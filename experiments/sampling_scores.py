"""How far estimates are from exact numbers, in their own errors: python -m experiments.sampling_scores [METHOD ...].

Two hundred jobs, each with its own seed, for each of five boards whose number is known. Scores of an estimate whose
errors are right follow Student's law: a mean near 0, a standard deviation near 1. The chance is that of the
Kolmogorov-Smirnov test of that.
"""

from __future__ import annotations

import argparse
import math
from collections.abc import Iterator
from typing import Any

import numpy as np
from scipy.stats import kstest

from tests.in_memory import estimate, sample

METHODS = ("transfer-matrix", "smc")
RUNS = 200
POPULATIONS = 32
BOARDS: list[tuple[dict[str, Any], str, int]] = [
    ({"board": "5x5"}, "tours", 1_728),
    ({"board": "5x6", "tours": "closed"}, "cycles", 8),
    ({"board": "6x6"}, "tours", 6_637_920),
    ({"board": "6x6", "tours": "closed"}, "cycles", 9_862),
    ({"board": "8x8", "tours": "closed"}, "cycles", 13_267_364_410_532),
]
"""Exact numbers: OEIS A165134 (directed tours), A001230 (8x8, 6x6) and the table of 5 x n cycles, A175855."""


def scores(fields: dict[str, Any], quantity: str, exact: int, method: str) -> Iterator[float]:
    """Yield the scores of the jobs."""
    particles = 1000
    budget = {"walks": POPULATIONS * particles}
    for seed in range(RUNS):
        rng = {"seed": 5000 + seed, "streams": 1}
        result, _ = sample(**fields, method=method, particles=particles, budget=budget, rng=rng)
        found = estimate(result, quantity)
        yield (found.value - exact) / found.standard_error


def main() -> None:
    """Print a line for each method and board."""
    parser = argparse.ArgumentParser(description=__doc__)
    parser.add_argument("methods", nargs="*", choices=[*METHODS, []])
    for method in parser.parse_args().methods or METHODS:
        for fields, quantity, exact in BOARDS:
            found = np.array(list(scores(fields, quantity, exact, method)))
            chance = kstest(found, "t", args=(POPULATIONS - 1,)).pvalue
            mean, error = found.mean(), found.std(ddof=1) / math.sqrt(RUNS)
            name = f"{method} {fields['board']} {fields.get('tours', 'any')}"
            print(
                f"{name}: mean {mean:+.2f} +- {error:.2f}, deviation {found.std(ddof=1):.2f}, chance {chance:.2f}",
                flush=True,
            )


if __name__ == "__main__":
    main()
