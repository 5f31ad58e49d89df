"""The search tree in plain Python: for planning, replaying and measuring; the kernels walk the same tree.

A node is a path. Its branches are the free neighbours of the path's last square in the order of the neighbour
lists or, in a tied tree (Warnsdorff's rule with all its ties), those of them with the fewest free neighbours of
their own. Tried by exits, all free neighbours are branches, those with the fewest first. A node is named by its branch
numbers: for each step, which branch was taken, from 0.
"""

from __future__ import annotations

from collections.abc import Container, Sequence
from itertools import pairwise

from engine.boards.move_graph import MoveGraph


def branches(
    graph: MoveGraph, square: int, visited: Container[int], *, tied: bool = False, by_exits: bool = False
) -> list[int]:
    """Return the squares that a path on `square` with the squares `visited` branches to, in search order."""
    reach = _free(graph, square, visited)
    if len(reach) < 2 or not (tied or by_exits):
        return reach
    exits = {other: len(_free(graph, other, visited)) for other in reach}
    fewest = min(exits.values())
    return [other for other in reach if exits[other] == fewest] if tied else sorted(reach, key=exits.__getitem__)


def _free(graph: MoveGraph, square: int, visited: Container[int]) -> list[int]:
    return [other for other in graph.lists[square] if other not in visited]


def descend(
    graph: MoveGraph, start: int, numbers: Sequence[int], *, tied: bool = False, by_exits: bool = False
) -> list[int]:
    """Return the path that the branch numbers lead to from the start square."""
    path = [start]
    visited = {start}
    for number in numbers:
        path.append(branches(graph, path[-1], visited, tied=tied, by_exits=by_exits)[number])
        visited.add(path[-1])
    return path


def branch_string(graph: MoveGraph, tour: Sequence[int], *, tied: bool = False) -> list[tuple[int, int]]:
    """Return for each move of a tour (how many branches there were, the number from 1 of the one taken).

    In a tied tree a move against the rule has number 0.
    """
    visited: set[int] = set()
    moves = []
    for square, following in pairwise(tour):
        visited.add(square)
        choices = branches(graph, square, visited, tied=tied)
        moves.append((len(choices), choices.index(following) + 1 if following in choices else 0))
    return moves


def expand(
    graph: MoveGraph,
    start: int,
    numbers: tuple[int, ...] = (),
    *,
    tied: bool = False,
    by_exits: bool = False,
    parts: int,
    depth: int = 12,
) -> list[tuple[int, ...]]:
    """Cut the subtree below a node into at least `parts` subtrees where it has that many within `depth` levels.

    Returns the branch numbers of their roots in search order. Every node of the subtree is either in exactly one
    of them or an ancestor of one; leaves met on the way are among the roots.
    """
    roots = [(numbers, descend(graph, start, numbers, tied=tied, by_exits=by_exits))]
    for _ in range(depth):
        if len(roots) >= parts:
            break
        roots = [child for root, path in roots for child in _children(graph, root, path, tied, by_exits)]
    return [root for root, _ in roots]


def _children(
    graph: MoveGraph, numbers: tuple[int, ...], path: list[int], tied: bool, by_exits: bool
) -> list[tuple[tuple[int, ...], list[int]]]:
    """Return the children's branch numbers and paths; a leaf is its own child."""
    choices = branches(graph, path[-1], path, tied=tied, by_exits=by_exits)
    return [((*numbers, number), [*path, square]) for number, square in enumerate(choices)] or [(numbers, path)]


def newly_entered(numbers: Sequence[int]) -> int:
    """Return how many proper ancestors of a node a depth-first search enters on its way from the node before it.

    They are those below which the node comes first: all the branch numbers from there on are 0.
    """
    count = 0
    for number in reversed(numbers):
        if number:
            break
        count += 1
    return count


def passed_branches(tried: Sequence[int]) -> tuple[int, ...]:
    """Return the branches passed at each depth: those tried, without the one being searched."""
    return (*(number - 1 for number in tried[:-1]), *tried[-1:])
