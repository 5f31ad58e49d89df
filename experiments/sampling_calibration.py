"""How often 95 % intervals hold the exact number, in 200 jobs each. Run python -m experiments.sampling_calibration.

Every estimator that claims to be unbiased is tried on 6x6, all tours and closed ones, whole and by class of starts (the
rotating walker, whose weights have too heavy a tail for it, on 3x4). Exact numbers come from frontier sweeps and from
the tree of Warnsdorff ties. Parts: names of cases; uniform takes ten minutes of processor time, the others one or two.
"""

from __future__ import annotations

import argparse
from functools import cache
from typing import Any

from engine.specification.result import Estimate, Result
from tests.in_memory import sample

SMC: dict[str, Any] = {"board": "6x6", "method": "smc", "particles": 1000, "budget": {"walks": 32_000}}
IMPORTANCE: dict[str, Any] = {"board": "6x6", "method": "importance", "budget": {"walks": 100_000}}
CLOSED = {"tours": "closed"}

CASES: dict[str, dict[str, Any]] = {
    "smc": SMC,
    "smc-closed": SMC | CLOSED,
    "smc-auto": SMC | {"particles": 250, "potential": "auto"},
    "importance": IMPORTANCE,
    "importance-closed": IMPORTANCE | CLOSED,
    "warnsdorff": {"board": "6x6", "method": "warnsdorff", "budget": {"walks": 30_000}},
    "rotating": {"board": "3x4", "method": "rotating", "budget": {"walks": 200_000}},
    "uniform": {"board": "6x6", "method": "uniform", "budget": {"walks": 30_000_000}},
}


@cache
def exact_numbers(board: str, tours: str) -> dict[tuple[str, tuple[int, ...]], int]:
    """Return exact numbers by quantity and start square, () for all of them."""
    ties = sample(board=board, method="warnsdorff", exact=True)[0]
    found = {("tours", ()): 0, ("closed", ()): 0, ("cycles", ()): 0} | _numbers(ties, "warnsdorff_")
    for kind in {tours, "closed"}:
        swept = sample(board=board, method="frontier", store={"first": 1}, tours=kind)[0]
        found |= {} if swept.outcome == "impossible" else _numbers(swept, "")
    return found


def _numbers(result: Result, prefix: str) -> dict[tuple[str, tuple[int, ...]], int]:
    numbers: dict[tuple[str, tuple[int, ...]], int] = {(row.quantity, ()): int(row.value) for row in result.counts}
    for row in result.squares:
        for quantity in ("tours", "closed"):
            value = getattr(row, quantity)
            if value is not None:
                numbers[prefix + quantity, tuple(row.square)] = int(value)
    return numbers


def key_of(found: Estimate) -> tuple[str, tuple[int, ...]]:
    """Return the quantity and the start square of an estimate, () for all squares."""
    return found.quantity, tuple(found.square or ())


def coverage(fields: dict[str, Any], runs: int) -> dict[str, tuple[float, float]]:
    """Return for every estimate the share of runs whose interval contains the exact number, and mean / exact number.

    Estimates of exact numbers that are 0 are left out.
    """
    exact = exact_numbers(fields["board"], fields.get("tours", "any"))
    held: dict[str, list[bool]] = {}
    ratios: dict[str, list[float]] = {}
    for seed in range(runs):
        result, _ = sample(rng={"seed": 1000 + seed, "streams": 4}, **fields)
        for found in result.estimates:
            key = key_of(found)
            if not found.unbiased or exact[key] == 0:
                continue
            name = " ".join([key[0], *[",".join(map(str, key[1]))] * bool(key[1])])
            low, high = found.interval_95 or []
            held.setdefault(name, []).append(low <= exact[key] <= high)
            ratios.setdefault(name, []).append(found.value / exact[key])
    return {name: (sum(held[name]) / runs, sum(ratios[name]) / runs) for name in held}


def main() -> None:
    """Print the coverage of every case."""
    parser = argparse.ArgumentParser(description=__doc__)
    parser.add_argument("cases", nargs="*", choices=[*CASES, []])
    parser.add_argument("--runs", type=int, default=200)
    arguments = parser.parse_args()
    for name in arguments.cases or CASES:
        print(f"{name}: {CASES[name]}, {arguments.runs} runs:")
        for quantity, (share, mean) in coverage(CASES[name], arguments.runs).items():
            print(f"  {quantity}: {share:.1%} of the intervals hold, mean {mean:.4f} of the exact number", flush=True)


if __name__ == "__main__":
    main()
