"""What a sweep over the moves of a board keeps of the moves taken so far: kernels that take states through one move.

The sweep decides move after move, in their order, whether it is taken. What is taken forms strands. Of all ways to the
same state only one of the longest is kept, and how many of these there are. A state is what further moves depend on:
the moves that are still free (not yet decided, crossed by none that is taken, and ending on no square inside a strand)
and how the ends of strands belong together. An end without a free move is an end of the path; cycles have none.
"""

from __future__ import annotations

from typing import NamedTuple

import numpy as np
from numpy.typing import NDArray

from engine.copying import copy_to
from engine.jit import kernel

Bits = NDArray[np.uint64]

NO_END = 0
"""The mate of a square that is no end of a strand."""
FINAL = 1
"""The mate of an end whose strand has an end of the path as its other one."""
FIRST = 2
"""The mate of any other end: this and the place of the other end of its strand."""

EMPTY = -1
MIXER = np.uint64(0x9E3779B97F4A7C15)
HALF = np.uint64(32)
MANY = np.uint64(2**64 - 1)
"""Cap of the number of ways: this many or more."""


class Moves(NamedTuple):
    """The moves of a board, as in `Segments` (engine/uncrossed/crossings.py), and whether cycles are sought."""

    ends: NDArray[np.int64]
    crossed: Bits
    touching: Bits
    closed: bool


class States(NamedTuple):
    """A table of states; rows from `held[0]` on are free. w: words of 64 moves, span: of `Segments`.

    free: uint64 (rows, w), the moves that may still be taken.
    mates: uint8 (rows, span), by rank modulo span: NO_END, FINAL, or FIRST + place of the other end.
    used: uint64 (rows, w), the moves taken on the first of the longest ways to the state.
    lengths: int16 (rows,), how many these are. ways: uint64 (rows,), how many ways of that length lead here.
    slots: int32 (a power of two,), rows by the hash of free and mates, EMPTY where none.
    """

    free: Bits
    mates: NDArray[np.uint8]
    used: Bits
    lengths: NDArray[np.int16]
    ways: Bits
    slots: NDArray[np.int32]
    held: NDArray[np.int64]


class Longest(NamedTuple):
    """The longest path found: used uint64 (w,), length int64 (1,), and how many there are, ways uint64 (1,)."""

    used: Bits
    length: NDArray[np.int64]
    ways: Bits


@kernel
def advance(move: int, begin: int, end: int, moves: Moves, source: States, target: States, longest: Longest) -> int:
    """Take the states from row `begin` to `end` through a move; return where it stopped: at the end or out of room."""
    word, bit = move >> 6, np.uint64(1) << np.uint64(move & 63)
    rank = moves.ends[move, 0]
    for row in range(begin, end):
        if target.held[0] + 2 > len(target.lengths):
            return row
        new = _copy(source, row, target)
        target.free[new, word] &= ~bit
        if _normalise(target, new, rank, moves):
            _keep(target, new)
        if source.free[row, word] & bit:
            new = _copy(source, row, target)
            target.lengths[new] += 1
            target.used[new, word] |= bit
            target.free[new, word] &= ~bit
            for index in range(target.free.shape[1]):
                target.free[new, index] &= ~moves.crossed[move, index]
            if _join(target, new, move, moves, longest) and _normalise(target, new, rank, moves):
                _keep(target, new)
    return end


@kernel
def _copy(source: States, row: int, target: States) -> int:
    """Copy a state to the first free row, and return that."""
    new = int(target.held[0])
    for index in range(source.free.shape[1]):
        target.free[new, index] = source.free[row, index]
        target.used[new, index] = source.used[row, index]
    for place in range(source.mates.shape[1]):
        target.mates[new, place] = source.mates[row, place]
    target.lengths[new], target.ways[new] = source.lengths[row], source.ways[row]
    return new


@kernel
def _join(states: States, row: int, move: int, moves: Moves, longest: Longest) -> bool:
    """Join the strands at the two ends of a move; False where nothing can follow."""
    mates, span = states.mates[row], states.mates.shape[1]
    first, second = moves.ends[move, 0], moves.ends[move, 1]
    here, there = first % span, second % span
    before, behind = mates[here], mates[there]
    if before == FIRST + there:
        mates[here] = mates[there] = NO_END
        if moves.closed and not mates.any():
            _record_complete(states, row, longest)
        return False
    far = FIRST + here if before == NO_END else np.int64(before)
    near = FIRST + there if behind == NO_END else np.int64(behind)
    mates[here] = mates[there] = NO_END
    if before != NO_END:
        _enclose(states, row, first, moves)
    if behind != NO_END:
        _enclose(states, row, second, moves)
    if far != FINAL:
        mates[far - FIRST] = near
    if near != FINAL:
        mates[near - FIRST] = far
    ended = far == FINAL and near == FINAL
    if not moves.closed and _strands(mates) == (0 if ended else 1):
        _record_complete(states, row, longest)
    return not ended


@kernel
def _strands(mates: NDArray[np.uint8]) -> int:
    """Return the number of strands that have an end which is not the path's."""
    halves = 0
    for mate in mates:
        halves += (mate == FINAL) * 2 + (mate >= FIRST)
    return halves >> 1


@kernel
def _enclose(states: States, row: int, rank: int, moves: Moves) -> None:
    """Block every move to a square inside a strand."""
    for index in range(states.free.shape[1]):
        states.free[row, index] &= ~moves.touching[rank, index]


@kernel
def _normalise(states: States, row: int, rank: int, moves: Moves) -> bool:
    """Reduce the moves taken to the unique form of their state; False where nothing can come of it.

    Ends without a free move become ends of the path. Once these are all there, no move that is the only free one of
    its square can be taken. rank: of the square whose moves are being decided; no end has a lower one.
    """
    mates = states.mates[row]
    while True:
        if not _ends_settled(states, row, rank, moves):
            return False
        final = 0
        for mate in mates:
            final += mate == FINAL
        if final > 2:
            return False
        if not ((moves.closed or final == 2) and _dead_ends_left_out(states, row, rank, moves)):
            return True


@kernel
def _ends_settled(states: States, row: int, rank: int, moves: Moves) -> bool:
    """Make ends without a free move ends of the path; False where no path can have them."""
    mates, span = states.mates[row], states.mates.shape[1]
    for place in range(span):
        if mates[place] == NO_END or _free_moves(states.free[row], rank + (place - rank) % span, moves):
            continue
        if moves.closed or mates[place] == FINAL:
            return False
        mates[mates[place] - FIRST] = FINAL
        mates[place] = NO_END
    return True


@kernel
def _dead_ends_left_out(states: States, row: int, rank: int, moves: Moves) -> bool:
    """Block each free move that is the only one of a square without moves; whether there were any."""
    mates, span = states.mates[row], states.mates.shape[1]
    found = False
    for square in range(rank, min(rank + span, len(moves.touching))):
        if mates[square % span] == NO_END and _free_moves(states.free[row], square, moves) == 1:
            _enclose(states, row, square, moves)
            found = True
    return found


@kernel
def _free_moves(free: Bits, rank: int, moves: Moves) -> int:
    """Return how many moves to the square of this rank are free: 0, 1, or 2 for more."""
    found = 0
    for index in range(len(free)):
        here = free[index] & moves.touching[rank, index]
        while here:
            here &= here - np.uint64(1)
            found += 1
            if found == 2:
                return 2
    return found


@kernel
def _record_complete(states: States, row: int, longest: Longest) -> None:
    """Record a path or cycle that is complete."""
    if states.lengths[row] > longest.length[0]:
        longest.length[0], longest.ways[0] = states.lengths[row], states.ways[row]
        copy_to(longest.used, states.used[row])
    elif states.lengths[row] == longest.length[0]:
        longest.ways[0] = _sum(longest.ways[0], states.ways[row])


@kernel
def _sum(ways: np.uint64, more: np.uint64) -> np.uint64:
    """Return the sum, at most MANY."""
    total = ways + more
    return MANY if total < ways else total


@kernel
def _keep(states: States, row: int) -> None:
    """Add the state in the first free row to the table, or its ways to the row that has this state already."""
    slot = _slot(states, row)
    held = states.slots[slot]
    if held == EMPTY:
        states.slots[slot] = row
        states.held[0] += 1
    elif states.lengths[row] > states.lengths[held]:
        states.lengths[held], states.ways[held] = states.lengths[row], states.ways[row]
        copy_to(states.used[held], states.used[row])
    elif states.lengths[row] == states.lengths[held]:
        states.ways[held] = _sum(states.ways[held], states.ways[row])


@kernel
def _slot(states: States, row: int) -> int:
    """Return the slot of the row that holds the same state as this one, or the free slot where it belongs."""
    mixed = np.uint64(0)
    for index in range(states.free.shape[1]):
        mixed = (mixed ^ states.free[row, index]) * MIXER
        mixed ^= mixed >> HALF
    for place in range(states.mates.shape[1]):
        mixed = (mixed ^ np.uint64(states.mates[row, place])) * MIXER
        mixed ^= mixed >> HALF
    last = len(states.slots) - 1
    slot = int(np.int64(mixed & np.uint64(last)))
    while states.slots[slot] != EMPTY and not _same(states, row, states.slots[slot]):
        slot = (slot + 1) & last
    return slot


@kernel
def _same(states: States, row: int, other: int) -> bool:
    """Whether two rows have the same state, whatever lengths and ways they have."""
    same = True
    for index in range(states.free.shape[1]):
        same &= states.free[row, index] == states.free[other, index]
    for place in range(states.mates.shape[1]):
        same &= states.mates[row, place] == states.mates[other, place]
    return same


@kernel
def index_rows(states: States) -> None:
    """Fill the empty slots from the rows that are held, which are all different."""
    for row in range(states.held[0]):
        states.slots[_slot(states, row)] = row


@kernel
def bounds(rank: int, moves: Moves, states: States, most: NDArray[np.int64]) -> None:
    """Fill most, int64 (held,): no path or cycle that the state in a row leads to has more moves.

    Each further move takes a place at two squares; a square without moves has two places, an end of a strand one, and
    none has more than it has free moves. rank: of the square whose moves are being decided.
    """
    span = states.mates.shape[1]
    for row in range(len(most)):
        places = 0
        for square in range(rank, len(moves.touching)):
            is_end = square - rank < span and states.mates[row, square % span] != NO_END
            places += min(_free_moves(states.free[row], square, moves), 1 if is_end else 2)
        most[row] = states.lengths[row] + (places >> 1)
