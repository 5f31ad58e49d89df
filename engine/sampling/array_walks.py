"""Uniform, rotating and Warnsdorff walks on boards of any size, at the cost of the squares they visit.

Same words, same walks, same tallies as `mask_walks` on small boards. What a walk changed on the board is undone square
by square; only after long walks, by Warnsdorff's rule, is the board copied anew.
"""

from __future__ import annotations

from typing import NamedTuple

import numpy as np
from numpy.typing import NDArray

from engine.copying import copy_to
from engine.jit import kernel
from engine.sampling.drawing import draw_rotating, drawn_bit
from engine.sampling.tallies import (
    BATCHES,
    EIGHT,
    ROTATING,
    UNIFORM,
    WORDS_OVER,
    Depths,
    Rows,
    Size,
    Tallies,
    Turns,
    WalkBoard,
    after,
    tally_square,
    tally_tour,
    tally_walk,
)
from engine.search.bits import ONE, lowest, population


class Scratch(NamedTuple):
    """Work space of walks; between two walks it is as `walking_room` made it.

    path: int32 (size,). free: uint8 (size,), 1 for an unvisited square.
    exits, fresh: uint64 (size,), bit j for an unvisited j-th neighbour; after Warnsdorff walks alone.
    back: uint8, a row for each square: its index among the neighbours of its j-th neighbour.
    """

    path: NDArray[np.int32]
    free: NDArray[np.uint8]
    exits: NDArray[np.uint64]
    fresh: NDArray[np.uint64]
    back: NDArray[np.uint8]


def walking_room(board: WalkBoard) -> Scratch:
    """Return the room for walks on a board; its largest degree may be 64 for Warnsdorff walks."""
    # modulo 2**64, so that 64 neighbours are 64 ones
    every = np.uint64(2) ** board.degrees.astype(np.uint64) - ONE
    return Scratch(
        path=np.zeros(len(every), dtype=np.int32),
        free=np.ones(len(every), dtype=np.uint8),
        exits=every.copy(),
        fresh=every,
        back=_indices_back(board),
    )


def _indices_back(board: WalkBoard) -> NDArray[np.uint8]:
    """Return `Scratch.back`; entries beyond the degree mean nothing."""
    size = len(board.degrees)
    table, squares = board.neighbours.squares.reshape(size, -1), np.arange(size)[:, None]
    indices = [(table[column] == squares).argmax(axis=1) for column in table.T]
    return np.stack(indices, axis=1).astype(np.uint8).reshape(-1)


@kernel
def array_walks(
    board: WalkBoard,
    mode: int,
    words: NDArray[np.uint32],
    cursor: int,
    span: tuple[int, int],
    tallies: Tallies,
    room: Scratch,
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
        start, word = np.uint64(board.starts[number]), np.uint64(cursor)
        if mode == UNIFORM:
            length, seen, word = _random_walk((board.neighbours, 0), start, words, word, depths, room)
        elif mode == ROTATING:
            length, seen, word = _random_walk((board.slots, board.directions), start, words, word, depths, room)
        else:
            length, seen, word = _warnsdorff_walk(board.neighbours, start, words, word, depths, room)
        cursor = int(np.int64(word))
        tally_walk(tallies, seen, (batch, number))
        if length == size:
            tally_tour(board, tallies, room.path, seen[0], (batch, number))
            if len(found):
                copy_to(found[written], room.path)
                written += 1
        done, number, batch = after(done, number, batch, starts)
    return cursor, done, written


@kernel
def _random_walk(
    turns: Turns, start: np.uint64, words: NDArray[np.uint32], cursor: np.uint64, depths: Depths, room: Scratch
) -> tuple[int, Size, np.uint64]:
    """Walk until stuck or complete; return the squares visited, its estimate of the tree's size, and the cursor.

    Without directions every open move is equally likely. With directions, at most 64, one of them is drawn and the next
    open one in cyclic order is taken.
    """
    here, length, weight, nodes = start, np.uint64(0), 1.0, 0.0
    ((squares, shift), directions), free = turns, room.free
    width = 1 << shift
    while True:
        room.path[length] = here
        free[here] = 0
        open_ = np.uint64(0)
        row = here << np.uint64(shift)
        for first in range(0, width, EIGHT):
            byte = np.uint64(0)
            for j in range(EIGHT):
                byte |= np.uint64(free[squares[row + np.uint64(first + j)]]) << np.uint64(j)
            open_ |= byte << np.uint64(first)
        choices = population(open_)
        tally_square(depths, length, choices, weight)
        nodes += weight
        length += ONE
        if open_ == 0:
            break
        if directions:
            index, share, cursor = draw_rotating(open_, np.uint64(directions), words, cursor)
        else:
            index, cursor = drawn_bit(open_, choices, words, cursor)
            share = float(choices)
        weight *= share
        here = np.uint64(squares[row + index])
    for square in room.path[:length]:
        free[square] = 1
    return int(np.int64(length)), (weight, nodes), cursor


@kernel
def _warnsdorff_walk(
    neighbours: Rows, start: np.uint64, words: NDArray[np.uint32], cursor: np.uint64, depths: Depths, room: Scratch
) -> tuple[int, Size, np.uint64]:
    """Do the same by Warnsdorff's rule, ties at random: only unvisited neighbours are looked at."""
    here, length, weight, nodes = start, np.uint64(0), 1.0, 0.0
    exits, back, squares = room.exits, room.back, neighbours.squares
    while True:
        room.path[length] = here
        left = exits[here]
        tally_square(depths, length, population(left), weight)
        nodes += weight
        length += ONE
        if left == 0:
            break
        fewest, kept, row = np.uint64(64), np.uint64(0), here << np.uint64(neighbours.shift)
        while left:
            j = lowest(left)
            bit = left & (~left + ONE)
            left ^= bit
            square = squares[row + j]
            after = exits[square] & ~(ONE << np.uint64(back[row + j]))
            exits[square] = after
            count = population(after)
            kept = bit if count < fewest else kept | bit if count == fewest else kept
            fewest = min(fewest, count)
        ties = population(kept)
        weight *= np.int64(ties)
        j, cursor = drawn_bit(kept, ties, words, cursor)
        here = np.uint64(squares[row + j])
    _restore(neighbours, room, int(np.int64(length)))
    return int(np.int64(length)), (weight, nodes), cursor


@kernel
def _restore(neighbours: Rows, room: Scratch, length: int) -> None:
    """Undo what a Warnsdorff walk of this many squares did to the exits."""
    if 2 * length > len(room.exits):
        copy_to(room.exits, room.fresh)
        return
    for square in room.path[:length]:
        row = square << neighbours.shift
        for near in neighbours.squares[row : row + (1 << neighbours.shift)]:
            room.exits[near] = room.fresh[near]
