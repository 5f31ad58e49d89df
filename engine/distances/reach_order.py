"""Reachability two ways: the squares in the order in which breadth-first and depth-first search enter them.

Both enter each reachable square once. Breadth-first search goes by distance; depth-first search follows the first move
in the usual order that leads to a new square and steps back where there is none, so it finds long ways.
"""

from __future__ import annotations

import numpy as np
from numpy.typing import NDArray

from engine.boards.move_graph import MoveGraph


def depth_first_order(graph: MoveGraph, source: int, target: int | None = None) -> tuple[NDArray[np.int32], int]:
    """Return the squares in the order in which they are entered, int32 (k,), and a number of moves.

    With a target the search ends on it; if it is not reached, every reachable square is entered. The moves are those of
    the way to the target if it was found, else the greatest depth of the search.
    """
    neighbours, degrees = graph.neighbours, graph.degrees
    entered = np.zeros(graph.size, dtype=np.bool_)
    entered[source] = True
    order, way, places, deepest = [source], [source], [0], 0
    while way and way[-1] != target:
        square, place = way[-1], places[-1]
        if place == degrees[square]:
            way.pop()
            places.pop()
            continue
        places[-1] += 1
        onward = int(neighbours[square, place])
        if not entered[onward]:
            entered[onward] = True
            order.append(onward)
            way.append(onward)
            places.append(0)
            deepest = max(deepest, len(way) - 1)
    return np.array(order, dtype=np.int32), len(way) - 1 if way else deepest


def until(order: NDArray[np.int32], target: int | None) -> NDArray[np.int32]:
    """Return the order up to the target; all of it if there is no target or the order does not contain it."""
    places = np.flatnonzero(order == target) if target is not None else order[:0]
    return order[: int(places[0]) + 1] if len(places) else order
