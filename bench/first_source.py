"""The tables of uniform walks of "La marche du cavalier" beside our own walks. By hand: python -m bench.first_source.

Every figure is compared in units of the two errors together: the source's, as printed or from the last digit printed,
and ours. With --walks below 10^9 the figures that rest on completed tours are few and their errors large.
"""

from __future__ import annotations

import argparse
import json
import math
import time
from pathlib import Path
from typing import Any

from engine.specification.result import Result
from tests.in_memory import sample

TABLES = json.loads((Path(__file__).parents[1] / "tests" / "golden" / "first_source_walks.json").read_text())
Row = tuple[str, float, float, float]
"""What is compared: name, ours, the source's, the standard error of their difference."""


def depth_rows(result: Result) -> list[Row]:
    """Compare mean numbers of moves and inverse probabilities of reaching a square, depth by depth."""
    printed = TABLES["by_depth"]
    walks = result.depths[0].reached
    rows = []
    for place, (mean, inverse) in enumerate(
        zip(
            printed["mean_moves_available_at_step"], printed["inverse_probability_of_reaching_square"][:-1], strict=True
        )
    ):
        if place >= len(result.depths):
            break
        depth = result.depths[place]
        spread = 1.5 / math.sqrt(depth.reached)
        rows.append((f"moves at step {place + 1}", depth.mean_moves, mean, math.hypot(0.005, spread)))
        ours = walks / depth.reached
        error = ours * math.sqrt(max(0.0, 1 / depth.reached - 1 / walks))
        digit = 10.0 ** (math.floor(math.log10(inverse)) - 3) if inverse >= 1.1 else 0.001
        rows.append((f"inverse probability of square {place + 1}", ours, inverse, math.hypot(error, digit)))
    return rows


def start_rows(result: Result) -> list[Row]:
    """Compare walks for each tour, shares of starts and ends, and shares that close, class by class."""
    printed, rows = TABLES["by_start"], []
    by_class = {"{},{}".format(*sorted(row["square"], reverse=True)): row for row in result.extra["by_class"]}
    total = sum(row["completed_walks"] for row in by_class.values())
    for square, row in by_class.items():
        tours = row["completed_walks"]
        if tours < 5:
            continue
        theirs, error = printed["millions_of_walks_per_tour"][square]
        ours = row["walks_per_tour"] / 1e6
        rows.append((f"million walks a tour from {square}", ours, theirs, math.hypot(error, ours / math.sqrt(tours))))
        theirs, error = printed["start_end_share_percent"][square]
        ours = 100 * row["start_end_share"]
        spread = 100 * math.sqrt(ours / 100 * (1 - ours / 100) / (2 * total))
        rows.append((f"share of starts and ends at {square}, %", ours, theirs, math.hypot(error, spread)))
        theirs, error = printed["closed_percent_of_tours"][square]
        ours = 100 * row["closed_share"]
        spread = 100 * math.sqrt(max(theirs / 100 * (1 - theirs / 100), 0.01) / tours)
        rows.append((f"closed tours from {square}, %", ours, theirs, math.hypot(error, spread)))
    return rows


def total_rows(result: Result) -> list[Row]:
    """Compare the mean number of squares visited, walks for each tour, and the share of tours that close."""
    found: dict[str, Any] = result.extra
    rows = [("mean length", found["mean_length"], TABLES["mean_walk_length"], 0.05)]
    tours = sum(row["completed_walks"] for row in found["by_class"])
    if tours:
        rows.append(("walks a tour", found["walks_per_tour"], 6.0e6, found["walks_per_tour"] / math.sqrt(tours)))
        theirs, error = TABLES["closed_percent_total"]
        spread = 100 * math.sqrt(0.1 * 0.9 / tours)
        rows.append(("closed tours, %", 100 * found["closed_share"], theirs, math.hypot(error, spread)))
    return rows


def main() -> None:
    """Print every figure with its distance, then the two estimates of the number of tours."""
    parser = argparse.ArgumentParser(description=__doc__)
    parser.add_argument("--walks", type=int, default=10**9)
    parser.add_argument("--seed", type=int, default=1)
    arguments = parser.parse_args()
    begin = time.process_time()
    result, _ = sample(
        board="8x8", method="uniform", budget={"walks": arguments.walks}, rng={"seed": arguments.seed, "streams": 8}
    )
    rows = [*depth_rows(result), *total_rows(result), *start_rows(result)]
    for name, ours, theirs, error in rows:
        print(f"{name:45} {ours:14.5g} {theirs:14.5g} {(ours - theirs) / error:+6.2f} errors")
    far = sum(abs(ours - theirs) > 3 * error for _, ours, theirs, error in rows)
    print(f"{len(rows)} figures, {far} of them more than three errors off; {time.process_time() - begin:.0f} s")
    for found in result.estimates:
        if "square" not in (found.model_extra or {}):
            print(f"{found.quantity} by {found.estimator}: {found.value:.3g} +- {found.standard_error:.2g}")


if __name__ == "__main__":
    main()
