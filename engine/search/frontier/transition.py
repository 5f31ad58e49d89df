"""Kernels that take one state of a frontier to its successors, and pack states into 64-bit keys.

A state in the open is two masks of slots (see `steps`), `ends` and `inner`, and the row work[MATE]: for each end the
slot of the other end of its path. Packed, the lowest bits are `ends`, as many again are `inner` together with the
second ends of paths, and above them stands the matching: at each second end, which of the first ends still waiting it
belongs to, in mixed radix.
"""

from __future__ import annotations

import numpy as np
from numpy.typing import NDArray

from engine.jit import kernel
from engine.search.bits import lowest
from engine.search.frontier.steps import BEFORE, FOLDS, LATER, MAX_SLOTS, PLACE, REACH, SIZES, SLOTS, WATCH, WHOLE

Int64s = NDArray[np.int64]

MATE, IMAGE, WAITING, QUEUED = range(4)
"""Rows of the working space, int64 (4, slots): mates, mates under a symmetry, first ends waiting, their places."""

DEAD = -1
ROOM = MAX_SLOTS * (MAX_SLOTS + 1) // 2
"""More successors than one state can have: pairs of later neighbours."""

SECOND = 8
"""The bit from which on the second of two slots that are joined to slot 0 is written."""


@kernel
def pack(ends: int, inner: int, mates: int, slots: int, work: Int64s) -> int:
    """Pack the slots from 1 on into a key; the row `mates` of `work` holds the mates."""
    second, rank, radix, waiting, rest = 0, 0, 1, 0, ends
    while rest:
        slot = int(lowest(np.uint64(rest)))
        rest &= rest - 1
        mate = work[mates, slot]
        if mate > slot:
            work[WAITING, waiting], work[QUEUED, slot] = slot, waiting
            waiting += 1
        else:
            chosen = work[QUEUED, mate]
            rank += radix * chosen
            radix *= waiting
            waiting -= 1
            last = work[WAITING, waiting]
            work[WAITING, chosen], work[QUEUED, last] = last, chosen
            second |= 1 << slot
    width = slots - 1
    return ends >> 1 | (inner | second) >> 1 << width | rank << 2 * width


@kernel
def unpack(key: int, step: Int64s, work: Int64s) -> tuple[int, int]:
    """Return `ends` and `inner` of the state before the step, with the mates in work[MATE]."""
    before = step[SIZES, BEFORE]
    rank, waiting, ends, inner = key >> 2 * before, 0, 0, 0
    for square in range(before):
        slot = step[PLACE, square]
        high = key >> (before + square) & 1
        if key >> square & 1 == 0:
            inner |= high << slot
            continue
        ends |= 1 << slot
        if high == 0:
            work[WAITING, waiting] = slot
            waiting += 1
        else:
            chosen = rank % waiting
            rank //= waiting
            waiting -= 1
            mate = work[WAITING, chosen]
            work[WAITING, chosen] = work[WAITING, waiting]
            work[MATE, slot], work[MATE, mate] = mate, slot
    return ends, inner


@kernel
def least_key(ends: int, inner: int, step: Int64s, work: Int64s) -> int:
    """Pack the least of the state and its images under the symmetries of what is left."""
    slots = step[SIZES, SLOTS]
    least = pack(ends, inner, MATE, slots, work)
    for row in range(WATCH + slots, WATCH + slots + step[SIZES, FOLDS]):
        image_ends, image_inner = 0, 0
        for slot in range(1, slots):
            image = step[row, slot]
            image_inner |= (inner >> slot & 1) << image
            if ends >> slot & 1:
                image_ends |= 1 << image
                work[IMAGE, image] = step[row, work[MATE, slot]]
        least = min(least, pack(image_ends, image_inner, IMAGE, slots, work))
    return least


@kernel
def lacks(exits: int, need: int) -> bool:
    """Whether a mask holds fewer than `need` (at most 2) bits."""
    return (need >= 1 and exits == 0) or (need == 2 and exits & (exits - 1) == 0)


@kernel
def starves(slot: int, ends: int, inner: int, step: Int64s) -> bool:
    """Whether a slot that has just become inner leaves some square with fewer exits than it needs."""
    for column in range(step.shape[1]):
        square = step[WATCH + slot, column]
        if square < 0:
            break
        need = 2 - (ends >> square & 1) - 2 * (inner >> square & 1)
        if lacks(step[REACH, square] & ~inner, need):
            return True
    return False


@kernel
def forced_slots(ends: int, inner: int, step: Int64s) -> int:
    """Return the mask of slots that must be joined to slot 0 now, or DEAD where one of them would starve even so."""
    forced = 0
    for index in range(step[SIZES, LATER]):
        slot = step[LATER, index]
        need = 2 - (ends >> slot & 1) - 2 * (inner >> slot & 1)
        exits = step[REACH, slot] & ~inner
        if lacks(exits, need):
            if lacks(exits, need - 1):
                return DEAD
            forced |= 1 << slot
    return forced


@kernel
def link(slot: int, far: int, fresh: int, ends: int, inner: int, step: Int64s, work: Int64s) -> int:
    """Join slot 0, whose path ends at `far`, to `slot`; return the successor's key, or DEAD.

    fresh: the slot that joining slot 0 to it has just made inner, 0 for none.
    """
    bit, other = 1 << slot, slot
    was_end = ends & bit != 0
    if was_end:
        inner |= bit
        other = work[MATE, slot]
        if far == slot:
            return least_key(0, inner, step, work) if inner == step[SIZES, WHOLE] else DEAD
    ends ^= bit
    if starves(fresh, ends, inner, step) or (was_end and starves(slot, ends, inner, step)):
        return DEAD
    work[MATE, far], work[MATE, other] = other, far
    key = least_key(ends, inner, step, work)
    if was_end:
        work[MATE, other] = slot
    return key


@kernel
def link_one(far: int, ends: int, inner: int, step: Int64s, work: Int64s, keys: Int64s, joined: Int64s) -> int:
    """Slot 0 ends the path from `far`: write its successors, and the slots joined to it; return how many they are."""
    at, forced = 0, forced_slots(ends, inner, step)
    if forced == DEAD:
        return at
    for index in range(step[SIZES, LATER]):
        slot = step[LATER, index]
        if inner >> slot & 1 == 0 and forced & ~(1 << slot) == 0:
            keys[at], joined[at] = link(slot, far, 0, ends, inner, step, work), slot
            at += keys[at] != DEAD
    return at


@kernel
def link_two(ends: int, inner: int, step: Int64s, work: Int64s, keys: Int64s, joined: Int64s) -> int:
    """Slot 0 is bare: write its successors, and the pairs of slots joined to it; return how many they are."""
    at, forced = 0, forced_slots(ends, inner, step)
    if forced == DEAD:
        return at
    for index in range(step[SIZES, LATER]):
        slot = step[LATER, index]
        bit = 1 << slot
        others = forced & ~bit
        if inner & bit or others & (others - 1):
            continue
        was_end = ends & bit != 0
        far, fresh = (work[MATE, slot], slot) if was_end else (slot, 0)
        inner_now = inner | bit if was_end else inner
        for later in range(index + 1, step[SIZES, LATER]):
            second = step[LATER, later]
            if inner >> second & 1 == 0 and others & ~(1 << second) == 0:
                keys[at] = link(second, far, fresh, ends ^ bit, inner_now, step, work)
                joined[at] = slot | second << SECOND
                at += keys[at] != DEAD
        if was_end:
            work[MATE, far] = slot
    return at


@kernel
def successors(key: int, step: Int64s, work: Int64s, keys: Int64s, joined: Int64s) -> int:
    """Write the successors of one state, at most ROOM, and which slots each joins to slot 0; return how many they are.

    joined: a slot, and another one from the bit SECOND on; 0 where there is none.
    """
    ends, inner = unpack(key, step, work)
    if inner & 1:
        keys[0], joined[0] = least_key(ends, inner & ~1, step, work), 0
        return 1
    if ends & 1:
        return link_one(work[MATE, 0], ends & ~1, inner, step, work, keys, joined)
    return link_two(ends, inner, step, work, keys, joined)


@kernel
def expand(keys: Int64s, begin: int, step: Int64s, work: Int64s, out_keys: Int64s, sources: Int64s) -> tuple[int, int]:
    """Write the successors of keys[begin:] until all are done or the output might not hold those of one more state.

    sources: for each successor the index in `keys` of the state it comes from. Returns (states done up to, written).
    """
    joined = np.empty(ROOM, dtype=np.int64)
    at, index = 0, begin
    while index < len(keys) and at + ROOM <= len(out_keys):
        written = successors(keys[index], step, work, out_keys[at:], joined)
        sources[at : at + written] = index
        at += written
        index += 1
    return index, at
