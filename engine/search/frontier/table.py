"""A hash table from packed states to counts of any size, and the kernels that fill it in cache-sized pieces."""

from __future__ import annotations

from typing import NamedTuple

import numpy as np
from numpy.typing import NDArray

from engine.jit import allocating, inline_kernel, kernel

Int64s = NDArray[np.int64]
Counts = NDArray[np.uint64]

EMPTY = -1
MIN_CAPACITY = 1 << 10
LOAD = 0.75
"""Share of the slots that may be taken before the table doubles: one probe costs a cache miss, not a second one."""
MIXER = -7046029254386353131  # 2**64 divided by the golden ratio, as int64: Fibonacci hashing (Knuth, TAOCP 3, 6.4)
LARGE = 1 << 16
"""From this capacity on a batch is first grouped by the table region that it goes to."""


class Table(NamedTuple):
    """Open addressing with linear probing; a key's first slot is the top bits of its hash.

    keys: int64 (capacity,), EMPTY where free; capacity a power of two.
    counts: uint64 (capacity, words), least significant word first.
    used: int64 (1,), the number of keys held.
    """

    keys: Int64s
    counts: Counts
    used: Int64s


def empty_table(capacity: int, words: int) -> Table:
    """Return a table without keys that has `capacity` slots, a power of two."""
    return Table(
        np.full(capacity, EMPTY, dtype=np.int64),
        np.zeros((capacity, words), dtype=np.uint64),
        np.zeros(1, dtype=np.int64),
    )


def capacity_for(keys: int) -> int:
    """Return the least capacity that holds `keys` keys without growing."""
    capacity = MIN_CAPACITY
    while keys > LOAD * capacity:
        capacity *= 2
    return capacity


def table_of(keys: Int64s, counts: Counts, capacity: int) -> Table:
    """Return a table that holds these different keys."""
    table = empty_table(capacity, counts.shape[1])
    _insert(keys, np.arange(len(keys), dtype=np.int64), 0, counts, table)
    return table


def entries(table: Table) -> tuple[Int64s, Counts]:
    """Return keys and counts in the table's order."""
    taken = table.keys != EMPTY
    return table.keys[taken], table.counts[taken]


def whole(counts: Counts) -> Counts:
    """Return the counts unchanged."""
    return counts


def widen_counts(counts: Counts, words: int) -> Counts:
    """Return the counts with this many words, at least as many as they have."""
    return np.ascontiguousarray(np.pad(counts, ((0, 0), (0, words - counts.shape[1]))))


def add(table: Table, keys: Int64s, sources: Int64s, counts: Counts) -> tuple[Table, Counts]:
    """Add counts[sources[i]] to keys[i] for all i; return the table, grown where needed, and the counts.

    Both have one word more where a sum would have overflowed.
    """
    if len(table.keys) >= LARGE:
        keys, sources = group_by_region(keys, sources, len(table.keys))
    done = 0
    while done < len(keys):
        done = _insert(keys, sources, done, counts, table)
        if done == len(keys):
            break
        if table.used[0] >= LOAD * len(table.keys):
            table = table_of(*entries(table), 2 * len(table.keys))
        else:
            words = counts.shape[1] + 1
            counts, table = widen_counts(counts, words), table._replace(counts=widen_counts(table.counts, words))
    return table, counts


def group_by_region(keys: Int64s, sources: Int64s, capacity: int) -> tuple[Int64s, Int64s]:
    """Reorder a batch so that keys of one region of the table come together: the region then stays in the cache."""
    regions = min(1024, capacity >> 10)
    grouped_keys, grouped_sources = np.empty_like(keys), np.empty_like(sources)
    _group(keys, sources, regions, grouped_keys, grouped_sources)
    return grouped_keys, grouped_sources


@kernel
def hash_of(key: int) -> int:
    """Return 64 bits in which every bit of the key counts."""
    mixed = (key ^ (key >> 29)) * MIXER
    return (mixed ^ (mixed >> 32)) * MIXER


@kernel
def slot_of(key: int, capacity: int) -> int:
    """Return the first slot of a key: a number below `capacity` (at most 2**31), increasing with its hash."""
    return (hash_of(key) >> 32 & 0xFFFFFFFF) * capacity >> 32


@inline_kernel
def plus(sums: Counts, slot: int, counts: Counts, source: int) -> bool:
    """Add counts[source] to sums[slot], of as many words; False, and nothing done, where that might overflow."""
    last = sums.shape[1] - 1
    if sums[slot, last] >= ~counts[source, last]:
        return False
    carry = np.uint64(0)
    for word in range(last + 1):
        held = sums[slot, word] + carry
        carry = np.uint64(held < carry)
        total = held + counts[source, word]
        carry += np.uint64(total < held)
        sums[slot, word] = total
    return True


@kernel
def _insert(keys: Int64s, sources: Int64s, begin: int, counts: Counts, table: Table) -> int:
    """Add counts[sources[i]] to keys[i] from `begin` on; return where it stopped: at growth, overflow, or the end."""
    capacity = len(table.keys)
    limit = int(LOAD * capacity)
    for index in range(begin, len(keys)):
        key, source = keys[index], sources[index]
        slot = slot_of(key, capacity)
        while table.keys[slot] != key and table.keys[slot] != EMPTY:
            slot = (slot + 1) & (capacity - 1)
        if table.keys[slot] == EMPTY:
            if table.used[0] >= limit:
                return index
            table.used[0] += 1
            table.keys[slot] = key
        if not plus(table.counts, slot, counts, source):
            return index
    return len(keys)


@allocating
def _group(keys: Int64s, sources: Int64s, regions: int, out_keys: Int64s, out_sources: Int64s) -> None:
    """Sort a batch by region, counting."""
    ends = np.zeros(regions + 1, dtype=np.int64)
    for index in range(len(keys)):
        ends[slot_of(keys[index], regions) + 1] += 1
    for region in range(regions):
        ends[region + 1] += ends[region]
    for index in range(len(keys)):
        region = slot_of(keys[index], regions)
        out_keys[ends[region]] = keys[index]
        out_sources[ends[region]] = sources[index]
        ends[region] += 1
