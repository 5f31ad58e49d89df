"""Narrowing of partly given tours: for every square the set of times at which a tour may still visit it.

The state of a node of the search is three arrays:

    times  uint64 (squares, words): bit t of a row is set where the square may be the one numbered t + 1
    links  uint64 (squares,): bit k is set where a tour may still go between the square and its k-th neighbour
    bonds  uint64 (squares,): the same of the moves that every tour makes, in either direction

`narrow` strikes out what no completion has, by rules that only look at neighbours, until none of them has more to
strike out:

- A square visited at t has one neighbour at t - 1 and another one at t + 1 (a first and a last square need one only).
  Applied again and again this says what counting moves would: from each given number the squares spread by one move a
  time step, over squares that are not given, so distance and colour of two given squares must fit their numbers.
- Two squares have different times, every time has a square: a time known of one is struck out of the others, and a time
  that only one square may have is its time.
- A square that is not an end makes two moves. Where two are left it makes both; where it makes two it makes no other.
- The ends of a move that is made have times that differ by one.

Source: these are the constraints of arc consistency for a path with an "all different" (J.-C. Regin, "A filtering
algorithm for constraints of difference in CSPs", 1994, has the full strength of the latter; single values are enough
here and cost less).
"""

from __future__ import annotations

import numpy as np
from numpy.typing import NDArray

from engine.copying import copy_to
from engine.jit import kernel
from engine.search.bits import ONE, lowest, population

Table = tuple[NDArray[np.int32], NDArray[np.int32], NDArray[np.int32]]
"""Neighbours int32 (n, k), -1 filled; the slot of the square itself in each neighbour's row; arcs int32 (m, 2): moves
that every tour makes from the first square to the second."""

State = tuple[NDArray[np.uint64], NDArray[np.uint64], NDArray[np.uint64]]
TOP = np.uint64(63)


@kernel
def _later(row: NDArray[np.uint64], size: int, closed: bool, out: NDArray[np.uint64]) -> None:
    """Write the set of times one after those of `row`."""
    carry = np.uint64(0)
    for word in range(len(row)):
        out[word] = (row[word] << ONE) | carry
        carry = row[word] >> TOP
    last = np.uint64((size - 1) & 63)
    if (size & 63) != 0:
        out[len(row) - 1] &= (ONE << np.uint64(size & 63)) - ONE
    if closed and (row[len(row) - 1] >> last) & ONE:
        out[0] |= ONE


@kernel
def _earlier(row: NDArray[np.uint64], size: int, closed: bool, out: NDArray[np.uint64]) -> None:
    """Write the set of times one before those of `row`."""
    carry = np.uint64(0)
    for word in range(len(row) - 1, -1, -1):
        out[word] = (row[word] >> ONE) | (carry << TOP)
        carry = row[word] & ONE
    if closed and row[0] & ONE:
        out[len(row) - 1] |= ONE << np.uint64((size - 1) & 63)


@kernel
def _cut(table: Table, state: State, square: int, slot: int, dirty: NDArray[np.bool_]) -> None:
    """Strike out a move."""
    neighbours, back, _ = table
    _, links, _ = state
    other = neighbours[square, slot]
    links[square] &= ~(ONE << np.uint64(slot))
    links[other] &= ~(ONE << np.uint64(back[square, slot]))
    dirty[square] = True
    dirty[other] = True


@kernel
def _bind(table: Table, state: State, square: int, slot: int, dirty: NDArray[np.bool_]) -> None:
    """Record that a move is part of the tour."""
    neighbours, back, _ = table
    _, _, bonds = state
    other = neighbours[square, slot]
    bonds[square] |= ONE << np.uint64(slot)
    bonds[other] |= ONE << np.uint64(back[square, slot])
    dirty[square] = True
    dirty[other] = True


@kernel
def _is_inner(row: NDArray[np.uint64], size: int, closed: bool) -> tuple[bool, bool]:
    """Whether a square with these times is surely none of the tour's two ends, and whether it surely is one."""
    if closed:
        return True, False
    last, bit = (size - 1) >> 6, ONE << np.uint64((size - 1) & 63)
    may_end, may_not = bool(row[0] & ONE) or bool(row[last] & bit), False
    for word in range(len(row)):
        value = row[word]
        if word == 0:
            value &= ~ONE
        if word == last:
            value &= ~bit
        may_not |= value != 0
    return not may_end, not may_not


@kernel
def _moves_suffice(table: Table, state: State, square: int, closed: bool, dirty: NDArray[np.bool_]) -> bool:
    """Whether the moves left at a square suffice; those it must make are noted, those it cannot make struck out."""
    times, links, bonds = state
    inner, outer = _is_inner(times[square], len(times), closed)
    have, made = population(links[square]), population(bonds[square])
    needed = np.uint64(2 if inner else 1)
    most = np.uint64(1 if outer else 2)
    if have < needed or made > most or bonds[square] & ~links[square]:
        return False
    left = links[square] & ~bonds[square]
    if left and made == most:
        while left:
            _cut(table, state, square, int(lowest(left)), dirty)
            left &= left - ONE
    elif left and have == needed and (inner or outer):
        while left:
            _bind(table, state, square, int(lowest(left)), dirty)
            left &= left - ONE
    return True


@kernel
def _between(table: Table, state: State, square: int, closed: bool, work: NDArray[np.uint64]) -> None:
    """Keep in work[0] the times at which a square comes between the two squares that it makes its moves to."""
    neighbours, _, _ = table
    times, _, bonds = state
    first, second = lowest(bonds[square]), lowest(bonds[square] & (bonds[square] - ONE))
    one, two = times[neighbours[square, int(first)]], times[neighbours[square, int(second)]]
    size = len(times)
    _later(one, size, closed, work[6])
    _earlier(two, size, closed, work[7])
    _later(two, size, closed, work[8])
    _earlier(one, size, closed, work[9])
    for word in range(len(one)):
        work[0, word] &= (work[6, word] & work[7, word]) | (work[8, word] & work[9, word])


@kernel
def _neighbourly(
    table: Table, state: State, square: int, closed: bool, dirty: NDArray[np.bool_], work: NDArray[np.uint64]
) -> bool:
    """Whether a square keeps a time after all that its neighbours say."""
    neighbours, _, _ = table
    times, links, bonds = state
    size, words = times.shape
    row, kept, whole, ones, twos, before, after = times[square], work[0], work[1], work[2], work[3], work[4], work[5]
    work[:] = 0
    copy_to(kept, row)
    left = links[square]
    while left:
        slot = int(lowest(left))
        left &= left - ONE
        other = times[neighbours[square, slot]]
        _later(other, size, closed, before)
        _earlier(other, size, closed, after)
        meets = np.uint64(0)
        for word in range(words):
            beside = before[word] | after[word]
            meets |= beside & row[word]
            twos[word] |= ones[word] & beside
            ones[word] |= beside
            whole[word] |= other[word]
        if not meets:
            _cut(table, state, square, slot, dirty)
        elif (bonds[square] >> np.uint64(slot)) & ONE:
            for word in range(words):
                kept[word] &= before[word] | after[word]
    _later(whole, size, closed, before)
    _earlier(whole, size, closed, after)
    if not closed:
        before[0] |= ONE
        last = (size - 1) >> 6
        after[last] |= ONE << np.uint64((size - 1) & 63)
        twos[0] |= ONE
        twos[last] |= ONE << np.uint64((size - 1) & 63)
    if population(bonds[square]) == 2:
        _between(table, state, square, closed, work)
    changed, some = False, np.uint64(0)
    for word in range(words):
        value = kept[word] & before[word] & after[word] & twos[word]
        changed |= value != row[word]
        some |= value
        row[word] = value
    if changed:
        _wake(table, state, square, dirty)
    return bool(some != 0)


@kernel
def _wake(table: Table, state: State, square: int, dirty: NDArray[np.bool_]) -> None:
    """Have a square and its neighbours looked at again."""
    neighbours, _, _ = table
    left = state[1][square]
    dirty[square] = True
    while left:
        dirty[neighbours[square, int(lowest(left))]] = True
        left &= left - ONE


@kernel
def _follow_arcs(table: Table, state: State, closed: bool, dirty: NDArray[np.bool_], work: NDArray[np.uint64]) -> bool:
    """Whether every arc can be made: its second square is visited right after its first."""
    arcs, times = table[2], state[0]
    size, words = times.shape
    for arc in range(len(arcs)):
        one, two = arcs[arc, 0], arcs[arc, 1]
        for turn in range(2):
            here = two if turn == 0 else one
            if turn == 0:
                _later(times[one], size, closed, work[0])
            else:
                _earlier(times[two], size, closed, work[0])
            changed, some = False, np.uint64(0)
            for word in range(words):
                value = times[here, word] & work[0, word]
                changed |= value != times[here, word]
                some |= value
                times[here, word] = value
            if not some:
                return False
            if changed:
                _wake(table, state, here, dirty)
    return True


@kernel
def _all_different(table: Table, state: State, dirty: NDArray[np.bool_], work: NDArray[np.uint64]) -> bool:
    """Whether times known of one square can be struck out of all others, and every time still has a square."""
    times = state[0]
    size, words = times.shape
    known, ones, twos = work[0], work[1], work[2]
    known[:] = 0
    ones[:] = 0
    twos[:] = 0
    for square in range(size):
        count = np.uint64(0)
        for word in range(words):
            value = times[square, word]
            count += population(value)
            twos[word] |= ones[word] & value
            ones[word] |= value
        if count == 1:
            for word in range(words):
                if known[word] & times[square, word]:
                    return False
                known[word] |= times[square, word]
    for word in range(words):
        full = ~np.uint64(0) if word < size >> 6 else (ONE << np.uint64(size & 63)) - ONE
        if ones[word] != full:
            return False
    for square in range(size):
        count, own = np.uint64(0), np.uint64(0)
        for word in range(words):
            count += population(times[square, word])
            own += population(times[square, word] & ~twos[word])
        if own > 1:
            return False
        if count == 1:
            continue
        changed = False
        for word in range(words):
            value = times[square, word]
            fresh = value & ~twos[word] if own else value & ~known[word]
            changed |= fresh != value
            times[square, word] = fresh
        if changed:
            _wake(table, state, square, dirty)
            some = np.uint64(0)
            for word in range(words):
                some |= times[square, word]
            if not some:
                return False
    return True


@kernel
def narrow(table: Table, state: State, closed: bool, dirty: NDArray[np.bool_], work: NDArray[np.uint64]) -> bool:
    """Strike out what no completion has, in place; whether every square keeps a time.

    closed: whether the last square has to be one move from the first. dirty: bool (squares,), squares to begin with;
    all False afterwards where True is returned. work: uint64 (10, words), overwritten.
    """
    times, again = state[0], True
    while again:
        again = False
        for square in range(len(dirty)):
            if dirty[square]:
                dirty[square] = False
                again = True
                if not _neighbourly(table, state, square, closed, dirty, work):
                    return False
                if len(times) > 1 and not _moves_suffice(table, state, square, closed, dirty):
                    return False
        if again:
            if not _all_different(table, state, dirty, work):
                return False
            if not _follow_arcs(table, state, closed, dirty, work):
                return False
    return True
