"""The search tree of completions: where narrowing does not decide, a square or a time with the fewest choices branches.

A node is a narrowed state. It branches on the square with the fewest times left or, where that is fewer or as few, on
the time with the fewest squares left; its branches are these, ascending. A state in which every square has one time is
a tour. Above the root stands a node with one branch, which narrows what is given.
"""

from __future__ import annotations

import numpy as np
from numpy.typing import NDArray

from engine.jit import allocating, kernel
from engine.search.bits import ONE, population
from engine.search.completion.propagation import Table, narrow
from engine.search.counters import ANY, CLOSED, CLOSED_ONLY, DEAD_ENDS, NODES, TOURS

Stack = tuple[NDArray[np.uint64], NDArray[np.uint64], NDArray[np.uint64]]
"""States by depth: times, links and bonds with one more axis in front."""

Nodes = NDArray[np.int32]
"""(depths, 3): what a node branches on (squares first, then times), how many branches it has, how many were tried."""


@kernel
def _has(times: NDArray[np.uint64], square: int, time: int) -> bool:
    return bool((times[square, time >> 6] >> np.uint64(time & 63)) & ONE)


@kernel
def _branching(times: NDArray[np.uint64], node: NDArray[np.int32]) -> bool:
    """Write what a node branches on, and how many branches it has; False where every square has one time."""
    size, words = times.shape
    on, fewest = -1, size + 1
    for time in range(size):
        count = 0
        for square in range(size):
            count += _has(times, square, time)
        if 1 < count < fewest:
            on, fewest = size + time, count
    for square in range(size):
        count = 0
        for word in range(words):
            count += int(population(times[square, word]))
        if 1 < count < fewest:
            on, fewest = square, count
    node[0], node[1], node[2] = on, fewest, 0
    return on >= 0


@allocating
def _enter(table: Table, stack: Stack, depth: int, on: int, number: int, closed: bool) -> bool:
    """Narrow the branch `number` of the node at `depth` into the next depth; whether it may hold a tour.

    on: what the node branches on; -1 for the node above the root.
    """
    neighbours = table[0]
    times, links, bonds = stack
    size, words = times.shape[1:]
    times[depth + 1] = times[depth]
    links[depth + 1] = links[depth]
    bonds[depth + 1] = bonds[depth]
    dirty = np.zeros(size, np.bool_)
    if on < 0:
        dirty[:] = True
    else:
        square, time, left = on, on - size, number
        for other in range(size):
            there = _has(times[depth], other, time) if on >= size else _has(times[depth], square, other)
            if there and left == 0:
                square, time = (other, time) if on >= size else (square, other)
                break
            left -= there
        times[depth + 1, square] = 0
        times[depth + 1, square, time >> 6] = ONE << np.uint64(time & 63)
        dirty[square] = True
        for other in neighbours[square]:
            if other >= 0:
                dirty[other] = True
    state = (times[depth + 1], links[depth + 1], bonds[depth + 1])
    return bool(narrow(table, state, closed, dirty, np.empty((10, words), np.uint64)))


@kernel
def go_down(table: Table, stack: Stack, nodes: Nodes, depth: int, closed: bool) -> bool:
    """Enter the last tried branch of the node at `depth`, writing the next node; whether that node has branches."""
    if not _enter(table, stack, depth, nodes[depth, 0], nodes[depth, 2] - 1, closed):
        return False
    return bool(_branching(stack[0][depth + 1], nodes[depth + 1]))


@kernel
def _in_order(times: NDArray[np.uint64], tour: NDArray[np.int32]) -> None:
    """Write the squares of a tour in order."""
    for square in range(len(times)):
        for time in range(len(times)):
            if _has(times, square, time):
                tour[time] = square


@allocating
def advance(
    table: Table,
    stack: Stack,
    nodes: Nodes,
    span: NDArray[np.int64],
    found: tuple[NDArray[np.int64], NDArray[np.int32]],
    limits: tuple[int, int, int],
) -> int:
    """Enter nodes until this many were entered or requested tours found; return how many requested tours were found.

    nodes: int32 (depths, 3), by depth what a node branches on, how many branches it has and how many were tried.
    span: the depth reached (below the floor when all is searched) and the floor, the depth above the root.
    found: counters int64 (4,), added to; buffer int32 (k, squares) of the first k requested tours found now.
    limits: nodes, requested tours, which tours are requested.
    """
    counters, buffer = found
    most, stop, tour_filter = limits
    neighbours, times = table[0], stack[0]
    size, entered, taken = times.shape[1], 0, 0
    tour = np.empty(size, np.int32)
    while entered < most and taken < stop and span[0] >= span[1]:
        depth = span[0]
        if nodes[depth, 2] == nodes[depth, 1]:
            span[0] -= 1
            continue
        number = nodes[depth, 2]
        nodes[depth, 2] += 1
        entered += 1
        counters[NODES] += 1
        if not _enter(table, stack, depth, nodes[depth, 0], number, tour_filter == CLOSED_ONLY):
            counters[DEAD_ENDS] += 1
        elif _branching(times[depth + 1], nodes[depth + 1]):
            span[0] += 1
        else:
            _in_order(times[depth + 1], tour)
            closes = False
            for other in neighbours[tour[-1]]:
                closes |= other == tour[0] and size > 2
            counters[TOURS] += 1
            counters[CLOSED] += closes
            if tour_filter == ANY or closes == (tour_filter == CLOSED_ONLY):
                if taken < len(buffer):
                    buffer[taken] = tour
                taken += 1
    while span[0] >= span[1] and nodes[span[0], 2] == nodes[span[0], 1]:
        span[0] -= 1
    return taken
