"""Uniform, rotating and Warnsdorff walks on grids: boards with hard borders whose piece has at most eight directions.

Same words, same walks, same tallies as `array_walks`, to the last bit, without tables of neighbours: the cells that a
square leads to are eight steps away, and all of them are looked at, without a branch that a processor could guess
wrongly. What a walk changed is undone cell by cell or the grid is copied anew, whichever costs less.
"""

from __future__ import annotations

from typing import NamedTuple

import numpy as np
from numpy.typing import NDArray

from engine.copying import copy_to
from engine.jit import kernel
from engine.sampling.drawing import drawn_bit, drawn_number
from engine.sampling.grid import BARRED, MAX_DIRECTIONS, Grid
from engine.sampling.tallies import (
    BATCHES,
    ROTATING,
    UNIFORM,
    WORDS_OVER,
    Depths,
    Size,
    Tallies,
    WalkBoard,
    after,
    least,
    tally_square,
    tally_tour,
    tally_walk,
)
from engine.search.bits import ONE, gather, highest, lowest, population

COPIED = 64
"""This many cells are copied in the time that one square is undone."""

EACH = np.uint64(0x0101010101010101)


class GridScratch(NamedTuple):
    """Where walks are made; between two of them it is as `grid_room` made it.

    path: int32 (size,), the cells visited. tour: int32 (size,), the squares of a walk that became a tour.
    free: uint8 (cells,), 1 for an unvisited square. exits: uint8 (cells,), as `Grid.fresh`; of a visited one above 127.
    """

    path: NDArray[np.int32]
    tour: NDArray[np.int32]
    free: NDArray[np.uint8]
    exits: NDArray[np.uint8]


def grid_room(grid: Grid) -> GridScratch:
    """Return the room for walks on a grid."""
    path = np.zeros(len(grid.cells), dtype=np.int32)
    return GridScratch(path, path.copy(), (grid.squares >= 0).astype(np.uint8), grid.fresh.copy())


@kernel
def grid_walks(
    board: WalkBoard,
    mode: int,
    words: NDArray[np.uint32],
    cursor: int,
    span: tuple[int, int],
    tallies: Tallies,
    room: GridScratch,
    output: tuple[NDArray[np.int32], int],
) -> tuple[int, int, int]:
    """Make walks span[0]..span[1]-1 while the words surely last; return cursor, next walk, rows written.

    tallies, room and output[0] int32 (k, size) are changed in place; output[1] rows were written before.
    """
    done, goal = span
    found, written = output
    size, starts, depths = len(board.degrees), len(board.starts), (tallies.moves, tallies.widths)
    number, batch = done % starts, (done // starts) % BATCHES
    while done < goal and words.size - cursor >= size + WORDS_OVER and (len(found) == 0 or written < len(found)):
        start, word = board.grid.cells[board.starts[number]], np.uint64(cursor)
        if mode == UNIFORM:
            length, seen, word = _uniform_walk(board.grid.steps, start, words, word, depths, room)
        elif mode == ROTATING:
            turns = board.grid.turns, board.grid.round
            length, seen, word = _rotating_walk(turns, start, words, word, depths, room)
        else:
            length, seen, word = _warnsdorff_walk(board.grid, start, words, word, depths, room)
        cursor = int(np.int64(word))
        tally_walk(tallies, seen, (batch, number))
        if length == size:
            for depth in range(size):
                room.tour[depth] = board.grid.squares[room.path[depth]]
            tally_tour(board, tallies, room.tour, seen[0], (batch, number))
            if len(found):
                copy_to(found[written], room.tour)
                written += 1
        done, number, batch = after(done, number, batch, starts)
    return cursor, done, written


@kernel
def _open(free: NDArray[np.uint8], here: np.uint64, steps: NDArray[np.uint64]) -> np.uint64:
    """Return bit j for each step that leads to an unvisited square; a step of 0 leads to a visited one."""
    open_ = np.uint64(0)
    for j in range(MAX_DIRECTIONS):
        open_ |= np.uint64(free[here + steps[j]]) << np.uint64(j)
    return open_


@kernel
def _uniform_walk(
    steps: NDArray[np.uint64],
    start: np.uint64,
    words: NDArray[np.uint32],
    cursor: np.uint64,
    depths: Depths,
    room: GridScratch,
) -> tuple[int, Size, np.uint64]:
    """Walk until stuck or complete; return the squares visited, its estimate of the tree's size, and the cursor."""
    here, length, weight, nodes, path, free = start, np.uint64(0), 1.0, 0.0, room.path, room.free
    while True:
        path[length] = here
        free[here] = 0
        open_ = _open(free, here, steps)
        choices = population(open_)
        tally_square(depths, length, choices, weight)
        nodes += weight
        length += ONE
        if open_ == 0:
            break
        weight *= np.int64(choices)
        chosen, cursor = drawn_bit(open_, choices, words, cursor)
        here += steps[chosen]
    _free_again(room, length)
    return int(np.int64(length)), (weight, nodes), cursor


@kernel
def _rotating_walk(
    turns: tuple[NDArray[np.uint64], NDArray[np.uint64]],
    start: np.uint64,
    words: NDArray[np.uint32],
    cursor: np.uint64,
    depths: Depths,
    room: GridScratch,
) -> tuple[int, Size, np.uint64]:
    """Do the same by a direction at random, then the next open one in cyclic order."""
    here, length, weight, nodes, path, free = start, np.uint64(0), 1.0, 0.0, room.path, room.free
    steps, around = turns
    directions = np.uint64(len(around) // 2)
    while True:
        path[length] = here
        free[here] = 0
        open_ = _open(free, here, steps)
        tally_square(depths, length, population(open_), weight)
        nodes += weight
        length += ONE
        if open_ == 0:
            break
        drawn, cursor = drawn_number(directions, words, cursor, True)
        ahead = (open_ | open_ << directions) >> drawn
        away = lowest(ahead)
        before = highest(ahead & ((ONE << directions) - ONE))
        weight *= directions / (away + directions - before)
        here += around[drawn + away]
    _free_again(room, length)
    return int(np.int64(length)), (weight, nodes), cursor


@kernel
def _free_again(room: GridScratch, length: np.uint64) -> None:
    """Undo what a walk of this many squares did to the free cells."""
    path, free = room.path, room.free
    for depth in range(length):
        free[np.uint64(path[depth])] = 1


@kernel
def _warnsdorff_walk(
    grid: Grid,
    start: np.uint64,
    words: NDArray[np.uint32],
    cursor: np.uint64,
    depths: Depths,
    room: GridScratch,
) -> tuple[int, Size, np.uint64]:
    """Do the same by Warnsdorff's rule, ties at random.

    Every cell around loses an exit. The bits of all their numbers, a byte each, show which are open and have fewest.
    """
    here, length, weight, nodes, path, exits = start, np.uint64(0), 1.0, 0.0, room.path, room.exits
    steps = grid.steps
    while True:
        path[length] = here
        exits[here] |= BARRED
        around = np.uint64(0)
        for j in range(MAX_DIRECTIONS):
            cell = here + steps[j]
            after = exits[cell] - np.uint8(1)
            exits[cell] = after
            around |= np.uint64(after) << np.uint64(8 * j)
        left = gather(~around, EACH << np.uint64(7))
        choices = population(left)
        tally_square(depths, length, choices, weight)
        nodes += weight
        length += ONE
        if left == 0:
            break
        left = least(left, gather(around, EACH << np.uint64(2)))
        left = least(left, gather(around, EACH << ONE))
        left = least(left, gather(around, EACH))
        ties = population(left)
        weight *= np.int64(ties)
        chosen, cursor = drawn_bit(left, ties, words, cursor)
        here += steps[chosen]
    _fresh_again(grid, room, length)
    return int(np.int64(length)), (weight, nodes), cursor


@kernel
def _fresh_again(grid: Grid, room: GridScratch, length: np.uint64) -> None:
    """Undo what a Warnsdorff walk of this many squares did to the exits."""
    path, exits, fresh = room.path, room.exits, grid.fresh
    if np.uint64(COPIED) * length > np.uint64(len(fresh)):
        copy_to(exits, fresh)
        return
    for depth in range(length):
        cell = np.uint64(path[depth])
        exits[cell] = fresh[cell]
        for j in range(MAX_DIRECTIONS):
            near = cell + grid.steps[j]
            exits[near] = fresh[near]
