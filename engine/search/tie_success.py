"""How likely Warnsdorff's rule with random ties is to succeed, exactly, on boards whose trees of ties are small.

In plain Python, at once; a job with `exact` does it for larger boards (`engine/sampling/tie_tree.py`).
"""

from __future__ import annotations

from fractions import Fraction

from engine.boards.move_graph import MoveGraph
from engine.search.tree import branches


def tie_success(graph: MoveGraph, start: int, most: int) -> tuple[Fraction, int] | None:
    """Return the probability of a tour from a square and the nodes of its tree; None where there are more than `most`.

    Each of the moves that the rule allows is taken with equal probability.
    """
    success, nodes = Fraction(0), 0
    todo = [([start], Fraction(1))]
    while todo:
        path, share = todo.pop()
        nodes += 1
        if nodes > most:
            return None
        if len(path) == graph.size:
            success += share
            continue
        choices = branches(graph, path[-1], path, tied=True)
        todo.extend(([*path, square], share / len(choices)) for square in choices)
    return success, nodes
