"""The steps of a layer in an order of states that a processor handles fast; the sums are the same.

States between the squares of a layer are numbered anew: first those that one state leads to, then those of two, then
all others, each ascending by the lowest of them. So branches are predictable, and memory is read nearly in order.
"""

from __future__ import annotations

from collections.abc import Sequence

import numpy as np
from numpy.typing import NDArray

from engine.jit import kernel
from engine.search.strip.steps import Int32s, Int64s, Step, forwards

PAIR = 2
"""The number of primes that have a kernel of their own: most terms are counted by this many."""

Words = NDArray[np.uint32]


def chain_of(steps: Sequence[Step]) -> list[Step]:
    """Return the steps of a layer, the states between its squares numbered anew."""
    chain: list[Step] = []
    ranks = None
    for number, step in enumerate(steps, 1):
        sources = step.sources if ranks is None else ranks[step.sources]
        if number == len(steps) or not len(step.ends):
            chain.append(Step(step.ends, sources))
            ranks = None
            continue
        degrees = np.diff(step.ends, prepend=0)
        begins = step.ends - degrees
        order = np.lexsort([np.minimum.reduceat(sources, begins), np.minimum(degrees, PAIR + 1)])
        moved = np.empty_like(sources)
        _move(begins[order], degrees[order], sources, moved)
        chain.append(Step(np.cumsum(degrees[order]), moved))
        ranks = np.empty(len(order), dtype=np.int32)
        ranks[order] = np.arange(len(order), dtype=np.int32)
    return chain


def through(chain: Sequence[Step], values: Int64s, moduli: Int64s) -> Int64s:
    """Return int64 (states after, primes): the sums after all steps of a layer."""
    if values.shape[1] != PAIR:
        for step in chain:
            values = forwards(step, values, moduli)
        return values
    words: Words = values.astype(np.uint32)
    for step in chain:
        sums = np.empty((len(step.ends), PAIR), dtype=np.uint32)
        _gather_pairs(step.ends, step.sources, words, moduli, sums)
        words = sums
    return words.astype(np.int64)


@kernel
def _move(begins: Int64s, degrees: Int64s, sources: Int32s, moved: Int32s) -> None:
    at = 0
    for state in range(len(begins)):
        for index in range(begins[state], begins[state] + degrees[state]):
            moved[at] = sources[index]
            at += 1


@kernel
def _gather_pairs(ends: Int64s, sources: Int32s, values: Words, moduli: Int64s, sums: Words) -> None:
    """Sum both columns at once; quotients by floating point are wrong by one at most."""
    first, second = np.int64(moduli[0]), np.int64(moduli[1])
    by_first, by_second = 1.0 / first, 1.0 / second
    begin = 0
    for state in range(len(ends)):
        end = ends[state]
        if end - begin == 1:
            source = sources[begin]
            sums[state, 0], sums[state, 1] = values[source, 0], values[source, 1]
        else:
            one, other = np.int64(0), np.int64(0)
            for index in range(begin, end):
                source = sources[index]
                one += np.int64(values[source, 0])
                other += np.int64(values[source, 1])
            if end - begin == 2:
                one, other = one - first, other - second
            else:
                one -= np.int64(one * by_first) * first
                other -= np.int64(other * by_second) * second
                one += (first & (one >> 63)) - first
                other += (second & (other >> 63)) - second
            sums[state, 0], sums[state, 1] = one + (first & (one >> 63)), other + (second & (other >> 63))
        begin = end
