"""One walk of a heuristic, as constructions make them."""

from __future__ import annotations

from collections.abc import Callable

from engine.boards.move_graph import MoveGraph
from engine.construction.heuristics.warnsdorff import Rule, Walk, greedy_walk
from engine.streams.splitmix64 import attempt_state


def walked(rule: Callable[[MoveGraph], Rule], graph: MoveGraph, start: int, seed: int, attempt: int = 0) -> Walk:
    """Return the walk of an attempt by a rule."""
    return greedy_walk(graph, start, rule(graph), attempt_state(seed, attempt))
