"""Depth-first search for tours: every Hamiltonian path from a start square, in the order of the neighbour lists.

Each node of the tree is a path; its branches are the free neighbours of its last square or, under Warnsdorff's
rule, those of them with the fewest onward moves. A leaf is a tour or a dead end. Boards of at most 64 squares are
searched on one 64-bit mask (the branches left at a node are a mask of squares), larger ones on an array of bytes
(the branches left are a mask of slots of the neighbour list).
"""

from __future__ import annotations

import numpy as np
from numpy.typing import NDArray

from engine.jit import allocating, kernel
from engine.search.bits import ONE, lowest
from engine.search.counters import ANY
from engine.search.warnsdorff import degree_planes, fewest_exits, fewest_exits_of_slots, free_slots

DEPTH_0 = np.uint64(1 << 63)

Graph = tuple[NDArray[np.int32], NDArray[np.uint64]]
Stack = tuple[NDArray[np.int32], NDArray[np.uint64]]
Rule = tuple[bool, bool, bool]
Found = tuple[NDArray[np.int64], NDArray[np.int64], NDArray[np.int32]]


@kernel
def write_down(path: NDArray[np.int32], last: np.int64, tour: NDArray[np.int32]) -> None:
    """Write the tour path + last into `tour`."""
    for at in range(len(path) - 1):
        tour[at] = path[at]
    tour[-1] = last


@kernel
def _unfold(
    graph: Graph, stack: Stack, span: NDArray[np.int64], frees: NDArray[np.uint64], planes: NDArray[np.uint64]
) -> np.uint64:
    """Work out the free squares and their degree planes at every depth; return the depths with branches left.

    Depth d is bit 63 - d of the result, so that its lowest bit is the deepest.
    """
    path, todo = stack
    free = ~np.uint64(0)
    unfinished = np.uint64(0)
    for depth in range(span[0] + 1):
        free ^= ONE << np.uint64(path[depth])
        if depth >= span[1] and todo[depth]:
            unfinished |= DEPTH_0 >> np.uint64(depth)
            frees[depth] = free
            degree_planes(graph[1], free, planes[depth])
    return unfinished


@kernel
def first_of(left: np.uint64, neighbours: NDArray[np.int32]) -> np.uint64:
    """Return the bit of the first neighbour that is in `left`."""
    slot = 0
    while not (left >> np.uint64(neighbours[slot])) & ONE:
        slot += 1
    return ONE << np.uint64(neighbours[slot])


@allocating
def _search_masks(
    graph: Graph, rule: Rule, stack: Stack, span: NDArray[np.int64], found: Found, limits: NDArray[np.int64]
) -> int:
    """Advance until limits[0] nodes were entered or limits[1] requested tours found; return how many were found.

    rule: whether only the squares with the fewest exits are branches (squares of at most eight moves: three bits tell
        the exits apart); whether every list of neighbours ascends, so that the first free one is the lowest bit; and
        whether branches are tried by their exits, the fewest first.
    stack: path int32 (n,), branches left at each depth as masks of squares, uint64 (n,). Changed in place.
    span: the depth reached (below the floor when the subtree is finished) and the floor, the depth of its root.
    limits: nodes, requested tours, which tours are requested.

    On two squares nothing closes, though the last is one move from the first: they have no cycle.
    """
    tied, ascending, by_exits = rule
    path, todo = stack
    frees = np.empty(64, np.uint64)
    planes = np.empty((64, 3), np.uint64)
    unfinished = _unfold(graph, stack, span, frees, planes)
    depth, left, free = np.uint64(span[0]), np.uint64(0), np.uint64(0)
    last_choice = np.uint64(len(path) - 2)
    ones, twos, fours = left, left, left
    counters, ends, buffer = found
    start, kind, cyclic = np.uint64(path[0]), np.uint64(limits[2]), np.uint64(len(path) > 2)
    every, stop = limits[2] == ANY, limits[0]
    nodes, dead_ends, tours, closed, matches = np.int64(0), np.int64(0), np.int64(0), np.uint64(0), 0
    while nodes < stop:
        if not left:
            if not unfinished:
                break
            depth = np.uint64(63) - lowest(unfinished)
            unfinished &= unfinished - ONE
            left, free = todo[depth], frees[depth]
            ones, twos, fours = planes[depth, 0], planes[depth, 1], planes[depth, 2]
        bit = left & (~left + ONE)
        if left != bit:
            if by_exits or not ascending:
                bit = first_of(fewest_exits(left, graph[1], free) if by_exits else left, graph[0][path[depth]])
            frees[depth] = free
            planes[depth, 0], planes[depth, 1], planes[depth, 2] = ones, twos, fours
            unfinished |= DEPTH_0 >> depth
        todo[depth] = left ^ bit
        nodes += 1
        square = lowest(bit)
        mask = graph[1][square]
        left = mask & free
        if left:
            depth += ONE
            path[depth] = square
            free ^= bit
            if tied:
                ones ^= mask
                twos ^= mask & ones
                fours ^= mask & ones & twos
                if left & (left - ONE):
                    left = (left & ~fours) or left
                    left = (left & ~twos) or left
                    left = (left & ~ones) or left
        elif depth < last_choice:
            dead_ends += 1
        else:
            closes = (mask >> start) & cyclic
            tours += 1
            closed += closes
            if every or closes == kind:
                ends[square] += 1
                if matches < len(buffer):
                    write_down(path, np.int64(square), buffer[matches])
                matches += 1
                stop = nodes if matches == limits[1] else stop
    todo[depth] = left or todo[depth]
    span[0] = np.int64(depth) if left or unfinished else span[1] - 1
    counters += np.array([tours, np.int64(closed), dead_ends, nodes])
    return matches


@allocating
def _search_slots(
    graph: Graph, rule: Rule, stack: Stack, span: NDArray[np.int64], found: Found, limits: NDArray[np.int64]
) -> int:
    """Do the same on a board of any size; the branches left at each depth are masks of slots."""
    neighbours, _ = graph
    path, todo = stack
    counters, ends, buffer = found
    depth, kind, every = span[0], limits[2], limits[2] == ANY
    last_choice = len(path) - 2
    free = np.ones(len(path), np.uint8)
    free[path[: depth + 1]] = 0
    nodes, dead_ends, tours, closed, matches = np.int64(0), np.int64(0), np.int64(0), np.int64(0), 0
    while nodes < limits[0] and depth >= span[1]:
        left = todo[depth]
        if left == 0:
            free[path[depth]] = 1
            depth -= 1
            continue
        slots = fewest_exits_of_slots(path[depth], left, neighbours, free) if rule[2] else left
        square = neighbours[path[depth], lowest(slots)]
        todo[depth] = left ^ (slots & (~slots + ONE))
        nodes += 1
        free[square] = 0
        exits = free_slots(square, neighbours, free)
        if exits:
            if rule[0]:
                exits = fewest_exits_of_slots(square, exits, neighbours, free)
            depth += 1
            path[depth] = square
            todo[depth] = exits
            continue
        free[square] = 1
        if depth < last_choice:
            dead_ends += 1
            continue
        closes = np.int64(last_choice > 0 and _adjacent(neighbours, square, path[0]))
        tours += 1
        closed += closes
        if every or closes == kind:
            ends[square] += 1
            if matches < len(buffer):
                write_down(path, np.int64(square), buffer[matches])
            matches += 1
            if matches == limits[1]:
                break
    counters += np.array([tours, closed, dead_ends, nodes])
    span[0] = depth
    return matches


@kernel
def _adjacent(neighbours: NDArray[np.int32], square: int, other: int) -> bool:
    for neighbour in neighbours[square]:  # noqa: SIM110  kernels have no generator expressions
        if neighbour == other:
            return True
    return False


def advance(
    graph: Graph, rule: Rule, stack: Stack, span: NDArray[np.int64], found: Found, limits: NDArray[np.int64]
) -> int:
    """Advance a search in place, on masks where `graph` has any; see `_search_masks` for the arguments."""
    search = _search_masks if len(graph[1]) else _search_slots
    return search(graph, rule, stack, span, found, limits)
