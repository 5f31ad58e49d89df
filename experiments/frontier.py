"""Frontier sweeps: counts, states, bytes a state, seconds and memory; beside Graphillion, and shared by two workers.

    python -m experiments.frontier                            the table: cycles, and paths by both ends; a few minutes
    python -m experiments.frontier --peer PYTHON              the same beside Graphillion 2, which PYTHON can import
    python -m experiments.frontier --shared 7x8               one sweep as a job on one thread and on two
    python -m experiments.frontier --only cycles:8x8          lines of one's own: cycles:BOARD or ends:BOARD

Published figures: OEIS A001230, A175855, A175881, A193054 (cycles), A165134 (directed paths of square boards).
Seconds are processor seconds of one core with kernels compiled before; every line runs in a process of its own, whose
largest resident memory is given (the interpreter with the compiler alone has about 0.2 GiB).
"""

from __future__ import annotations

import argparse
import json
import os
import resource
import subprocess
import sys
import tempfile
import time
from pathlib import Path
from typing import cast

from engine.boards.labels import parse_board
from engine.boards.move_graph import MoveGraph, move_graph
from engine.kinds.enumerate.specification import EnumerateProblem
from engine.kinds.enumerate.sweep.planner import FrontierEnumeration
from engine.kinds.enumerate.sweep.target import SweepTarget
from engine.kinds.parse import parse_problem
from engine.search.frontier.order import symmetries_of, well_ordered
from engine.search.frontier.sweep import Sweep

LINES = ("cycles:6x6", "cycles:6x7", "cycles:6x8", "cycles:7x8", "ends:6x6", "ends:7x7")
MUST = {
    "cycles:6x6": "0.2 s",
    "cycles:6x8": "3 s",
    "cycles:7x8": "180 s, 3 GiB",
    "ends:6x6": "60 s",
    "ends:7x7": "3600 s",
    "cycles:8x8": "20 GiB",
}
PUBLISHED = {
    "cycles:3x20": 1448416,
    "cycles:5x12": 4557702762,
    "cycles:5x14": 1495135512514,
    "cycles:6x6": 9862,
    "cycles:6x7": 1067638,
    "cycles:6x8": 55488142,
    "cycles:6x9": 3374967940,
    "cycles:6x10": 239187240144,
    "cycles:7x8": 34524432316,
    "cycles:7x10": 1250063279938854,
    "cycles:8x8": 13267364410532,
    "ends:5x5": 1728,
    "ends:6x6": 6637920,
    "ends:7x7": 165575218320,
    "ends:8x8": 19591828170979904,
}
PEER_LINES = ("cycles:6x6", "cycles:6x7", "cycles:6x8")
PEER_LIMIT = 8 << 30
PEER = """
import json, resource, sys, time
resource.setrlimit(resource.RLIMIT_AS, (MOST, MOST))
from graphillion import GraphSet
moves = [tuple(move) for move in json.load(sys.stdin)]
begun = time.process_time()
GraphSet.set_universe(moves)
count = len(GraphSet.cycles(is_hamilton=True))
memory = resource.getrusage(resource.RUSAGE_SELF).ru_maxrss
print(json.dumps({"count": count, "seconds": time.process_time() - begun, "gib": memory / 2**20}))
""".replace("MOST", str(PEER_LIMIT))


def graph_of(label: str) -> MoveGraph:
    """Return the knight's move graph of a board."""
    return move_graph(parse_board(label), (1, 2))


def sweep(graph: MoveGraph, squares: tuple[int, ...] = ()) -> tuple[Sweep, float]:
    """Run a sweep to its end; return it with the most bytes that its states took."""
    running, most = Sweep(well_ordered(graph, squares), symmetries_of(graph)), 0.0
    while not running.is_finished:
        running.advance(1 << 13)
        most = max(most, running.bytes)
    return running, most


def measure(line: str) -> dict[str, float]:
    """Sweep for one line of the table."""
    kind, label = line.split(":")
    graph = graph_of(label)
    sweeps = {(): 1} if kind == "cycles" else pairs_of_ends(label)
    for small in ("5x6", "6x6"):  # compiles
        sweep(graph_of(small), () if kind == "cycles" else (0, 1))
    begun, count, states, widest, most = time.process_time(), 0, 0, 0, 0.0
    for squares, weight in sweeps.items():
        done, held = sweep(graph, squares)
        count, states = count + weight * done.count, states + int(done.widths.sum())
        widest, most = max(widest, int(done.widths.max())), max(most, held)
    seconds, memory = time.process_time() - begun, resource.getrusage(resource.RUSAGE_SELF).ru_maxrss / 2**20
    return {
        "sweeps": len(sweeps),
        "count": count,
        "states": states,
        "widest": widest,
        "bytes": most / widest,
        "seconds": seconds,
        "gib": memory,
    }


def pairs_of_ends(label: str) -> dict[tuple[int, ...], int]:
    """Return the least pair of each class of ends that colours allow, with the number of ordered pairs in the class."""
    fields = {"kind": "enumerate", "board": label, "method": "frontier", "by_end": True}
    problem = cast("EnumerateProblem", parse_problem(fields))
    graph = graph_of(label)
    sizes: dict[tuple[int, ...], int] = {}
    for start in range(graph.size):
        for end in range(graph.size):
            images = [(image[start], image[end]) for image in symmetries_of(graph)]
            least = min(min(pair, pair[::-1]) for pair in images)
            sizes[least] = sizes.get(least, 0) + 1
    shards = FrontierEnumeration().plan(problem).shards
    return {pair: sizes[pair] for pair in (SweepTarget.of(shard).sweep for shard in shards)}


def row(line: str) -> dict[str, float]:
    """Measure one line in a process of its own."""
    command = [sys.executable, "-m", "experiments.frontier", "--line", line]
    found: dict[str, float] = json.loads(subprocess.run(command, capture_output=True, check=True).stdout)
    return found


def peer(python: str, line: str) -> dict[str, float] | None:
    """Count the same cycles with Graphillion; None where it needs more than PEER_LIMIT bytes."""
    graph = graph_of(line.split(":")[1])
    moves = [(u + 1, int(w) + 1) for u in range(graph.size) for w in graph.neighbours[u, : graph.degrees[u]] if u < w]
    run = subprocess.run([python, "-c", PEER], input=json.dumps(moves).encode(), capture_output=True, check=False)
    if run.returncode and not any(word in run.stderr for word in (b"bad_alloc", b"MemoryError")):
        raise RuntimeError(run.stderr.decode())
    return None if run.returncode else json.loads(run.stdout)


def table(lines: list[str], python: str | None) -> None:
    """Print the table row by row, with the peer's column where there is one."""
    head = ["", "sweeps", "count", "published", "states", "widest step", "bytes a state", "s", "GiB", "must reach"]
    head += ["Graphillion"] * bool(python)
    print_row(head)
    print_row(["---"] * len(head))
    for line in lines:
        mine = row(line)
        known = PUBLISHED.get(line)
        verdict = "-" if known is None else "equal" if known == mine["count"] else f"NOT {known}"
        numbers = [f"{int(mine[name]):,}" for name in ("states", "widest", "bytes")]
        cells = [line, str(mine["sweeps"]), f"{mine['count']:,}", verdict, *numbers, f"{mine['seconds']:.2f}"]
        cells += [f"{mine['gib']:.2f}", MUST.get(line, "")]
        print_row(cells + ([beside(mine, line, python)] if python else []))


def print_row(cells: list[str]) -> None:
    """Print a row of a Markdown table."""
    print("|", " | ".join(cells), "|", flush=True)


def beside(mine: dict[str, float], line: str, python: str) -> str:
    """Return the peer's cell: its seconds and memory, and how many times ours they are."""
    theirs = peer(python, line) if line in PEER_LINES else {}
    if not theirs:
        return "-" if theirs == {} else f"stopped at {PEER_LIMIT >> 30} GiB"
    verdict = "" if theirs["count"] == mine["count"] else f"counts {theirs['count']}, "
    times, room = theirs["seconds"] / mine["seconds"], theirs["gib"] / mine["gib"]
    return f"{verdict}{theirs['seconds']:.1f} s ({times:.0f}x), {theirs['gib']:.2f} GiB ({room:.1f}x)"


def run_shared(label: str) -> None:
    """Run one sweep as a job on one thread and on two: the result, the wall time and the processor time of each."""
    spec = json.dumps({"kind": "enumerate", "board": label, "tours": "closed", "method": "frontier"})
    walls = []
    for threads in (1, 2):
        with tempfile.TemporaryDirectory() as folder:
            command = [sys.executable, "-m", "cli.main", "run", "-", "--data", folder, "--threads", str(threads)]
            begun = time.perf_counter()
            run = subprocess.run([*command, "--json"], input=spec, capture_output=True, text=True, check=True)
            walls.append(time.perf_counter() - begun)
            left = [path for path in Path(folder, "spill").rglob("*") if path.is_file()]
        result = json.loads(run.stdout)
        cycles = next(count["value"] for count in result["counts"] if count["quantity"] == "cycles")
        print(
            f"{label} on {threads} thread(s): {int(cycles):,} cycles, {walls[-1]:.1f} s by the clock with the start, "
            f"{result['job']['cpu_seconds']:.1f} s of work; {len(left)} files left",
            flush=True,
        )
    print(f"two threads are {walls[0] / walls[1]:.2f} times as fast as one; load {os.getloadavg()[0]:.1f}")


def main() -> None:
    """Read the command line."""
    parser = argparse.ArgumentParser(description=__doc__, formatter_class=argparse.RawDescriptionHelpFormatter)
    parser.add_argument("--only", action="append", metavar="LINE")
    parser.add_argument("--peer", metavar="PYTHON")
    parser.add_argument("--shared", metavar="BOARD")
    parser.add_argument("--line", help=argparse.SUPPRESS)
    given = parser.parse_args()
    if given.line:
        print(json.dumps(measure(given.line)))
    elif given.shared:
        run_shared(given.shared)
    else:
        table(given.only or list(LINES), given.peer)


if __name__ == "__main__":
    main()
