"""The table against a dictionary."""

from __future__ import annotations

from collections import Counter

import numpy as np
import pytest

from engine.search.frontier.table import (
    MIN_CAPACITY,
    add,
    empty_table,
    entries,
    group_by_region,
    slot_of,
    table_of,
)


@pytest.mark.parametrize("capacity", [MIN_CAPACITY, 1 << 17])
def test_sums_as_a_dictionary_does(capacity: int) -> None:
    """Repeated keys add up exactly while the table grows, is grouped and gets more words."""
    random = np.random.default_rng(1)
    table, counts = empty_table(capacity, 1), random.integers(1, 2**63, (500, 1)).astype(np.uint64)
    exact = [int(count[0]) for count in counts]
    expected: Counter[int] = Counter()
    for _ in range(4):
        keys, sources = random.integers(0, 5000, 20_000) ** 2 * 12345, random.integers(0, 500, 20_000)
        table, counts = add(table, keys, sources, counts)
        for key, source in zip(keys.tolist(), sources.tolist(), strict=True):
            expected[key] += exact[source]
    keys, sums = entries(table)
    assert sums.shape == (len(expected), 2)
    words = zip(keys.tolist(), sums.tolist(), strict=True)
    assert {key: low + (high << 64) for key, (low, high) in words} == expected


def test_grouping_permutes_keys_with_their_sources() -> None:
    """A grouped batch is the same batch in another order."""
    keys, sources = np.arange(0, 70_000, 7, dtype=np.int64), np.arange(10_000, dtype=np.int64)
    grouped_keys, grouped_sources = group_by_region(keys, sources, 1 << 16)
    assert not np.array_equal(grouped_keys, keys)
    assert np.array_equal(grouped_keys, 7 * grouped_sources)
    assert np.array_equal(np.sort(grouped_sources), sources)


def test_a_table_holds_what_it_is_made_of() -> None:
    """A table made of entries has exactly these, in its own order."""
    keys, counts = np.arange(1, 300, dtype=np.int64), np.arange(1, 300, dtype=np.uint64)[:, None]
    table = table_of(keys, counts, MIN_CAPACITY)
    found, sums = entries(table)
    assert np.array_equal(np.sort(found), keys)
    assert np.array_equal(sums[:, 0], found.astype(np.uint64))
    assert table.used[0] == 299


def test_slots_spread_over_the_largest_tables() -> None:
    """Slots stay inside a table of 2**31 and cover its sixteenths evenly."""
    sixteenths = Counter(slot_of(key, 1 << 31) >> 27 for key in range(16_000))
    assert sorted(sixteenths) == list(range(16))
    assert min(sixteenths.values()) > 850
