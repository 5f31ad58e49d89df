"""Sampling: walks a second beside a C twin, processor time to a given error. By hand: python -m bench.sampling.

Every case prints the estimate, its own error, and how far the exact number is, where one is known. Times are
processor seconds of this process after a warm-up. --long adds the hard cases, minutes each.
"""

from __future__ import annotations

import argparse
import shutil
import subprocess
import tempfile
import time
from pathlib import Path
from typing import Any

import numpy as np

from engine.boards.labels import parse_board
from engine.boards.move_graph import direction_table, move_graph
from engine.sampling.tallies import empty_tallies, walk_board
from engine.sampling.walks import UNIFORM, WALKERS, Walker
from engine.specification.result import Estimate
from engine.streams.registry import open_stream
from engine.streams.word_block import WordBlock
from tests.in_memory import sample

WALKS = 2_000_000
REPEATS = 5
NO_ROOM = np.empty((0, 0), dtype=np.int32)

CYCLES_6X6, CYCLES_8X8 = 9_862, 13_267_364_410_532
SHORT: list[tuple[str, dict[str, Any], float | None]] = [
    ("6x6 any", {"board": "6x6", "budget": {"relative_error": 0.01}}, 6_637_920),
    ("7x7 any", {"board": "7x7", "budget": {"relative_error": 0.01}}, 165_575_218_320),
    ("8x8 any", {"board": "8x8", "budget": {"relative_error": 0.01}}, 19_591_828_170_979_904),
    ("6x6 closed", {"board": "6x6", "tours": "closed", "budget": {"relative_error": 0.01}}, 72 * CYCLES_6X6),
    ("8x8 closed", {"board": "8x8", "tours": "closed", "budget": {"relative_error": 0.01}}, 128 * CYCLES_8X8),
    (
        "8x8 closed",
        {"board": "8x8", "tours": "closed", "method": "importance", "starts": [[1, 1]]}
        | {"budget": {"relative_error": 0.01}},
        2 * CYCLES_8X8,
    ),
    ("8x8 any", {"board": "8x8", "method": "importance", "budget": {"relative_error": 0.02}}, 19_591_828_170_979_904),
]
"""What is estimated, how, and the exact number (OEIS A165134, A001230); all directed."""

LONG: list[tuple[str, dict[str, Any], float | None]] = [
    ("8x8 any", {"board": "8x8", "budget": {"relative_error": 0.001}}, 19_591_828_170_979_904),
    ("9x9 any", {"board": "9x9", "budget": {"relative_error": 0.01}, "particles": 65_536}, None),
    ("10x10 closed", {"board": "10x10", "tours": "closed", "budget": {"relative_error": 0.02}}, None),
]


def walker(method: str) -> Walker:
    """Return a walker on 8x8 from all squares in turn."""
    board = parse_board("8x8")
    graph = move_graph(board, (1, 2))
    view = walk_board(graph, direction_table(board, (1, 2)), np.arange(64, dtype=np.int32))
    return Walker(view, WALKERS[method], WordBlock(open_stream("pcg64dxsm", 1)), empty_tallies(view))


def walks_a_second(walking: Walker) -> float:
    """Return the walks of one pass in a processor second."""
    begin = time.process_time()
    before = walking.done
    walking.walk(WALKS if walking.mode == UNIFORM else WALKS // 20, NO_ROOM)
    return (walking.done - before) / (time.process_time() - begin)


def twin(folder: Path) -> Path | None:
    """Compile the C twin; None where there is no compiler."""
    compiler = shutil.which("gcc")
    if compiler is None:
        return None
    binary = folder / "walks"
    source = Path(__file__).parent / "twins" / "walks.c"
    subprocess.run([compiler, "-O3", "-march=native", "-o", binary, source], check=True)
    return binary


def twins_walks_a_second(binary: Path) -> float:
    """Run the twin; its mean length must be the known 34.56 squares."""
    command = [str(binary), str(WALKS), "1"]
    walks, squares, _, seconds = subprocess.run(command, check=True, capture_output=True, text=True).stdout.split()
    assert abs(int(squares) / int(walks) - 34.565) < 0.03
    return int(walks) / float(seconds)


def speed() -> None:
    """Print the walks a second of every walker, and of the twin, alternating, the best of each."""
    for method in ("uniform", "rotating", "warnsdorff"):
        walking = walker(method)
        walking.walk(1000, NO_ROOM)
        ours, theirs = [], []
        with tempfile.TemporaryDirectory() as folder:
            binary = twin(Path(folder)) if method == "uniform" else None
            for _ in range(REPEATS):
                ours.append(walks_a_second(walking))
                theirs += [twins_walks_a_second(binary)] if binary else []
        print(f"{method} walks on 8x8: {max(ours) / 1e6:.2f} M/s")
        if theirs:
            print(f"  in C: {max(theirs) / 1e6:.2f} M/s; speed against it {max(ours) / max(theirs):.2f}")


def accuracy(cases: list[tuple[str, dict[str, Any], float | None]]) -> None:
    """Print what each case finds in which time."""
    for name, fields, exact in cases:
        sample(**{**fields, "budget": {"walks": 40_000}})
        begin = time.process_time()
        result, _ = sample(**fields)
        seconds = time.process_time() - begin
        found = result.estimates[0]
        off = "" if exact is None else f", off by {found.value / exact - 1:+.2%} or {_sigmas(found, exact):+.1f} errors"
        error = found.standard_error / found.value
        print(f"{name} ({found.estimator}): {found.value:.5e} +- {error:.2%} in {seconds:.1f} s{off}", flush=True)


def _sigmas(found: Estimate, exact: float) -> float:
    return float((found.value - exact) / found.standard_error)


def main() -> None:
    """Run everything; --long adds the hard cases."""
    parser = argparse.ArgumentParser(description=__doc__)
    parser.add_argument("--long", action="store_true")
    arguments = parser.parse_args()
    speed()
    accuracy(SHORT)
    if arguments.long:
        accuracy(LONG)


if __name__ == "__main__":
    main()
