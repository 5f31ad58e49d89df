"""Pohl's tie-break (1967): among squares of least degree, the one whose successors have the fewest moves in all."""

from __future__ import annotations

from engine.boards.move_graph import MoveGraph
from engine.construction.heuristics.warnsdorff import Walk, greedy_walk
from engine.streams.splitmix64 import attempt_state


def pohl_walk(graph: MoveGraph, start: int, seed: int, attempt: int = 0) -> Walk:
    """Walk by Warnsdorff's rule applied to two levels; what is still tied is drawn at random."""
    return greedy_walk(graph, start, attempt_state(seed, attempt), second_level=True)
