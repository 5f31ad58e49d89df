"""Pohl's tie-break (1967): among squares of least degree, the one whose successors have the fewest moves in all."""

from __future__ import annotations

import numpy as np

from engine.boards.move_graph import MoveGraph
from engine.construction.heuristics.warnsdorff import Rule


def pohl_rule(_: MoveGraph) -> Rule:
    """Return the rule whose ties go to the least sum of degrees among the unvisited neighbours."""
    return Rule(np.zeros(0, dtype=np.int64), second_level=True)
