"""Sampling: processor time to a given error. By hand: python -m experiments.sampling.

Parts (all of them, or those named): accuracy, precise (a tenth of a per cent: minutes), unknown (boards
without a known number: minutes), pilot (minutes). Every estimate comes with its own error and with z, its distance from
the exact number in errors, where one is known. Times are processor seconds of this process after a warm-up.
"""

from __future__ import annotations

import argparse
import time
from collections.abc import Callable
from typing import Any

from tests.in_memory import sample

TOURS = {"6x6": 6_637_920, "7x7": 165_575_218_320, "8x8": 19_591_828_170_979_904}
CYCLES = {"6x6": 9_862, "8x8": 13_267_364_410_532}
"""Exact numbers of directed tours (OEIS A165134) and of undirected closed ones (OEIS A001230)."""

Case = tuple[dict[str, Any], float | None]
"""A specification and the exact number of what it estimates."""


def cases(error: float) -> list[Case]:
    """Return the cases with known numbers, to this relative error."""
    budget = {"budget": {"relative_error": error}}
    every = [({"board": board, **budget}, float(exact)) for board, exact in TOURS.items()]
    closed = [
        ({"board": board, "tours": "closed", "starts": [[1, 1]], **budget}, 2.0 * exact)
        for board, exact in CYCLES.items()
    ]
    return [*every, *closed]


SECOND_OPINIONS: list[Case] = [
    (fields | {"method": "importance", "budget": {"relative_error": 0.02}}, exact)
    for fields, exact in cases(0.02)
    if fields["board"] != "7x7"
]
UNKNOWN: list[Case] = [
    ({"board": "9x9", "budget": {"relative_error": 0.005}}, None),
    ({"board": "10x10", "tours": "closed", "budget": {"relative_error": 0.01}}, None),
]
PILOTED: list[dict[str, Any]] = [{"board": "8x8"}, {"board": "9x9"}, {"board": "10x10"}, {"board": "12x12"}]
"""Jobs on which the usual potential is compared with that of a pilot."""


def accuracy(expected_result: list[Case]) -> None:
    """Print the estimate and the time of each case."""
    for fields, exact in expected_result:
        sample(**{**fields, "budget": {"walks": 40_000}})
        begin = time.process_time()
        result, _ = sample(**fields)
        seconds = time.process_time() - begin
        found = result.estimates[0]
        name = f"{fields['board']} {fields.get('tours', 'any')} ({found.estimator})"
        error = found.standard_error / found.value
        z = "" if exact is None else f"  exact {exact:.6e}  z {(found.value - exact) / found.standard_error:+.2f}"
        print(f"{name:40} {found.value:.6e} +- {error:.3%}{z}  {seconds:.1f} s", flush=True)


def pilot() -> None:
    """Print the relative error that 256 populations leave, with the usual potential and with that of a pilot."""
    for fields in PILOTED:
        common = {"particles": 4096, "budget": {"walks": 4096 * 256}, **fields}
        results = [sample(**common, potential=potential)[0] for potential in (None, "auto")]
        found = [result.estimates[0] for result in results]
        shown = [f"{estimate.value:.4g} +- {estimate.standard_error / estimate.value:.1%}" for estimate in found]
        taken = [round(part, 3) for part in results[1].extra["potential"]]
        print(f"{fields['board']}: usual {shown[0]}, after a pilot {shown[1]} with {taken}", flush=True)


PARTS: dict[str, Callable[[], None]] = {
    "accuracy": lambda: accuracy([*cases(0.01), *SECOND_OPINIONS]),
    "precise": lambda: accuracy(cases(0.001)),
    "unknown": lambda: accuracy(UNKNOWN),
    "pilot": pilot,
}


def main() -> None:
    """Run the parts named, else all."""
    parser = argparse.ArgumentParser(description=__doc__)
    parser.add_argument("parts", nargs="*", choices=[*PARTS, []])
    for part in parser.parse_args().parts or PARTS:
        PARTS[part]()


if __name__ == "__main__":
    main()
