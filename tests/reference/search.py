"""Slow and obvious depth-first search in plain Python: the twin of every fast search."""

from __future__ import annotations

from collections.abc import Iterator
from dataclasses import dataclass, field

from engine.boards.move_graph import MoveGraph

Neighbours = dict[int, list[int]]


@dataclass
class Tally:
    """The counts of a whole search of one subtree. Nodes are the squares entered, the root's own included."""

    tours: list[tuple[int, ...]] = field(default_factory=list)
    closed: int = 0
    dead_ends: int = 0
    nodes: int = 0


def neighbours_of(graph: MoveGraph) -> Neighbours:
    """Return the neighbour lists as plain lists."""
    return {at: [other for other in row if other >= 0] for at, row in enumerate(graph.neighbours.tolist())}


def choices(neighbours: Neighbours, path: list[int], tied: bool, by_exits: bool = False) -> list[int]:
    """Return the free neighbours of the last square or, if `tied`, those of them with the fewest free neighbours.

    `by_exits`: sorted by the number of free neighbours.
    """

    def free(square: int) -> list[int]:
        return [other for other in neighbours[square] if other not in path]

    reach = free(path[-1])
    if by_exits:
        return sorted(reach, key=lambda square: len(free(square)))
    if not tied or not reach:
        return reach
    fewest = min(len(free(square)) for square in reach)
    return [square for square in reach if len(free(square)) == fewest]


def search(neighbours: Neighbours, start: int, tied: bool = False, by_exits: bool = False) -> Tally:
    """Search everything below one start square."""
    tally = Tally()
    _visit(neighbours, [start], (tied, by_exits), tally)
    return tally


def _visit(neighbours: Neighbours, path: list[int], rule: tuple[bool, bool], tally: Tally) -> None:
    tally.nodes += 1
    if len(path) == len(neighbours):
        tally.tours.append(tuple(path))
        tally.closed += len(path) > 2 and path[0] in neighbours[path[-1]]
        return
    reach = choices(neighbours, path, *rule)
    tally.dead_ends += not reach
    for square in reach:
        _visit(neighbours, [*path, square], rule, tally)


def nodes_in_order(neighbours: Neighbours, start: int, tied: bool = False) -> Iterator[tuple[int, ...]]:
    """Yield every node of the tree, as a path, in the order in which a depth-first search enters them."""
    stack = [[start]]
    while stack:
        path = stack.pop()
        yield tuple(path)
        if len(path) < len(neighbours):
            stack.extend([*path, square] for square in reversed(choices(neighbours, path, tied)))
