"""The expected cost of weighted sweeps, also in words. Never loads numba."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import replace

from engine.boards.move_graph import MoveGraph
from engine.kinds.census.weighted.passes import Pass
from engine.kinds.common.durations import in_words
from engine.search.frontier.estimate import SweepEstimate, estimate_sweep

SHARE_AT_PEAK = 0.6
"""Digits of a polynomial where the states are most numerous, as a share of those at the end."""


def estimates_of(graph: MoveGraph, passes: tuple[Pass, ...], *, soon: bool = False) -> list[SweepEstimate]:
    """Return the expected cost of each sweep, first of the one that only counts. soon: as for `estimate_sweep`."""
    plain = estimate_sweep(graph, (), soon=soon)
    return [plain, *(estimate_of(one, graph.size, plain) for one in passes)]


def estimate_of(one: Pass, squares: int, plain: SweepEstimate) -> SweepEstimate:
    """Return the cost of a weighted sweep, given that of the same sweep without weights."""
    digits = SHARE_AT_PEAK * min(len(one.weights), squares) if one.statistics else max(one.weights.values())
    return replace(plain, words=1 + round(digits))


def expected_cost(estimates: Sequence[SweepEstimate]) -> str:
    """Return in words the number of sweeps and about how much time and space they take, by `estimates_of`."""
    seconds = in_words(sum(estimate.seconds for estimate in estimates))
    memory, disk = (
        max(size) / 2**30 for size in zip(*((one.memory_bytes, one.disk_bytes) for one in estimates), strict=True)
    )
    weighted = len(estimates) - 1
    if disk:
        return f"{weighted} weighted sweeps, and one that counts: about {seconds} of a core, {disk:.1f} GiB of files"
    return f"{weighted} weighted sweeps, and one that counts: about {seconds} of a core, {memory:.1g} GiB of memory"
