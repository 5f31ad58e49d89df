"""Kernels that take one state of a frontier to its successors, and pack states into 64-bit keys.

An unpacked state is three masks of slots (see `steps`), `ends`, `inner` and `second`, the ends whose path has its
other end at a lower slot; and the row work[MATE]: for each end the bit of the other end of its path. Packed, the lowest
bits are `ends`, as many again are `inner` and `second`, and above them is the matching: for each second end,
ascending, which first end it belongs to, among those below it that no earlier second end took, in mixed radix.
"""

from __future__ import annotations

import numpy as np
from numpy.typing import NDArray

from engine.jit import inline_kernel, kernel
from engine.search.bits import as_signed, lowest, population, spread
from engine.search.frontier.steps import (
    BEFORE,
    EXITS,
    FOLD,
    FOLDS,
    LATER,
    MAX_SLOTS,
    ONE,
    PLACES,
    SIZES,
    SLOTS,
    TWO,
    WHOLE,
)

Int64s = NDArray[np.int64]
Masks = tuple[int, int, int]
"""The masks `ends`, `inner` and `second` of a state."""

Planes = tuple[int, int, int, int]
"""The masks of the watched squares that have at least 1, 2, 3 and 4 exits."""

Out = tuple[Int64s, Int64s]
"""Keys of successors, and the slots that each joins to slot 0: one, and another one from the bit SECOND on, or 0."""

MATE, IMAGE = range(2)
"""Rows of the working space: mates, and mates under a symmetry."""

DEAD = -1
ROOM = MAX_SLOTS * (MAX_SLOTS + 1) // 2
"""More successors than one state can have: pairs of later neighbours."""

SECOND = 8
"""The bit from which the second of two slots joined to slot 0 is written."""


def workspace() -> Int64s:
    """Return int64 (2, slots) for the kernels to work in."""
    return np.zeros((2, MAX_SLOTS + 1), dtype=np.int64)


@inline_kernel
def slot_of(bit: int) -> int:
    """Return the slot of the lowest bit."""
    return int(lowest(np.uint64(bit)))


@inline_kernel
def pack(state: Masks, slots: int, mates: int, work: Int64s) -> int:
    """Pack the slots from 1 on into a key; the row `mates` of `work` holds the mates."""
    ends, inner, second = state
    rank, radix, first, rest = 0, 1, ends ^ second, second
    while rest:
        bit = rest & -rest
        rest ^= bit
        waiting, mate = first & (bit - 1), work[mates, slot_of(bit)]
        rank += radix * as_signed(population(np.uint64(waiting & (mate - 1))))
        radix *= as_signed(population(np.uint64(waiting)))
        first ^= mate
    width = slots - 1
    return ends >> 1 | (inner | second) >> 1 << width | rank << 2 * width


@inline_kernel
def unpack(key: int, step: Int64s, work: Int64s) -> Masks:
    """Return the state before the step, and write the mates to work[MATE]."""
    before, places = step[SIZES, BEFORE], np.uint64(step[SIZES, PLACES])
    ends = as_signed(spread(np.uint64(key & ((1 << before) - 1)), places))
    high = as_signed(spread(np.uint64(key >> before & ((1 << before) - 1)), places))
    second = high & ends
    rank, first, rest = np.uint64(key >> 2 * before), ends ^ second, second
    while rest:
        bit = rest & -rest
        rest ^= bit
        waiting = np.uint64(first & (bit - 1))
        number = population(waiting)
        mate = as_signed(spread(np.uint64(1) << rank % number, waiting))
        rank //= number
        first ^= mate
        work[MATE, slot_of(bit)], work[MATE, slot_of(mate)] = mate, bit
    return ends, high & ~ends, second


@inline_kernel
def least_key(state: Masks, step: Int64s, work: Int64s) -> int:
    """Pack the least of the state and its images under the symmetries of what is left."""
    slots = step[SIZES, SLOTS]
    least = pack(state, slots, MATE, work)
    for row in range(FOLD, FOLD + step[SIZES, FOLDS]):
        least = min(least, pack(image_of(state, row, step, work), slots, IMAGE, work))
    return least


@inline_kernel
def image_of(state: Masks, row: int, step: Int64s, work: Int64s) -> Masks:
    """Return a state's image, and write its mates to work[IMAGE]. row: of the symmetry, in `step`."""
    _, rest, second = state
    image_ends, image_inner, image_second = 0, 0, 0
    while rest:
        image_inner |= 1 << step[row, slot_of(rest)]
        rest &= rest - 1
    while second:
        slot = slot_of(second)
        second &= second - 1
        one, other = step[row, slot], step[row, slot_of(work[MATE, slot])]
        work[IMAGE, one], work[IMAGE, other] = 1 << other, 1 << one
        image_ends |= 1 << one | 1 << other
        image_second |= 1 << max(one, other)
    return image_ends, image_inner, image_second


@inline_kernel
def planes_of(inner: int, step: Int64s) -> Planes:
    """Count the exits of all watched squares after the step: untouched neighbours, and slots that are not inner."""
    one, two, three, four = step[SIZES, ONE], step[SIZES, TWO], 0, 0
    rest = (1 << step[SIZES, SLOTS]) - 2 & ~inner
    while rest:
        beside = step[EXITS, slot_of(rest)]
        rest &= rest - 1
        four |= three & beside
        three |= two & beside
        two |= one & beside
        one |= beside
    return one, two, three, four


@inline_kernel
def starves(lost: int, lost_too: int, ends: int, inner: int, planes: Planes) -> bool:
    """Whether two slots that have just become inner leave some square with fewer exits than it needs.

    lost, lost_too: the squares that one and the other was an exit of, 0 for none.
    """
    _, two, three, four = planes
    once, twice = lost ^ lost_too, lost & lost_too
    enough, half = three & once | four & twice, two & once | three & twice
    return (once | twice) & (ends & ~half | ~(ends | inner | enough)) != 0


@inline_kernel
def link(bit: int, far: int, state: Masks, lost: int, planes: Planes, step: Int64s, work: Int64s) -> int:
    """Join slot 0, whose path ends at `far`, to a slot; return the successor's key, or DEAD.

    state: its path is gone from `second`. lost: the squares that have lost an exit when slot 0 was joined before.
    """
    ends, inner, second = state
    other, lost_too, slot = bit, 0, slot_of(bit)
    was_end = ends & bit != 0
    ends ^= bit
    if was_end:
        inner |= bit
        if far == bit:
            return least_key((0, inner, 0), step, work) if inner == step[SIZES, WHOLE] else DEAD
        other, lost_too = work[MATE, slot], step[EXITS, slot]
        second &= ~(bit | other)
    if starves(lost, lost_too, ends, inner, planes):
        return DEAD
    work[MATE, slot_of(far)], work[MATE, slot_of(other)] = other, far
    key = least_key((ends, inner, second | max(far, other)), step, work)
    if was_end:
        work[MATE, slot_of(other)] = bit
    return key


@inline_kernel
def forced_slots(state: Masks, planes: Planes, step: Int64s) -> int:
    """Return the mask of slots that must be joined to slot 0 now, or DEAD where one of them would starve even so."""
    ends, inner, _ = state
    later, bare = step[SIZES, LATER], ~(ends | inner)
    if later & bare & ~planes[0]:
        return DEAD
    return int(later & (bare & ~planes[1] | ends & ~planes[0]))


@inline_kernel
def link_one(far: int, state: Masks, step: Int64s, work: Int64s, out: Out, at: int) -> int:
    """Write the successors where slot 0 ends the path from `far`, and the slots joined to it; return where they end."""
    planes, (keys, joined) = planes_of(state[1], step), out
    forced = forced_slots(state, planes, step)
    if forced & (forced - 1):  # two or more, or DEAD
        return at
    rest = forced or step[SIZES, LATER] & ~state[1]
    while rest:
        bit = rest & -rest
        rest ^= bit
        keys[at], joined[at] = link(bit, far, state, 0, planes, step, work), slot_of(bit)
        at += keys[at] != DEAD
    return at


@inline_kernel
def link_two(state: Masks, step: Int64s, work: Int64s, out: Out, at: int) -> int:
    """Write the successors where slot 0 is bare, and the pairs of slots joined to it; return where they end."""
    (ends, inner, second), (keys, joined) = state, out
    planes = planes_of(inner, step)
    forced = forced_slots(state, planes, step)
    rest = 0 if forced == DEAD else step[SIZES, LATER] & ~inner
    while rest:
        bit = rest & -rest
        rest ^= bit
        others, slot = forced & ~bit, slot_of(bit)
        if others & (others - 1):
            continue
        was_end = ends & bit != 0
        far, lost = (work[MATE, slot], step[EXITS, slot]) if was_end else (bit, 0)
        begun = ends ^ bit, inner | bit if was_end else inner, second & ~(bit | far)
        partners = rest & others if others else rest
        while partners:
            partner = partners & -partners
            partners ^= partner
            keys[at] = link(partner, far, begun, lost, planes, step, work)
            joined[at] = slot | slot_of(partner) << SECOND
            at += keys[at] != DEAD
        if was_end:
            work[MATE, slot_of(far)] = bit
    return at


@inline_kernel
def successors(key: int, step: Int64s, work: Int64s, out: Out, at: int) -> int:
    """Write the successors of one state, at most ROOM, to out[...][at:]; return where they end."""
    ends, inner, second = unpack(key, step, work)
    if inner & 1:
        out[0][at], out[1][at] = least_key((ends, inner ^ 1, second), step, work), 0
        return at + 1
    if ends & 1:
        far = work[MATE, 0]
        return link_one(far, (ends ^ 1, inner, second & ~far), step, work, out, at)
    return link_two((ends, inner, second), step, work, out, at)


@kernel
def expand(keys: Int64s, begin: int, step: Int64s, work: Int64s, out_keys: Int64s, sources: Int64s) -> tuple[int, int]:
    """Write the successors of keys[begin:] until all are done or the output might not hold those of one more state.

    sources: for each successor the index in `keys` of the state it comes from. Returns (states done up to, written).
    """
    at, index = 0, begin
    while index < len(keys) and at + ROOM <= len(out_keys):
        written = successors(keys[index], step, work, (out_keys, sources), at)
        while at < written:
            sources[at] = index
            at += 1
        index += 1
    return index, at
