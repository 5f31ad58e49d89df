"""The shortest walk that collects a set of squares, in the best order.

Given the distances between the squares, the order is a travelling salesman's path: exact by dynamic programming over
subsets (Held and Karp 1962) up to MAX_EXACT_SQUARES squares; beyond that a good order by improvement, and below it a
bound that no walk can beat (Held and Karp's spanning trees with penalties, 1970), so that the gap is known.
"""

from __future__ import annotations

from dataclasses import dataclass
from itertools import pairwise

import numpy as np
from numpy.typing import NDArray

MAX_EXACT_SQUARES = 16
ROUNDS = 200
"""Rounds of penalty adjustment of the lower bound."""

Matrix = NDArray[np.int64]


@dataclass(frozen=True)
class CollectingOrder:
    """The order in which to visit the squares to collect (indices in the list given), without start and end.

    length: moves of the whole walk in this order. lower_bound: no walk is shorter; equal to `length` where exact.
    """

    order: list[int]
    length: int
    lower_bound: int


def collecting_order(between: Matrix, start: NDArray[np.int64], end: NDArray[np.int64] | None) -> CollectingOrder:
    """Return the order in which to collect m squares.

    between: int64 (m, m), distances from square to square. start, end: int64 (m,), distances from the start square
    and to the end square; None where the walk may end anywhere. All must be reachable (non-negative).
    """
    last = np.zeros(len(start), dtype=np.int64) if end is None else end
    if len(start) <= MAX_EXACT_SQUARES:
        order = _held_karp(between, start, last)
        length = _length(order, between, start, last)
        return CollectingOrder(order, length, length)
    order = _improve(_nearest_first(between, start), between, start, last)
    length = _length(order, between, start, last)
    return CollectingOrder(order, length, min(length, _tree_bound(between, start, last, length)))


def _length(order: list[int], between: Matrix, start: NDArray[np.int64], last: NDArray[np.int64]) -> int:
    legs = sum(int(between[a, b]) for a, b in pairwise(order))
    return int(start[order[0]]) + legs + int(last[order[-1]])


def _held_karp(between: Matrix, start: NDArray[np.int64], last: NDArray[np.int64]) -> list[int]:
    """Fill best[subset, j]: the fewest moves that collect `subset` and end on j; then read the order backwards."""
    count = len(start)
    best = np.full((1 << count, count), np.iinfo(np.int64).max // 2, dtype=np.int64)
    best[1 << np.arange(count), np.arange(count)] = start
    subsets = np.arange(1 << count)
    sizes = np.bitwise_count(subsets)
    for size in range(1, count):
        layer = subsets[sizes == size]
        for j in range(count):
            without = layer[layer >> j & 1 == 0]
            best[without | 1 << j, j] = (best[without] + between[:, j]).min(axis=1)
    subset = (1 << count) - 1
    order = [int(np.argmin(best[subset] + last))]
    while subset := subset & ~(1 << order[-1]):
        order.append(int(np.argmin(best[subset] + between[:, order[-1]])))
    return order[::-1]


def _nearest_first(between: Matrix, start: NDArray[np.int64]) -> list[int]:
    order = [int(np.argmin(start))]
    left = set(range(len(start))) - set(order)
    while left:
        order.append(min(left, key=lambda j: (int(between[order[-1], j]), j)))
        left.remove(order[-1])
    return order


def _improve(order: list[int], between: Matrix, start: NDArray[np.int64], last: NDArray[np.int64]) -> list[int]:
    """Reverse stretches and move stretches of up to three squares elsewhere while that shortens the walk."""
    length = _length(order, between, start, last)
    while True:
        candidates = [*_reversals(order), *_relocations(order)]
        orders = np.array(candidates)
        legs = between[orders[:, :-1], orders[:, 1:]].sum(axis=1)
        lengths = start[orders[:, 0]] + legs + last[orders[:, -1]]
        index = int(np.argmin(lengths))
        if lengths[index] >= length:
            return order
        order, length = candidates[index], int(lengths[index])


def _reversals(order: list[int]) -> list[list[int]]:
    count = len(order)
    return [order[:i] + order[i:j][::-1] + order[j:] for i in range(count) for j in range(i + 2, count + 1)]


def _relocations(order: list[int]) -> list[list[int]]:
    moved = []
    for width in (1, 2, 3):
        for i in range(len(order) - width + 1):
            rest, stretch = order[:i] + order[i + width :], order[i : i + width]
            moved += [rest[:j] + stretch + rest[j:] for j in range(len(rest) + 1) if j != i]
    return moved


def _tree_bound(between: Matrix, start: NDArray[np.int64], last: NDArray[np.int64], length: int) -> int:
    """Return a lower bound: smallest spanning trees with a penalty on every square that has not two edges.

    A walk through all squares is a spanning tree of start, squares and end, with two edges at every square; adding
    a penalty per edge at a square and taking it off twice changes no walk's length, but moves the smallest tree.
    """
    count = len(start)
    weights = np.full((count + 2, count + 2), np.inf)
    weights[:count, :count] = between
    weights[count, :count] = weights[:count, count] = start
    weights[count + 1, :count] = weights[:count, count + 1] = last
    required = np.array([2] * count + [1, 1])
    penalties = np.zeros(count + 2)
    bound = 0.0
    for turn in range(ROUNDS):
        weight, degrees = _smallest_tree(weights + penalties[:, None] + penalties)
        bound = max(bound, weight - float(penalties @ required))
        excess = degrees - required
        if not excess.any():
            break
        scale = max(length - bound, 1.0) / float(excess @ excess) * (1 - turn / ROUNDS)
        penalties = penalties + scale * excess
    # Rounding errors of the floating sums stay far below 1e-6; lengths are whole numbers.
    return int(np.ceil(bound - 1e-6))


def _smallest_tree(weights: NDArray[np.float64]) -> tuple[float, NDArray[np.int64]]:
    """Return the weight of the smallest spanning tree (Prim) and the degree of every vertex in it."""
    count = len(weights)
    degrees = np.zeros(count, dtype=np.int64)
    inside = np.zeros(count, dtype=bool)
    inside[0] = True
    nearest, link = weights[0].copy(), np.zeros(count, dtype=np.intp)
    total = 0.0
    for _ in range(count - 1):
        vertex = int(np.argmin(np.where(inside, np.inf, nearest)))
        total += float(nearest[vertex])
        degrees[[vertex, link[vertex]]] += 1
        inside[vertex] = True
        closer = weights[vertex] < nearest
        nearest[closer], link[closer] = weights[vertex][closer], vertex
    return total, degrees
