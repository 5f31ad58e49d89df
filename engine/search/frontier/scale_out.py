"""The cost of sweeps on many workers: time, files, traffic; also for sweeps that are refused. Never loads numba.

All are estimates from the patterns of the frontier. A state costs processor time once, and bytes as often as it is
sent. A round has as many parts as its states make. Beside what the parts share there is a part of the time that does
not divide (G. M. Amdahl, 1967).
"""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass, replace
from functools import cached_property
from typing import NamedTuple

from engine.boards.move_graph import MoveGraph
from engine.errors import InvalidProblemError
from engine.search.frontier.bound import state_bounds
from engine.search.frontier.colours import Adjacency, possible_ends, two_colouring
from engine.search.frontier.estimate import (
    BYTES_PER_SENT,
    KEPT_IN_ALL,
    MAX_PATTERNS,
    SECONDS_PER_STATE,
    SENT_PER_STATE,
    SweepEstimate,
    estimate_problem,
)
from engine.search.frontier.order import along_an_axis, improve_order, widest
from engine.search.frontier.problem import SweepProblem, adjacency_of
from engine.search.frontier.steps import key_bits
from engine.search.frontier.table_parts import MAX_ALONE, bucket_ranges

KEY_BITS = 63
"""Bits of a state's key, a non-negative int64."""

CLOCK_PER_PROCESSOR_SECOND = 275.3 / 189.0
"""For one thread counting the cycles of 8x8, with start, files and plans (docs/benchmarks.md, "Sweeps")."""

SERIAL_SHARE = 2 / 1.68 - 1
"""The time that does not divide, as a share: two threads take the same sweep 1.68 times as fast as one."""

ERROR_IN_ALL = (0.11, 2.6)
ERROR_AT_PEAK = (0.05, 5.7)
"""States met, over the estimate: the ends of thirty sweeps (experiments/sweep_estimates.py), and 5x12 from a corner."""

ERROR_OF_SECONDS = (0.19e-6 / SECONDS_PER_STATE, 0.66e-6 / SECONDS_PER_STATE)
"""Of the processor time of a state: the ends of thirteen sweeps of 8x8, 8x9 and 8x10 (docs/frontier.md)."""

ERROR_OF_BYTES = (5 / BYTES_PER_SENT, 8 / BYTES_PER_SENT)
"""Of the bytes of a state that is sent: five to eight where the table is wide."""

MAX_FRONTIER = 80
MAX_SQUARES = 10_000
"""Patterns of a wider frontier, or of the steps of a larger board, take minutes to count."""

MAX_EXTENSIONS = 6e6
"""The most extensions of an order by a square in search of a better one: some seconds."""


class Span(NamedTuple):
    """An estimate with its lower and upper limits."""

    value: float
    low: float
    high: float


@dataclass(frozen=True)
class ScaleOut:
    """Equal sweeps, one after the other, on a number of workers.

    sent: states that one sweep sends after each of its steps. rate: bytes a second of each worker's line to the folder
    of files, None where that is on a disk of its own.
    """

    estimate: SweepEstimate
    sent: tuple[float, ...]
    sweeps: int
    workers: int
    rate: float | None

    @property
    def key_bits(self) -> int:
        """Bits that the key of a state needs at the widest frontier."""
        return key_bits(self.estimate.frontier)

    @property
    def peak_states(self) -> Span:
        """States at the widest step of a sweep."""
        return _span(self.estimate.peak_states, ERROR_AT_PEAK)

    @property
    def states(self) -> Span:
        """States of all steps and sweeps."""
        return _span(self.estimate.all_states * self.sweeps, ERROR_IN_ALL)

    @property
    def core_seconds(self) -> Span:
        """Processor time of all workers together."""
        return _span(self.estimate.seconds * self.sweeps, ERROR_IN_ALL, ERROR_OF_SECONDS)

    @property
    def disk_bytes(self) -> Span:
        """Room for the files of the widest rounds; sweeps take turns."""
        return _span(self.estimate.disk_bytes, ERROR_AT_PEAK, ERROR_OF_BYTES)

    @property
    def coded_bytes(self) -> Span:
        """Bytes written to files, and as many read from them."""
        coded = sum(states for states in self.sent if states > MAX_ALONE) * self.estimate.bytes_per_sent
        return _span(coded * self.sweeps, ERROR_IN_ALL, ERROR_OF_BYTES)

    @property
    def network_bytes(self) -> Span:
        """Bytes over the network: all written and read, unless the only worker has the files on its own disk."""
        local = self.workers == 1 and self.rate is None
        return Span(*((0.0 if local else 2 * size) for size in self.coded_bytes))

    @property
    def transfer_seconds(self) -> Span:
        """Time by the clock in which workers wait for their lines."""
        lines = 0.0 if self.rate is None else 2 / self.rate
        coded, low, high = self.coded_bytes
        slowest = self._mean_of_parts(0.0) * lines
        return Span(coded * slowest, low * slowest, high * slowest)

    @property
    def seconds(self) -> Span:
        """Time by the clock from the first round to the last."""
        clock = CLOCK_PER_PROCESSOR_SECOND * self._mean_of_parts(SERIAL_SHARE)
        pairs = zip(self.core_seconds, self.transfer_seconds, strict=True)
        return Span(*(core * clock + transfer for core, transfer in pairs))

    @property
    def speedup(self) -> float:
        """How many times as fast as one worker."""
        one = replace(self, workers=1).seconds.value
        return one / self.seconds.value if one else 1.0

    @cached_property
    def busy(self) -> tuple[int, ...]:
        """Workers with a part of each step: no more than the parts made of what the step before sent."""
        received = (0.0, *self.sent[:-1])
        return tuple(min(self.workers, len(bucket_ranges(int(states)))) for states in received)

    def _mean_of_parts(self, serial: float) -> float:
        """Return the time of all workers as a share of one worker's; `serial` is the share that does not divide."""
        whole = sum(self.sent)
        parts = zip(self.sent, self.busy, strict=True)
        return sum(states * (serial + (1 - serial) / busy) for states, busy in parts) / whole if whole else 1.0


def scale_out(
    graph: MoveGraph, sweeps: Sequence[tuple[int, ...]], workers: int = 1, rate: float | None = None
) -> ScaleOut:
    """Estimate these sweeps: those that have states count as equal to the last of them.

    InvalidProblemError where none has states, or the patterns are too many to count.

    sweeps: for each its squares: none for cycles, the first of paths, or both ends.
    """
    swept = [squares for squares in sweeps if _has_states(adjacency_of(graph), squares)]
    if not swept:
        raise InvalidProblemError("/board", "colours leave no such tour, so that a sweep has no states")
    problem = order_for_plan(graph, swept[-1])
    frontier = widest(problem)
    words = -(-key_bits(frontier) // KEY_BITS)
    return ScaleOut(
        estimate=replace(estimate_problem(problem), words=max(1, words)),
        sent=tuple((state_bounds(problem) * KEPT_IN_ALL * SENT_PER_STATE).tolist()),
        sweeps=len(swept),
        workers=workers,
        rate=rate,
    )


def order_for_plan(graph: MoveGraph, squares: tuple[int, ...]) -> SweepProblem:
    """Return the sweep in the best order that is found soon: along an axis where no order helps."""
    rough = along_an_axis(graph, squares)
    frontier = widest(rough)
    if frontier > MAX_FRONTIER:
        raise InvalidProblemError(
            "/board", f"has a frontier of {frontier} squares, and a plan counts the patterns of at most {MAX_FRONTIER}"
        )
    if state_bounds(rough).max() > MAX_PATTERNS:
        return rough
    return improve_order(rough, graph.size, extensions=MAX_EXTENSIONS)


def _has_states(adjacency: Adjacency, squares: tuple[int, ...]) -> bool:
    """Whether colours leave any cycle, or any end of a path."""
    if len(squares) == 1:
        return bool(possible_ends(adjacency, squares[0]))
    colours = two_colouring(adjacency)
    return bool(squares) or colours is None or 2 * sum(colours) == len(colours)


def _span(value: float, *errors: tuple[float, float]) -> Span:
    low = high = value
    for least, most in errors:
        low, high = low * least, high * most
    return Span(value, low, high)
