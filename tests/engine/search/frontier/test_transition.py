"""Packing of states."""

from __future__ import annotations

from itertools import pairwise, product

import numpy as np

from engine.search.frontier.steps import BEFORE, MAX_SLOTS, PLACE, SIZES
from engine.search.frontier.transition import MATE, pack, unpack


def states(squares: int) -> list[tuple[int, int, dict[int, int]]]:
    """Return every state of so many squares in slots 1, 2, ...: masks of ends and inner squares, and the mates."""
    found = []
    for pattern in product("bie", repeat=squares):
        ends = [slot + 1 for slot, mark in enumerate(pattern) if mark == "e"]
        inner = sum(1 << slot + 1 for slot, mark in enumerate(pattern) if mark == "i")
        found += [(sum(1 << end for end in ends), inner, mates) for mates in matchings(ends)]
    return found


def matchings(ends: list[int]) -> list[dict[int, int]]:
    """Return every way to match these ends in pairs; none where one is left over."""
    if not ends:
        return [{}]
    first, *rest = ends
    return [
        {first: other, other: first, **more}
        for other in rest
        for more in matchings([end for end in rest if end != other])
    ]


def test_keys_are_different_and_unpack_to_their_states() -> None:
    """Every state of six squares has a key of its own, which gives it back."""
    work = np.zeros((4, MAX_SLOTS + 1), dtype=np.int64)
    step = np.zeros((5, 8), dtype=np.int64)
    step[SIZES, BEFORE] = 6
    step[PLACE, :6] = range(1, 7)
    keys = []
    for ends, inner, mates in states(6):
        for slot, mate in mates.items():
            work[MATE, slot] = mate
        key = pack(ends, inner, MATE, 7, work)
        work[MATE] = 0
        assert unpack(key, step, work) == (ends, inner)
        assert {slot: work[MATE, slot] for slot in mates} == mates
        keys.append(key)
    assert len(keys) == 499  # the sixth moment of a normal variable with mean 2 and variance 1
    assert len(set(keys)) == len(keys)


def test_twenty_squares_of_ends_fit_a_key() -> None:
    """The largest matching, first ends all before second ones, packs to a non-negative number and back."""
    work = np.zeros((4, MAX_SLOTS + 1), dtype=np.int64)
    step = np.zeros((5, MAX_SLOTS + 2), dtype=np.int64)
    step[SIZES, BEFORE] = MAX_SLOTS
    step[PLACE, :MAX_SLOTS] = range(1, MAX_SLOTS + 1)
    half, ends = MAX_SLOTS // 2, (1 << MAX_SLOTS + 1) - 2
    keys = []
    for shift in range(half):
        for slot in range(1, half + 1):
            mate = half + 1 + (slot + shift) % half
            work[MATE, slot], work[MATE, mate] = mate, slot
        mates = work[MATE].copy()
        keys.append(pack(ends, 0, MATE, MAX_SLOTS + 1, work))
        work[MATE] = 0
        assert unpack(keys[-1], step, work) == (ends, 0)
        assert np.array_equal(work[MATE], mates)
    assert min(keys) >= 0
    assert all(one != other for one, other in pairwise(sorted(keys)))
