"""Sampling: walks a second beside a C twin, and processor time to a given error. By hand: python -m bench.sampling.

Parts (all of them, or those named): speed, threads, accuracy, precise (a tenth of a per cent: minutes), unknown (boards
without a known number: minutes), pilot (minutes). Every estimate comes with its own error and with z, its distance from
the exact number in errors, where one is known. Times are processor seconds of this process after a warm-up.
"""

from __future__ import annotations

import argparse
import shutil
import subprocess
import tempfile
import time
from collections.abc import Callable
from concurrent.futures import ThreadPoolExecutor
from pathlib import Path
from typing import Any

import numpy as np

from engine.boards.labels import parse_board
from engine.boards.move_graph import direction_table, move_graph
from engine.sampling.tallies import empty_tallies, walk_board
from engine.sampling.walks import UNIFORM, WALKERS, Walker
from engine.streams.registry import open_stream
from engine.streams.word_block import WordBlock
from tests.in_memory import sample

WALKS = 2_000_000
REPEATS = 5
NO_ROOM = np.empty((0, 0), dtype=np.int32)

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
"""Where the usual potential and the one of a pilot are compared."""


def walker(method: str) -> Walker:
    """Return a walker on 8x8 from all squares in turn."""
    board = parse_board("8x8")
    graph = move_graph(board, (1, 2))
    view = walk_board(graph, direction_table(board, (1, 2)), np.arange(64, dtype=np.int32))
    return Walker(view, WALKERS[method], WordBlock(open_stream("pcg64dxsm", 1)), empty_tallies(view))


def walks_a_second(walking: Walker) -> float:
    """Return the walks of one pass in a processor second of this thread."""
    begin = time.thread_time()
    before = walking.done
    walking.walk(WALKS if walking.mode == UNIFORM else WALKS // 20, NO_ROOM)
    return (walking.done - before) / (time.thread_time() - begin)


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


def threads() -> None:
    """Print the uniform walks a second of one stream and of two side by side, of wall and processor time, the best."""
    wall: dict[int, float] = {}
    processor: dict[int, float] = {}
    for streams in (1, 2) * REPEATS:
        walkers = [walker("uniform") for _ in range(streams)]
        begin = time.perf_counter()
        with ThreadPoolExecutor(streams) as pool:
            rates = list(pool.map(walks_a_second, walkers))
        wall[streams] = max(wall.get(streams, 0.0), streams * WALKS / (time.perf_counter() - begin))
        processor[streams] = max(processor.get(streams, 0.0), sum(rates))
    for name, found in (("wall", wall), ("processor", processor)):
        times = found[2] / found[1]
        print(f"uniform walks by two threads: {found[2] / 1e6:.2f} M/s of {name} time, {times:.2f} times those of one")


def accuracy(wanted: list[Case]) -> None:
    """Print what each case finds in which time."""
    for fields, exact in wanted:
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
    "speed": speed,
    "threads": threads,
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
