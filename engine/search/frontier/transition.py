"""Kernels that take one state of a frontier to its successors, and pack states into 64-bit keys.

A state in the open is an array `mate` over the slots of a step (see `steps`): `mate[i] == i` for a bare square, INNER
for one with two edges, otherwise the slot of the other end of its path. Packed, slot i+1 takes bits 2i and 2i+1
(0 bare, 1 inner, 2 the first end of a path, 3 the second one) and above them stands the matching: at each second end,
which of the first ends still open it belongs to, in mixed radix.
"""

from __future__ import annotations

import numpy as np
from numpy.typing import NDArray

from engine.jit import kernel
from engine.search.frontier.steps import MAX_SLOTS, Step

Int64s = NDArray[np.int64]

INNER = -1
BARE_CODE, INNER_CODE, FIRST_CODE, SECOND_CODE = range(4)
ROOM = MAX_SLOTS * (MAX_SLOTS + 1) // 2
"""More successors than one state can have: pairs of later neighbours."""


@kernel
def pack(mate: Int64s) -> int:
    """Pack the squares of slots 1, 2, ... into a key."""
    key, rank, radix, waiting = 0, 0, 1, 0
    first = np.empty(MAX_SLOTS + 1, dtype=np.int64)
    place = np.empty(MAX_SLOTS + 1, dtype=np.int64)
    for slot in range(1, len(mate)):
        other = mate[slot]
        if other == slot:
            continue
        if other == INNER:
            code = INNER_CODE
        elif other > slot:
            code = FIRST_CODE
            first[waiting], place[slot] = slot, waiting
            waiting += 1
        else:
            code = SECOND_CODE
            rank += radix * place[other]
            radix *= waiting
            waiting -= 1
            last = first[waiting]
            first[place[other]], place[last] = last, place[other]
        key |= code << (2 * slot - 2)
    return key | rank << (2 * len(mate) - 2)


@kernel
def unpack(key: int, place: Int64s, mate: Int64s) -> int:
    """Write the state of `key` into `mate`, square i of the old frontier to slot place[i]; return the mask of inner slots."""
    for slot in range(len(mate)):
        mate[slot] = slot
    rank, waiting, inner = key >> (2 * len(place)), 0, 0
    first = np.empty(MAX_SLOTS + 1, dtype=np.int64)
    for square in range(len(place)):
        code = key >> (2 * square) & 3
        slot = place[square]
        if code == INNER_CODE:
            mate[slot] = INNER
            inner |= 1 << slot
        elif code == FIRST_CODE:
            first[waiting] = slot
            waiting += 1
        elif code == SECOND_CODE:
            chosen = rank % waiting
            rank //= waiting
            waiting -= 1
            other = first[chosen]
            first[chosen] = first[waiting]
            mate[slot], mate[other] = other, slot
    return inner


@kernel
def folded(mate: Int64s, folds: Int64s) -> int:
    """Pack the least of the state and its images under the symmetries of what is left."""
    least = pack(mate)
    image = np.empty(len(mate), dtype=np.int64)
    for fold in range(len(folds)):
        for slot in range(1, len(mate)):
            target = folds[fold, slot - 1] + 1
            if mate[slot] == INNER:
                image[target] = INNER
            else:
                image[target] = folds[fold, mate[slot] - 1] + 1
        least = min(least, pack(image))
    return least


@kernel
def lacks(exits: int, need: int) -> bool:
    """Whether a mask holds fewer than `need` (at most 2) bits."""
    return (need >= 1 and exits == 0) or (need == 2 and exits & (exits - 1) == 0)


@kernel
def need_of(mate: Int64s, slot: int) -> int:
    """Return how many edges a slot still needs; a square beyond the slots is untouched and needs two."""
    if slot >= len(mate) or mate[slot] == slot:
        return 2
    return 0 if mate[slot] == INNER else 1


@kernel
def starves(mate: Int64s, slot: int, inner: int, step: Step) -> bool:
    """Whether a slot that has just become inner leaves some square with fewer exits than it needs."""
    for column in range(step.watch.shape[1]):
        square = step.watch[slot, column]
        if square < 0:
            return False
        if lacks(step.reach[square] & ~inner, need_of(mate, square)):
            return True
    return False


@kernel
def forced_slots(mate: Int64s, inner: int, step: Step) -> int:
    """Return the mask of slots that must be joined to slot 0 now, or -1 where one of them would starve even so."""
    forced = 0
    for slot in step.later:
        need = need_of(mate, slot)
        exits = step.reach[slot] & ~inner
        if lacks(exits, need):
            if lacks(exits, need - 1):
                return -1
            forced |= 1 << slot
    return forced


@kernel
def link(mate: Int64s, slot: int, fresh: int, inner: int, step: Step, keys: Int64s, at: int) -> int:
    """Join slot 0, the end of a path, to `slot`; write the successor to keys[at] unless it is dead; return the next `at`.

    fresh: the slot that joining slot 0 to it has just made inner, 0 for none.
    """
    far, other = mate[0], mate[slot]
    closes = far == slot
    was_end = other != slot
    if was_end:
        inner |= 1 << slot
        mate[slot] = INNER
    if not closes:
        mate[far], mate[other] = other, far
    alive = not closes or inner == step.whole[0]
    if alive and not closes:
        alive = not (starves(mate, fresh, inner, step) or (was_end and starves(mate, slot, inner, step)))
    if alive:
        keys[at] = folded(mate, step.folds)
        at += 1
    if not closes:
        mate[far], mate[other] = 0, slot
    mate[slot] = other
    return at


@kernel
def successors(mate: Int64s, inner: int, step: Step, keys: Int64s, at: int) -> int:
    """Write the keys of all live successors of a state to keys[at:]; return the index after the last one."""
    if mate[0] == INNER:
        keys[at] = folded(mate, step.folds)
        return at + 1
    forced = forced_slots(mate, inner, step)
    if forced < 0:
        return at
    if mate[0] != 0:
        for slot in step.later:
            if not inner >> slot & 1 and forced & ~(1 << slot) == 0:
                at = link(mate, slot, 0, inner, step, keys, at)
        return at
    for index, slot in enumerate(step.later):
        others = forced & ~(1 << slot)
        if inner >> slot & 1 or others & (others - 1):
            continue
        other, fresh, inner_now = mate[slot], 0, inner
        mate[0], mate[other] = other, 0
        if other != slot:
            mate[slot] = INNER
            fresh, inner_now = slot, inner | 1 << slot
        for second in step.later[index + 1 :]:
            if not inner_now >> second & 1 and others & ~(1 << second) == 0:
                at = link(mate, second, fresh, inner_now, step, keys, at)
        mate[0] = 0
        mate[other] = slot
        mate[slot] = other
    return at


@kernel
def expand(keys: Int64s, begin: int, step: Step, out_keys: Int64s, out_sources: Int64s) -> tuple[int, int]:
    """Write the successors of keys[begin:] until all are done or the output might not hold those of one more state.

    out_sources: for each successor the index in `keys` of the state it comes from. Returns (states done up to, written).
    """
    mate = np.empty(step.watch.shape[0], dtype=np.int64)
    at, index = 0, begin
    while index < len(keys) and at + ROOM <= len(out_keys):
        inner = unpack(keys[index], step.place, mate)
        following = successors(mate, inner, step, out_keys, at)
        out_sources[at:following] = index
        at = following
        index += 1
    return index, at
