"""The cost of a sweep, estimated before it starts. Never loads numba."""

from __future__ import annotations

from dataclasses import dataclass
from functools import lru_cache
from math import inf

from engine.boards.move_graph import MoveGraph
from engine.search.frontier.bound import state_bounds
from engine.search.frontier.order import along_an_axis, improve_order, well_ordered, widest
from engine.search.frontier.problem import SweepProblem
from engine.search.frontier.steps import MAX_SLOTS
from engine.search.frontier.table_parts import MAX_ALONE, MAX_RECEIVED

KEPT_AT_PEAK = 0.1
"""States really met at the widest step, as a share of the patterns there: 0.01 to 0.2, a tenth in the middle."""

KEPT_IN_ALL = 0.13
"""The same for all steps together: 0.05 to 0.3."""

SHARE_AT_PEAK = (0.01, 0.2)
SHARE_IN_ALL = (0.05, 0.3)
"""The least and greatest shares of the patterns really met, which limit the error of an estimate."""

BYTES_PER_STATE = 16
SENT_PER_STATE = 1.7
BYTES_PER_SENT = 7
ROUNDS_KEPT = 3
"""In files: the successors of a state, equal ones added up within one file only; the bytes of each; the rounds with
files: what a round reads, what it writes, and what the one before it read."""

SECONDS_PER_WORD = 0.06e-6
BYTES_PER_WORD = 1.3
"""The time and bytes of every further word of a state in a weighted sweep; in files most words are short or empty."""

MAX_DISK = 256 << 30
MAX_SECONDS = 60 * 86400.0
"""The most disk and processor time that a sweep may need."""

EXTENSIONS_SOON = 2.1e6
"""The most extensions of orders while a user waits for an estimate: a second or two, enough for all beams on 8x8."""

SECONDS_PER_STATE = 0.25e-6
MAX_PATTERNS = 1e15
"""Patterns along the axes beyond which no order helps: the best one saves a factor of 50 or so."""


@dataclass(frozen=True)
class SweepEstimate:
    """Estimates from the patterns of the frontier; `fits` tells whether the sweep may run.

    words: the 64-bit words that a state carries.
    """

    frontier: int
    peak_states: float
    all_states: float
    words: int = 1

    @property
    def seconds(self) -> float:
        """Processor seconds."""
        return self.all_states * (SECONDS_PER_STATE + (self.words - 1) * SECONDS_PER_WORD)

    @property
    def memory_bytes(self) -> float:
        """Tables of one worker, before and after a step."""
        return 2 * (BYTES_PER_STATE + (self.words - 1) * 8) * min(self.peak_states, MAX_RECEIVED)

    @property
    def disk_bytes(self) -> float:
        """Files of the widest rounds; none where the table stays with one worker."""
        sent = self.peak_states * SENT_PER_STATE if self.peak_states > MAX_ALONE else 0.0
        return sent * self.bytes_per_sent * ROUNDS_KEPT

    @property
    def bytes_per_sent(self) -> float:
        """The bytes that each state sent takes in a file."""
        return BYTES_PER_SENT + (self.words - 1) * BYTES_PER_WORD

    @property
    def fits(self) -> bool:
        """Whether states fit their keys, and the sweep fits within MAX_DISK and MAX_SECONDS."""
        return self.frontier <= MAX_SLOTS and self.disk_bytes <= MAX_DISK and self.seconds <= MAX_SECONDS

    def __str__(self) -> str:
        room = f" (a state has room for {MAX_SLOTS})" if self.frontier > MAX_SLOTS else ""
        if self.peak_states == inf:
            return f"a frontier of {self.frontier} squares{room}"
        gibibytes = self.disk_bytes / 2**30
        disk = f", {gibibytes:.1f} GiB of files" if self.disk_bytes else ""
        days = f", {self.seconds / 86400:.0f} days of one core" if self.seconds > MAX_SECONDS else ""
        return f"a frontier of {self.frontier} squares{room}, about {self.peak_states:.0e} states at most{disk}{days}"


def estimate_sweep(graph: MoveGraph, squares: tuple[int, ...], *, soon: bool = False) -> SweepEstimate:
    """Estimate the sweep for cycles (no squares), for paths from a square, or for paths between two.

    A better order is looked for only where one may help; no order halves the frontier along the axes.
    soon: within a second or two, so that on large boards a sweep itself may find a better order.
    """
    hopeless = hopeless_sweep(graph, squares)
    if hopeless is not None:
        return hopeless
    return estimate_problem(_ordered_soon(graph, squares) if soon else well_ordered(graph, squares))


@lru_cache(maxsize=64)
def _ordered_soon(graph: MoveGraph, squares: tuple[int, ...]) -> SweepProblem:
    return improve_order(along_an_axis(graph, squares), graph.size, extensions=EXTENSIONS_SOON)


def hopeless_sweep(graph: MoveGraph, squares: tuple[int, ...]) -> SweepEstimate | None:
    """Return the estimate of a sweep that fits in no order; None where another order than along the axes may help."""
    rough = along_an_axis(graph, squares)
    frontier = widest(rough)
    if frontier > 2 * MAX_SLOTS:
        return SweepEstimate(frontier, peak_states=inf, all_states=inf)
    return estimate_problem(rough) if state_bounds(rough).max() > MAX_PATTERNS else None


def estimate_problem(problem: SweepProblem) -> SweepEstimate:
    """Estimate one sweep in its own order."""
    bounds = state_bounds(problem)
    return SweepEstimate(
        frontier=widest(problem),
        peak_states=float(bounds.max()) * KEPT_AT_PEAK,
        all_states=float(bounds.sum()) * KEPT_IN_ALL,
    )
