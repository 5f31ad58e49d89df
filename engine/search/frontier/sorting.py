"""Kernels that sort states by bucket and key and add up equal ones: what is sent, and what a part receives.

Buckets are small enough for the cache, so that sorting one byte of the keys after the other costs a nanosecond or two
a state and byte. Source: Knuth, TAOCP 3, 5.2.5 (sorting by distribution).
"""

from __future__ import annotations

from collections.abc import Sequence

import numpy as np

from engine.jit import allocating, kernel
from engine.search.frontier.table import Counts, Int64s, hash_of, plus, widen_counts
from engine.search.frontier.table_parts import BUCKETS

Parcel = tuple[Int64s, Counts]
"""Keys of states with their counts; a key may occur more than once."""

BYTE, WORD = 255, 64


def in_buckets(parcel: Parcel, *, apart: bool = False) -> tuple[Int64s, Counts, Int64s]:
    """Return the states by bucket, in each ascending and added up, and int64 (BUCKETS,): where each bucket ends.

    apart: equal ones are not added up.
    """
    keys, counts, ends = np.empty_like(parcel[0]), np.empty_like(parcel[1]), np.empty(BUCKETS, dtype=np.int64)
    _distribute(*parcel, keys, counts, ends)
    places = np.arange(len(keys))
    if not apart:
        return _sum_equal_keys(keys, places, counts, ends)
    _sort(keys, places, np.empty_like(keys), np.empty_like(keys), ends)
    return keys, counts[places], ends


def merge_parcels(parcels: Sequence[Parcel]) -> Parcel:
    """Return the states of all parcels in their order, with as many words as the longest counts have."""
    words = max((counts.shape[1] for _, counts in parcels), default=1)
    keys = [np.empty(0, dtype=np.int64), *(keys for keys, _ in parcels)]
    counts = [np.empty((0, words), dtype=np.uint64), *(widen_counts(counts, words) for _, counts in parcels)]
    return np.concatenate(keys), np.concatenate(counts)


def added_up(parcels: Sequence[Parcel]) -> Parcel:
    """Return the states of all parcels, ascending, each once."""
    keys, counts = merge_parcels(parcels)
    if len(keys) == 0:
        return keys, counts
    found, sums, _ = _sum_equal_keys(keys, np.arange(len(keys)), counts, np.array([len(keys)]))
    return found, sums


def side_by_side(parcels: Sequence[Parcel]) -> Parcel:
    """Return the states of all parcels, ascending, equal ones beside each other."""
    keys, counts = merge_parcels(parcels)
    order = np.argsort(keys, kind="stable")
    return keys[order], counts[order]


def _sum_equal_keys(keys: Int64s, places: Int64s, counts: Counts, ends: Int64s) -> tuple[Int64s, Counts, Int64s]:
    """Sort keys[...] of each range, whose counts are counts[places], in place, and add up equal ones."""
    _sort(keys, places, np.empty_like(keys), np.empty_like(keys), ends)
    while True:
        sums, sum_ends = np.empty_like(counts), np.empty_like(ends)
        found = np.empty_like(keys)
        used = _add_up(keys, places, counts, ends, found, sums, sum_ends)
        if used >= 0:
            return found[:used].copy(), sums[:used].copy(), sum_ends
        counts = widen_counts(counts, counts.shape[1] + 1)


@kernel
def _distribute(keys: Int64s, counts: Counts, out_keys: Int64s, out_counts: Counts, ends: Int64s) -> None:
    """Write the states by bucket, in each in their order; `ends` gets where each bucket ends."""
    ends[:] = 0
    for key in keys:
        ends[hash_of(key) & (BUCKETS - 1)] += 1
    total = 0
    for bucket in range(BUCKETS):
        total += ends[bucket]
        ends[bucket] = total - ends[bucket]
    for index in range(len(keys)):
        bucket = hash_of(keys[index]) & (BUCKETS - 1)
        place = ends[bucket]
        out_keys[place] = keys[index]
        for word in range(counts.shape[1]):
            out_counts[place, word] = counts[index, word]
        ends[bucket] = place + 1


@allocating
def _sort(keys: Int64s, places: Int64s, spare_keys: Int64s, spare_places: Int64s, ends: Int64s) -> None:
    """Sort each range of keys, not negative, ascending and with them their places; the spare arrays are overwritten."""
    heads, begin = np.empty(BYTE + 2, dtype=np.int64), 0
    for end in ends:
        a, b, p, q = keys[begin:end], spare_keys[begin:end], places[begin:end], spare_places[begin:end]
        differing, shift, turned = 0, 0, False
        for key in a:
            differing |= key ^ a[0]
        while shift < WORD and differing >> shift:
            if differing >> shift & BYTE:
                _sort_byte((a, p), (b, q), shift, heads)
                a, b, p, q, turned = b, a, q, p, not turned
            shift += 8
        if turned:
            b[:], q[:] = a, p
        begin = end


@kernel
def _sort_byte(given: tuple[Int64s, Int64s], sorted_: tuple[Int64s, Int64s], shift: int, heads: Int64s) -> None:
    """Write keys and places in the order of one byte of the keys, equal ones in their order."""
    keys, places = given
    heads[:] = 0
    for key in keys:
        heads[(key >> shift & BYTE) + 1] += 1
    for byte in range(BYTE):
        heads[byte + 1] += heads[byte]
    for index in range(len(keys)):
        byte = keys[index] >> shift & BYTE
        sorted_[0][heads[byte]] = keys[index]
        sorted_[1][heads[byte]] = places[index]
        heads[byte] += 1


@kernel
def _add_up(
    keys: Int64s, places: Int64s, counts: Counts, ends: Int64s, found: Int64s, sums: Counts, sum_ends: Int64s
) -> int:
    """Write each different key of each range with the sum of its counts, and where each range then ends.

    Returns how many keys were found, -1 at a possible overflow.
    """
    used, begin = 0, 0
    for number in range(len(ends)):
        for index in range(begin, ends[number]):
            if index == begin or keys[index] != keys[index - 1]:
                found[used] = keys[index]
                for word in range(counts.shape[1]):
                    sums[used, word] = counts[places[index], word]
                used += 1
            elif not plus(sums, used - 1, counts, places[index]):
                return -1
        begin = ends[number]
        sum_ends[number] = used
    return used
