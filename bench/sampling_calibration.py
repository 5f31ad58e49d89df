"""How often 95 % intervals hold the exact number, in 200 jobs each. By hand: python -m bench.sampling_calibration.

Every estimator that claims to be unbiased is tried
on 6x6, all tours and closed ones, whole and by class of starts; exact numbers come from a search.
"""

from __future__ import annotations

import argparse
from typing import Any

from engine.specification.result import Estimate
from tests.in_memory import sample

TOURS_6X6, CYCLES_6X6 = 6_637_920, 9_862
BY_START_6X6 = {
    (1, 1): 524_486,
    (1, 2): 289_050,
    (1, 3): 115_837,
    (2, 2): 173_402,
    (2, 3): 49_578,
    (3, 3): 52_662,
}

CASES: list[dict[str, Any]] = [
    {"method": "smc", "particles": 1000, "budget": {"walks": 32_000}},
    {"method": "smc", "particles": 1000, "budget": {"walks": 32_000}, "tours": "closed"},
    {"method": "importance", "budget": {"walks": 30_000}},
    {"method": "importance", "budget": {"walks": 30_000}, "tours": "closed"},
    {"method": "uniform", "budget": {"walks": 300_000}},
    {"method": "uniform", "budget": {"walks": 300_000}, "tours": "closed"},
]


def exact_number(found: Estimate, *, closed: bool) -> float | None:
    """Return what an estimate should be; None where its estimator does not claim to be unbiased."""
    if not found.unbiased:
        return None
    square = (found.model_extra or {}).get("square")
    if found.quantity == "cycles":
        return CYCLES_6X6
    if closed or found.quantity == "closed":
        return 2 * CYCLES_6X6 * (36 if square is None else 1)
    return TOURS_6X6 if square is None else BY_START_6X6[tuple(square)]


def coverage(fields: dict[str, Any], runs: int) -> dict[str, tuple[float, float]]:
    """Return for every estimate the share of runs whose interval holds the exact number, and the mean over it."""
    held: dict[str, list[bool]] = {}
    ratios: dict[str, list[float]] = {}
    for seed in range(runs):
        result, _ = sample(board="6x6", rng={"seed": 1000 + seed, "streams": 4}, **fields)
        for found in result.estimates:
            exact = exact_number(found, closed=fields.get("tours") == "closed")
            if exact is not None:
                name = f"{found.quantity} {(found.model_extra or {}).get('square') or ''}"
                low, high = (found.model_extra or {})["interval_95"]
                held.setdefault(name, []).append(low <= exact <= high)
                ratios.setdefault(name, []).append(found.value / exact)
    return {name: (sum(held[name]) / runs, sum(ratios[name]) / runs) for name in held}


def main() -> None:
    """Print the coverage of every case."""
    parser = argparse.ArgumentParser(description=__doc__)
    parser.add_argument("--runs", type=int, default=200)
    runs = parser.parse_args().runs
    for fields in CASES:
        print(f"{fields}, {runs} runs:")
        for name, (share, mean) in coverage(fields, runs).items():
            print(f"  {name}: {share:.1%} of the intervals hold, mean {mean:.4f} of the exact number", flush=True)


if __name__ == "__main__":
    main()
