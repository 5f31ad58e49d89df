"""A small depth-first search and some random walks, run in plain Python for their pictures."""

from __future__ import annotations

import random
from collections import deque
from collections.abc import Sequence
from dataclasses import dataclass

from engine.boards.move_graph import MoveGraph


@dataclass(frozen=True)
class Trace:
    """The first steps of a search.

    depths: the number of squares on the path after each step. branches: for each depth, how many moves the search tried
    from there. deepest: the longest path seen (square numbers). tours: the number of paths over all squares.
    """

    depths: Sequence[int]
    branches: Sequence[int]
    deepest: Sequence[int]
    tours: int


def trace(graph: MoveGraph, start: int, steps: int) -> Trace:
    """Search depth first from `start` in the usual order of moves for this many steps, each a move or a step back."""
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


@dataclass(frozen=True)
class Tree:
    """A part of a search tree; nodes come after their parents.

    parents: numbers of nodes, -1 of the root. squares: the square of each node. whole: whether it is a tour.
    open_: whether there is more below it than is listed.
    """

    parents: Sequence[int]
    squares: Sequence[int]
    whole: Sequence[bool]
    open_: Sequence[bool]


def tree_of(graph: MoveGraph, start: int, most: int, *, in_depth: bool, careful: bool = False) -> Tree:
    """Return the first nodes of the tree of all paths from `start`, at most `most`.

    in_depth: as a depth-first search lists them, else level by level. careful: of Warnsdorff's rule with all its ties.
    """
    neighbours = rows_of(graph)
    parents, expanded = [-1], [False]
    paths: list[tuple[int, ...]] = [(start,)]
    queue = deque([0])
    while queue:
        node = queue.pop() if in_depth else queue.popleft()
        onward = _onward(neighbours, paths[node], careful=careful)
        if len(parents) + len(onward) > most:
            continue
        expanded[node] = True
        new = range(len(parents), len(parents) + len(onward))
        for square in onward:
            parents.append(node)
            paths.append((*paths[node], square))
            expanded.append(False)
        queue.extend(reversed(new) if in_depth else new)
    whole = [len(path) == graph.size for path in paths]
    open_ = [
        not done and bool(_onward(neighbours, path, careful=careful))
        for done, path in zip(expanded, paths, strict=True)
    ]
    return Tree(parents, [path[-1] for path in paths], whole, open_)


def _onward(neighbours: Sequence[Sequence[int]], path: Sequence[int], *, careful: bool) -> list[int]:
    free = [square for square in neighbours[path[-1]] if square not in path]
    if careful and free:
        left = {square: sum(one not in path for one in neighbours[square]) for square in free}
        free = [square for square in free if left[square] == min(left.values())]
    return free


def exits_of(graph: MoveGraph, path: Sequence[int]) -> dict[int, int]:
    """Return, for every square that a path has not visited, how many of its neighbours it has not visited either."""
    visited = set(path)
    return {
        square: sum(one not in visited for one in near)
        for square, near in enumerate(rows_of(graph))
        if square not in visited
    }


def rows_of(graph: MoveGraph) -> list[list[int]]:
    """Return the squares one move from each square."""
    return [[square for square in row if square >= 0] for row in graph.neighbours.tolist()]
