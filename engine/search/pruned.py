"""Depth-first search that leaves out branches which cannot lead to a tour. Boards of at most 64 squares.

The kernel keeps, as bit planes, how many squares a tour could still join each square to: its free neighbours, the
knight's own square and, where the tour has to close, the start. Then
- exits: a free square with too few of them cannot be passed through: the node is dead;
- forced: a free square beside the knight that has no more than it needs must be next; two such squares: dead;
- connected: at chosen depths, the free squares must hang together.
Neither changes the tours found or their order, only the dead ends and nodes on the way.
"""

from __future__ import annotations

import numpy as np
from numpy.typing import NDArray

from engine.jit import allocating, kernel
from engine.search.backtrack import DEPTH_0, Found, Graph, first_of, write_down
from engine.search.bits import ONE, lowest, population
from engine.search.counters import ANY
from engine.search.warnsdorff import fewest_exits

Rule = tuple[bool, bool, bool, bool, bool]
"""Whether tours must close, `exits` and `forced` are on, all lists of neighbours ascend, and branches go by exits."""
Counts = tuple[np.uint64, np.uint64, np.uint64]
Planes = tuple[np.uint64, np.uint64, np.uint64, np.uint64]
Node = tuple[np.uint64, np.uint64, np.uint64, np.uint64]
"""Start, last square, free squares, depth: how many moves lead there."""
Stack = tuple[NDArray[np.int32], NDArray[np.uint64], NDArray[np.int32]]


@kernel
def join(masks: NDArray[np.uint64], available: np.uint64, planes: NDArray[np.uint64]) -> None:
    """Write the number of available neighbours of every square into four masks: `planes[b]` holds bit b."""
    planes[:] = 0
    for square in range(len(masks)):
        count = population(masks[square] & available)
        for plane in range(4):
            planes[plane] |= ((count >> np.uint64(plane)) & ONE) << np.uint64(square)


@kernel
def _unfold(
    masks: NDArray[np.uint64],
    closing: bool,
    stack: Stack,
    span: NDArray[np.int64],
    frees: NDArray[np.uint64],
    planes: NDArray[np.uint64],
) -> np.uint64:
    """Work out the free squares and the planes at every depth; return the depths with branches left, 0 as bit 63."""
    path, todo, _ = stack
    free = ~np.uint64(0) >> np.uint64(64 - len(masks))
    unfinished = np.uint64(0)
    for depth in range(span[0] + 1):
        bit = ONE << np.uint64(path[depth])
        free ^= bit
        if depth >= span[1] and todo[depth]:
            unfinished |= DEPTH_0 >> np.uint64(depth)
            frees[depth] = free
            join(masks, free | bit | (ONE << np.uint64(path[0]) if closing else np.uint64(0)), planes[depth])
    return unfinished


@kernel
def one_less(
    ones: np.uint64, twos: np.uint64, fours: np.uint64, eights: np.uint64, borrow: np.uint64
) -> tuple[np.uint64, np.uint64, np.uint64, np.uint64]:
    """Return four bit planes after taking one from the numbers of the squares in `borrow`."""
    ones ^= borrow
    borrow &= ones
    twos ^= borrow
    borrow &= twos
    fours ^= borrow
    eights ^= borrow & fours
    return ones, twos, fours, eights


@kernel
def _is_connected(masks: NDArray[np.uint64], free: np.uint64) -> bool:
    """Whether moves among the free squares lead from one to all of them."""
    seen = free & (~free + ONE)
    fresh = seen
    while fresh:
        fresh_square = lowest(fresh)
        fresh &= fresh - ONE
        found = masks[fresh_square] & free & ~seen
        seen |= found
        fresh |= found
    return bool(seen == free)


@kernel
def _branches(
    masks: NDArray[np.uint64], rule: Rule, square: np.uint64, start: np.uint64, free: np.uint64, counts: Counts
) -> np.uint64:
    """Return the squares worth entering from `square`; 0 where no tour can follow.

    counts: the free squares with no, one and two squares to join to.
    """
    closing, exits, forced, _, _ = rule
    none, one, two = counts
    nothing = np.uint64(0)
    reach: np.uint64 = masks[square] & free
    last: np.uint64 = masks[start] & free
    if exits and (none or one & (one - ONE) or (closing and (one or not last))):
        return nothing
    if not forced:
        return reach
    must: np.uint64 = reach & two
    if closing:
        last &= two
        if last & (last - ONE) or must & (must - ONE):
            return nothing
        return must if must else reach  # noqa: FURB110  `or` has no type here
    # The end of an open tour needs one square only: it is the square that has but one, else it may be one of `must`.
    room = ONE if one else np.uint64(2)
    if population(must) > room or (one & reach and one != free):
        return nothing
    return must if population(must) == room else reach


@allocating
def search_pruned(
    graph: Graph, rule: Rule, stack: Stack, span: NDArray[np.int64], found: Found, limits: NDArray[np.int64]
) -> int:
    """Advance as `backtrack._search_masks` does, on squares of at most fifteen moves: four bits tell how many.

    stack: has a third array, the branches met at each depth, int32.
    limits: has a fourth entry, bit d set where the free squares must hang together at depth d.
    """
    neighbours, masks = graph
    closing, _, _, ascending, by_exits = rule
    path, todo, met = stack
    connected, cyclic = np.uint64(limits[3]), np.uint64(len(path) > 2)
    counters, ends, buffer = found
    start, kind, every, stop = np.uint64(path[0]), np.uint64(limits[2]), limits[2] == ANY, limits[0]
    frees, planes = np.empty(64, np.uint64), np.empty((64, 4), np.uint64)
    unfinished = _unfold(masks, closing, stack, span, frees, planes)
    depth, left, free = np.uint64(span[0]), np.uint64(0), np.uint64(0)
    ones, twos, fours, eights = left, left, left, left
    nodes, dead_ends, tours, closed, matches = np.int64(0), np.int64(0), np.int64(0), np.uint64(0), 0
    while nodes < stop:
        if not left:
            if not unfinished:
                break
            depth = np.uint64(63) - lowest(unfinished)
            unfinished &= unfinished - ONE
            left, free = todo[depth], frees[depth]
            ones, twos, fours, eights = planes[depth, 0], planes[depth, 1], planes[depth, 2], planes[depth, 3]
        bit = left & (~left + ONE)
        if left != bit:
            if by_exits or not ascending:
                bit = first_of(fewest_exits(left, masks, free) if by_exits else left, neighbours[path[depth]])
            frees[depth] = free
            planes[depth, 0], planes[depth, 1], planes[depth, 2], planes[depth, 3] = ones, twos, fours, eights
            unfinished |= DEPTH_0 >> depth
        todo[depth] = left ^ bit
        nodes += 1
        square = lowest(bit)
        free ^= bit
        if not free:
            closes = (masks[square] >> start) & cyclic
            tours += 1
            closed += closes
            if every or closes == kind:
                ends[square] += 1
                if matches < len(buffer):
                    write_down(path, np.int64(square), buffer[matches])
                matches += 1
                stop = nodes if matches == limits[1] else stop
            left = np.uint64(0)
            continue
        if depth or not closing:
            ones, twos, fours, eights = one_less(ones, twos, fours, eights, masks[path[depth]])
        few = free & ~(fours | eights)
        counts = (few & ~(ones | twos), few & ones & ~twos, few & twos & ~ones)
        left = _branches(masks, rule, square, start, free, counts)
        depth += ONE
        if left and (connected >> depth) & ONE and not _is_connected(masks, free):
            left = np.uint64(0)
        dead_ends += left == 0
        path[depth] = square
        met[depth] = population(left)
        todo[depth] = left
    todo[depth] = left or todo[depth]
    span[0] = np.int64(depth) if left or unfinished else span[1] - 1
    counters += np.array([tours, np.int64(closed), dead_ends, nodes])
    return matches


@kernel
def branches_of(masks: NDArray[np.uint64], rule: Rule, connected: np.uint64, node: Node, planes: Planes) -> np.uint64:
    """Return the squares that the search enters from a node below the first; 0 where no tour can follow.

    For callers that meet few nodes: `search_pruned` has these lines in its loop, where a call costs half as much again.

    connected: bit d set where the free squares must hang together at depth d. planes: bit b of how many squares each
    square could be joined to.
    """
    start, square, free, depth = node
    ones, twos, fours, eights = planes
    few = free & ~(fours | eights)
    counts = (few & ~(ones | twos), few & ones & ~twos, few & twos & ~ones)
    left = _branches(masks, rule, square, start, free, counts)
    if left and (connected >> depth) & ONE and not _is_connected(masks, free):
        left = np.uint64(0)
    return left
