"""A small depth-first search and some random walks, run in plain Python for their pictures."""

from __future__ import annotations

import random
from collections.abc import Sequence
from dataclasses import dataclass

from engine.boards.move_graph import MoveGraph


@dataclass(frozen=True)
class Trace:
    """The first steps of a search.

    depths: the number of squares on the path after each step. branches: for each depth, how many moves the search tried
    from there. deepest: the longest path seen (square numbers). tours: paths over all squares that were met.
    """

    depths: Sequence[int]
    branches: Sequence[int]
    deepest: Sequence[int]
    tours: int


def trace(graph: MoveGraph, start: int, steps: int) -> Trace:
    """Search depth first from `start` in the usual order of moves for so many steps: a move, or a step back, each."""
    neighbours = rows_of(graph)
    path, tried, visited = [start], [0], {start}
    depths, branches, deepest, tours = [1], [0] * graph.size, [start], 0
    while path and len(depths) < steps:
        onward = neighbours[path[-1]]
        index = next((k for k in range(tried[-1], len(onward)) if onward[k] not in visited), None)
        if index is None:
            visited.remove(path.pop())
            tried.pop()
        else:
            branches[len(path) - 1] += 1
            tried[-1] = index + 1
            path.append(onward[index])
            tried.append(0)
            visited.add(onward[index])
            tours += len(path) == graph.size
            deepest = list(path) if len(path) > len(deepest) else deepest
        depths.append(len(path))
    return Trace(depths, branches, deepest, tours)


def random_walk(graph: MoveGraph, start: int, chance: random.Random, *, careful: bool = False) -> list[int]:
    """Walk to unvisited squares until there is none; `careful` goes where the fewest moves are left (Warnsdorff)."""
    neighbours = rows_of(graph)
    path, visited = [start], {start}
    while choices := [square for square in neighbours[path[-1]] if square not in visited]:
        if careful:
            left = {square: sum(one not in visited for one in neighbours[square]) for square in choices}
            choices = [square for square in choices if left[square] == min(left.values())]
        path.append(chance.choice(choices))
        visited.add(path[-1])
    return path


def rows_of(graph: MoveGraph) -> list[list[int]]:
    """Return the squares one move from each square."""
    return [[square for square in row if square >= 0] for row in graph.neighbours.tolist()]
