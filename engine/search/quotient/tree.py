"""The search tree of walks that enter each orbit of a symmetry once.

A node is a walk; its branches are the slots of the row of moves of its last square, except slots whose square is in an
orbit already entered. A node is a dead end where an orbit has too few neighbours left to be entered and left
again: each but the last needs two among the orbits not entered, the walk's last one and, of tours that are moved along
themselves, its first one. Where one beside the walk's last square has just two, it comes next; two such orbits are a
dead end. The last branch completes a tour: the step onto an orbit where the walk may end or, moved
along, onto an image of its first square.
"""

from __future__ import annotations

import numpy as np
from numpy.typing import NDArray

from engine.copying import copy_to
from engine.jit import allocating, inline_kernel, kernel
from engine.search.counters import DEAD_ENDS, NODES, TOURS
from engine.streams.splitmix64 import random_below

DEPTH, FLOOR, NEEDY, GOALS = range(4)
"""Of a state's tally: the depth reached (squares entered less one), the one above which the search does not step back,
the orbits not entered that have one neighbour left or none, and those where the walk may end."""

Table = tuple[NDArray[np.int32], NDArray[np.int32], NDArray[np.int32], NDArray[np.uint8], bool, int]
"""moves: int32 (squares, slots), -1 for none. closing: int32 (squares, slots), where the slot's square is an image of
the first one that closes a tour: the square before the first one in that tour, else -1. home: int32 (squares,), the
orbit of each. ends: uint8 (orbits,), where walks may end. along: whether tours are moved along themselves. highest:
the highest of `closing`: the square after the first one is lower than the one before it."""

State = tuple[NDArray[np.int32], NDArray[np.int32], NDArray[np.int32], NDArray[np.uint8], NDArray[np.int64]]
"""walk: int32 (orbits + 1,). nodes: int32 (orbits, 3), by depth the branches tried, the branches in all, and the orbit
that must come next, -1 for none. room: int32 (orbits,), neighbours left. entered: uint8 (orbits,). tally: int64
(4,)."""

TRIED, MET, NEXT = range(3)

SPREAD = 3

Order = tuple[NDArray[np.int32], NDArray[np.uint64]]
"""choices: int32 (orbits, slots), by depth the slots in the order in which they are tried. state: of random ties, empty
where slots are tried as they are listed."""


@inline_kernel
def enter(table: Table, state: State, square: int) -> bool:
    """Step onto a square; whether a tour may continue there or, with all orbits entered, is complete or may close."""
    moves, _, home, ends, along, _ = table
    walk, nodes, room, entered, tally = state
    depth, orbit = tally[DEPTH], home[square]
    tally[NEEDY] -= room[orbit] <= 1
    tally[GOALS] -= ends[orbit]
    entered[orbit] = 1
    fits = True
    if depth > 0 or (depth == 0 and not along):
        for slot in range(moves.shape[1]):
            other = moves[walk[depth], slot]
            if other < 0:
                continue
            near = home[other]
            room[near] -= 1
            if not entered[near] and room[near] <= 1:
                tally[NEEDY] += room[near] == 1
                fits = fits and room[near] == 1 and ends[near] == 1
    depth += 1
    tally[DEPTH] = depth
    walk[depth] = square
    nodes[depth, TRIED] = 0
    nodes[depth, MET] = moves.shape[1]
    nodes[depth, NEXT] = -1
    if depth > 0 or not along:
        for slot in range(moves.shape[1]):
            other = moves[square, slot]
            if other < 0:
                continue
            near = home[other]
            if not entered[near] and room[near] == 2 and not ends[near]:
                fits = fits and (nodes[depth, NEXT] < 0 or nodes[depth, NEXT] == near)
                nodes[depth, NEXT] = near
    last = depth + 1 == len(room)
    if along:
        return fits and tally[NEEDY] == 0 and (room[home[walk[0]]] > 0 or len(room) == 1)
    return fits and tally[NEEDY] <= 1 and (ends[orbit] == 1 if last else tally[GOALS] > 0)


@inline_kernel
def leave(table: Table, state: State) -> None:
    """Step back from the last square."""
    moves, _, home, ends, along, _ = table
    walk, _, room, entered, tally = state
    depth = tally[DEPTH] - 1
    orbit = home[walk[depth + 1]]
    if depth > 0 or (depth == 0 and not along):
        for slot in range(moves.shape[1]):
            other = moves[walk[depth], slot]
            if other < 0:
                continue
            near = home[other]
            tally[NEEDY] -= (not entered[near]) and room[near] == 1
            room[near] += 1
    entered[orbit] = 0
    tally[NEEDY] += room[orbit] <= 1
    tally[GOALS] += ends[orbit]
    tally[DEPTH] = depth


@inline_kernel
def is_branch(table: Table, neighbours: NDArray[np.int32], state: State, slot: int) -> bool:
    """Whether a slot of the node reached leads anywhere."""
    moves, closing, home, _, along, highest = table
    walk, nodes, room, entered, tally = state
    depth = tally[DEPTH]
    square = walk[depth]
    if along and depth + 1 == len(room):
        second = walk[1] if depth > 0 else neighbours[square, slot]
        return bool(closing[square, slot] > second)
    other = moves[square, slot]
    if other < 0 or entered[home[other]] or (along and depth == 0 and other >= highest):
        return False
    return bool(nodes[depth, NEXT] < 0 or nodes[depth, NEXT] == home[other])


@allocating
def arrange(table: Table, state: State, order: Order) -> None:
    """List the slots of the node reached, roughly by the neighbours left to the orbits of their squares, fewest first.

    Up to SPREAD - 1 is added to each number at random, so that other seeds find other tours.
    """
    moves, _, home, _, _, _ = table
    walk, _, room, _, tally = state
    choices, random = order
    depth = tally[DEPTH]
    square, width = walk[depth], moves.shape[1]
    ways = np.empty(width, np.int64)
    for slot in range(width):
        other = moves[square, slot]
        ways[slot] = (room[home[other]] if other >= 0 else len(room)) + random_below(random, SPREAD)
        at = slot
        while at > 0 and ways[choices[depth, at - 1]] > ways[slot]:
            choices[depth, at] = choices[depth, at - 1]
            at -= 1
        choices[depth, at] = slot


@kernel
def advance(
    table: Table,
    neighbours: NDArray[np.int32],
    state: State,
    order: Order,
    found: tuple[NDArray[np.int64], NDArray[np.int32]],
    most: int,
    stop: int,
) -> int:
    """Enter nodes until this many were entered or tours found; return how many tours were found.

    neighbours: int32 (squares, slots), all moves, within orbits, too. found: counters int64 (4,), added to (tours once
    for both directions); buffer int32 (k, orbits + 1) of the walks of the first k tours found now, whose last cell, of
    tours that are moved along themselves, is the image of the first square that follows.
    """
    counters, buffer = found
    walk, nodes, room, _, tally = state
    entered, taken = 0, 0
    while entered < most and taken < stop:
        depth = tally[DEPTH]
        if nodes[depth, TRIED] == nodes[depth, MET]:
            if depth == tally[FLOOR]:
                break
            leave(table, state)
            continue
        slot = order[0][depth, nodes[depth, TRIED]]
        nodes[depth, TRIED] += 1
        if not is_branch(table, neighbours, state, slot):
            continue
        entered += 1
        closes = depth + 1 == len(room)
        square = neighbours[walk[depth], slot]
        if closes:
            walk[depth + 1] = square
        elif not enter(table, state, square):
            counters[DEAD_ENDS] += 1
            leave(table, state)
            continue
        elif table[4] or depth + 2 < len(room):
            if len(order[1]):
                arrange(table, state, order)
            continue
        counters[TOURS] += 1
        if taken < len(buffer):
            copy_to(buffer[taken], walk)
        taken += 1
        if not closes:
            leave(table, state)
    counters[NODES] += entered
    return taken
