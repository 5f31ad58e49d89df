"""A bound on the number of tours, by the permanent of a matrix of choices."""

from __future__ import annotations

from math import lgamma, log

import numpy as np

from engine.boards.move_graph import MoveGraph


def bits_at_most(graph: MoveGraph, start: int) -> float:
    """Return a bound on the logarithm, to base 2, of the number of tours that begin on `start`.

    A tour and a step back from its end to the start are a permutation of the squares along moves and such steps. There
    are at most the product of (d!)^(1/d) of these, d the number of choices of a square (H. Minc, L. M. Bregman).
    """
    steps = graph.degrees.astype(np.int64) + 1
    steps[graph.lists[start]] -= 1
    steps[start] -= 1
    choices: list[int] = [number for number in steps.tolist() if number]
    return sum(lgamma(number + 1) / (number * log(2)) for number in choices)
