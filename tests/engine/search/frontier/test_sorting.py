"""Sorting and adding up against a dictionary."""

from __future__ import annotations

from collections import Counter

import numpy as np
import pytest

from engine.search.frontier.sorting import Parcel, added_up, in_buckets
from engine.search.frontier.table import hash_of, slot_of
from engine.search.frontier.table_parts import BUCKETS


def parcels_of(seed: int, *words: int) -> list[Parcel]:
    """Return random parcels with repeated keys, one for each number of words a count."""
    random = np.random.default_rng(seed)
    return [
        (random.integers(0, 3000, 9000) ** 5, random.integers(0, 2**64, (9000, size), dtype=np.uint64))
        for size in words
    ]


def exact(parcels: list[Parcel]) -> Counter[int]:
    """Return the sums by Python's integers."""
    sums: Counter[int] = Counter()
    for keys, counts in parcels:
        for key, count in zip(keys.tolist(), counts.tolist(), strict=True):
            sums[key] += sum(word << 64 * place for place, word in enumerate(count))
    return sums


def test_parcels_are_added_up() -> None:
    """Equal keys of different parcels, of one word and of two, add up; keys ascend."""
    parcels = parcels_of(1, 1, 2, 1)
    found = added_up(parcels)
    assert (np.diff(found[0]) > 0).all()
    assert exact([found]) == exact(parcels)
    assert np.array_equal(added_up([found])[0], found[0])


@pytest.mark.parametrize("parcels", [[], [(np.empty(0, dtype=np.int64), np.empty((0, 1), dtype=np.uint64))]])
def test_nothing_adds_up_to_nothing(parcels: list[Parcel]) -> None:
    """No parcels, or empty ones, are no states."""
    assert [len(array) for array in added_up(parcels)] == [0, 0]


@pytest.mark.parametrize("words", [1, 2])
def test_every_bucket_is_sorted_and_added_up(words: int) -> None:
    """Each state of a parcel is in the bucket of its hash, once, and keys ascend."""
    (parcel,) = parcels_of(words, words)
    keys, counts, ends = in_buckets(parcel)
    assert exact([(keys, counts)]) == exact([parcel])
    assert ends[-1] == len(keys)
    for bucket, part in enumerate(np.split(keys, ends[:-1])):
        assert all(hash_of(key) & (BUCKETS - 1) == bucket for key in part.tolist())
        assert (np.diff(part) > 0).all()


def test_buckets_are_even_and_do_not_follow_places() -> None:
    """All buckets have about as many keys, also if the keys come from one corner of a table."""
    keys = np.arange(1 << 20, dtype=np.int64)
    corner = keys[[slot_of(key, 8) == 3 for key in keys.tolist()]]
    for some in (keys, corner):
        _, _, ends = in_buckets((some, np.ones((len(some), 1), dtype=np.uint64)))
        sizes = np.diff(ends, prepend=0)
        assert ends[-1] == len(some)
        assert 0.5 < sizes.min() * BUCKETS / len(some) <= sizes.max() * BUCKETS / len(some) < 1.7
