"""Transfer-matrix Monte Carlo: partial tours in many strands, which take the squares of the board in their order.

A square is settled by choosing its moves to later squares, so that it has two. Settled squares form strands, and of
the squares to come only those that are touched have a history: `need`, how many moves they still want, and for ends
of strands `mate`, the other end. No strand is closed before the tour is whole. The two ends of a tour that need not
close are two vertices beside the board, `size` for the start and `size` + 1 for the end, joined from the beginning;
each wants one square. So every directed tour is one cycle through both, and is made in one way only.

A partial tour is weighted by Phi = product over the unsettled squares with need > 0 of phi(need, room), where room is
the number of their unsettled neighbours with need > 0, and for each end still to come by END times the number of
squares left to it. Choices are drawn in proportion to Phi after them, weights are multiplied by the sum, and
populations are resampled as those of `sequential_monte_carlo`: the product of mean weights is unbiased whatever phi is.
What the potential does not see lies along a frontier, not all over the board.
Source: M. P. Nightingale, H. W. J. Blöte, "Transfer-matrix Monte Carlo estimates of critical points in the simple-cubic
Ising, planar, and Heisenberg models", 1996; the potential is this project's.
"""

from __future__ import annotations

from typing import NamedTuple

import numpy as np
from numpy.typing import NDArray

from engine.jit import allocating, inline_kernel, kernel
from engine.sampling.mask_step import WORD


class Strands(NamedTuple):
    """Partial tours that have settled the same squares. Squares are given by their places in the order.

    need: uint8 (k, size + 2). room: uint8 (k, size), right where need > 0. mate: int16 (k, size + 2), right where need
    is 1; a square that nothing touches is its own. ends: int16 (k, 2), the squares of start and end, -1 before they are
    drawn. weight: float64 (k,), 0 for the dead, in units of 2**exponent. links: int16 (k, size, 2), the later squares
    that a settled one was linked to, -1 for none, kept only for requested tours, else (k, 0, 2). exponent: int64 (1,).
    """

    need: NDArray[np.uint8]
    room: NDArray[np.uint8]
    mate: NDArray[np.int16]
    ends: NDArray[np.int16]
    weight: NDArray[np.float64]
    links: NDArray[np.int16]
    exponent: NDArray[np.int64]


class Ground(NamedTuple):
    """What strands lie on.

    neighbours: int16 (size, moves), places in the order, descending, -1 for none. colour: int8 (size,), 0 or 1, that of
    neighbours being the other one; all 0 on boards without a colouring. may: bool (2, size), where tours may start and
    end. apart: whether start and end differ in colour.
    """

    neighbours: NDArray[np.int16]
    colour: NDArray[np.int8]
    may: NDArray[np.bool_]
    apart: bool


class Shape(NamedTuple):
    """Changes of Phi by need and room before, float64 (3, rooms).

    stay: the room falls by one. take: so does the need. settled: the square no longer counts.
    """

    stay: NDArray[np.float64]
    take: NDArray[np.float64]
    settled: NDArray[np.float64]


Listed = tuple[NDArray[np.int64], NDArray[np.float64], NDArray[np.float64], NDArray[np.float64]]
"""The squares or ends that may be linked to a square; for each the changes of Phi if it is not linked and if it is; the
change by the ends that cannot be linked, (1,)."""


@allocating
def settle(
    ground: Ground, shape: Shape, strands: Strands, square: int, waiting: NDArray[np.float64], words: NDArray[np.uint32]
) -> None:
    """Choose for every particle the links of `square` to later squares; `strands` is changed in place.

    waiting: float64 (2, 2), for start and end: the change of Phi if it is still to come, and if it is drawn here.
    words: one for each particle. A particle without a choice dies (weight 0).
    """
    neighbours, stays, takes = ground.neighbours, shape.stay, shape.take
    need, room, mate, weight, links = strands.need, strands.room, strands.mate, strands.weight, strands.links
    size, moves = neighbours.shape
    width = moves + 2
    squares, stay, take = np.empty(width, dtype=np.int64), np.empty(width), np.empty(width)
    ones, others = np.empty(width * width, dtype=np.int64), np.empty(width * width, dtype=np.int64)
    gains, waits = np.empty(width * width), np.empty(1)
    for particle in range(len(weight)):
        if weight[particle] == 0.0:
            continue
        required, count, base, forced = need[particle, square], 0, 1.0, 0
        if need[particle, size] or need[particle, size + 1]:
            count = _ends(ground, need, strands.ends, particle, square, waiting, (squares, stay, take, waits))
            base = waits[0]
        if required == 0:
            weight[particle] *= base
            continue
        for slot in range(moves):  # squares to be linked, with the change of Phi if they are not, and if they are
            near = neighbours[square, slot]
            if near <= square:
                break
            needed, left = need[particle, near], room[particle, near]
            if needed:
                squares[count], stay[count], take[count] = near, stays[needed, left], takes[needed, left]
                if needed == 1:
                    take[count] *= _leaving(neighbours, stays, need, room, particle, square, near)
                room[particle, near] = left - 1
                count += 1
        for i in range(count):
            if stay[i] == 0.0:
                forced += 1
            else:
                base *= stay[i]
                take[i] /= stay[i]
        choices, total = 0, 0.0
        for i in range(count):  # one of them, or two
            one = int(squares[i])
            for j in range(i + 1 if required == 2 else count, count if required == 2 else count + 1):
                other, gain, met = int(square), base * take[i], int(stay[i] == 0.0)
                if required == 2:
                    other, gain, met = int(squares[j]), gain * take[j], met + int(stay[j] == 0.0)
                if met < forced or gain == 0.0:
                    continue
                if mate[particle, one] == other and not _whole(need, particle, square, one, other):
                    continue
                if required == 2 and one < size and other < size and need[particle, one] == need[particle, other] == 1:
                    gain *= _leaving_both(neighbours, stays, need, room, particle, square, one, other)
                if gain > 0.0:
                    ones[choices], others[choices], gains[choices] = one, other, gain
                    total += gain
                    choices += 1
        weight[particle] *= total * shape.settled[required, room[particle, square]]
        if total == 0.0:
            continue
        chosen = _choose(gains, choices, (words[particle] + 0.5) * WORD * total)
        _link(neighbours, need, room, mate, strands.ends, particle, square, (ones[chosen], others[chosen]))
        if links.shape[1]:
            links[particle, square, 0] = ones[chosen]
            links[particle, square, 1] = others[chosen] if required == 2 else -1


@inline_kernel
def _choose(gains: NDArray[np.float64], choices: int, place: float) -> int:
    """Return the choice whose gain contains `place`, all gains laid side by side."""
    chosen = 0
    while chosen < choices - 1 and place >= gains[chosen]:
        place -= gains[chosen]
        chosen += 1
    return chosen


@kernel
def _ends(
    ground: Ground,
    need: NDArray[np.uint8],
    ends: NDArray[np.int16],
    particle: int,
    square: int,
    waiting: NDArray[np.float64],
    listed: Listed,
) -> int:
    """List the ends that may be drawn here and return how many; the last array gets the change of Phi by the others."""
    squares, stay, take, waits = listed
    size, count, waits[0] = len(ground.colour), 0, 1.0
    for end in range(2):
        if need[particle, size + end] == 0:
            continue
        partner, apart = ends[particle, 1 - end], ground.apart
        alike = apart and partner >= 0 and ground.colour[partner] == ground.colour[square]
        if need[particle, square] and ground.may[end, square] and not alike:
            squares[count], stay[count] = size + end, waiting[end, 0]
            take[count] = waiting[end, 1] * (2.0 if apart and partner >= 0 else 1.0)
            count += 1
        else:
            waits[0] *= waiting[end, 0]
    return count


@inline_kernel
def _leaving(
    neighbours: NDArray[np.int16],
    stays: NDArray[np.float64],
    need: NDArray[np.uint8],
    room: NDArray[np.uint8],
    particle: int,
    square: int,
    linked: int,
) -> float:
    """Return the change of Phi when `linked`, its need met, leaves the rooms of its later neighbours."""
    factor = 1.0
    for slot in range(neighbours.shape[1]):
        near = neighbours[linked, slot]
        if near <= square:
            break
        if need[particle, near]:
            factor *= stays[need[particle, near], room[particle, near]]
    return factor


@kernel
def _among(neighbours: NDArray[np.int16], square: int, required: int) -> bool:
    """Whether `required` is a neighbour of `square`."""
    found = False
    for near in neighbours[square]:
        found |= near == required
    return found


@kernel
def _leaving_both(
    neighbours: NDArray[np.int16],
    stays: NDArray[np.float64],
    need: NDArray[np.uint8],
    room: NDArray[np.uint8],
    particle: int,
    square: int,
    one: int,
    other: int,
) -> float:
    """Return the factor that corrects the changes by two squares that leave the rooms of the same neighbours."""
    factor = 1.0
    for near in neighbours[one]:
        if near <= square:
            break
        needed, left = need[particle, near], room[particle, near]
        if needed and _among(neighbours, other, near):
            factor *= stays[needed, left - 1] / stays[needed, left]
    return factor


@kernel
def _whole(need: NDArray[np.uint8], particle: int, square: int, one: int, other: int) -> bool:
    """Whether no need is left once `square` is linked to `one` and `other`."""
    for vertex in range(square + 1, need.shape[1]):
        if need[particle, vertex] != int(vertex == one) + int(vertex == other):
            return False
    return True


@inline_kernel
def _link(
    neighbours: NDArray[np.int16],
    need: NDArray[np.uint8],
    room: NDArray[np.uint8],
    mate: NDArray[np.int16],
    ends: NDArray[np.int16],
    particle: int,
    square: int,
    pair: tuple[int, int],
) -> None:
    """Join the strands of a square and one or two others (the second may be the square itself); lower their needs."""
    size, (one, other) = len(neighbours), pair
    near_end, far_end = mate[particle, one], mate[particle, other]
    mate[particle, near_end], mate[particle, far_end] = far_end, near_end
    for k in range(1 if other == square else 2):
        linked = other if k else one
        need[particle, linked] -= 1
        if linked >= size:
            ends[particle, linked - size] = square
        elif need[particle, linked] == 0:
            for slot in range(neighbours.shape[1]):
                near = neighbours[linked, slot]
                if near <= square:
                    break
                if need[particle, near]:
                    room[particle, near] -= 1
