"""Packing of states, and which squares are left with too few exits."""

from __future__ import annotations

from itertools import pairwise, product

import numpy as np
from hypothesis import given
from hypothesis import strategies as st

from engine.search.frontier.steps import BEFORE, EXITS, MAX_SLOTS, ONE, PLACES, SIZES, SLOTS, TWO
from engine.search.frontier.transition import MATE, Int64s, pack, planes_of, starves, unpack, workspace


def states(squares: int) -> list[tuple[int, int, dict[int, int]]]:
    """Return every state of `squares` squares in slots 1, 2, ...: masks of ends and inner squares, and the mates."""
    found = []
    for pattern in product("bie", repeat=squares):
        ends = [slot + 1 for slot, mark in enumerate(pattern) if mark == "e"]
        inner = sum(1 << slot + 1 for slot, mark in enumerate(pattern) if mark == "i")
        found += [(sum(1 << end for end in ends), inner, mates) for mates in matchings(ends)]
    return found


def matchings(ends: list[int]) -> list[dict[int, int]]:
    """Return every way to match these ends in pairs; none if their number is odd."""
    if not ends:
        return [{}]
    first, *rest = ends
    return [
        {first: other, other: first, **more}
        for other in rest
        for more in matchings([end for end in rest if end != other])
    ]


def second_ends(mates: dict[int, int]) -> int:
    """Return the mask of the ends whose mates are at lower slots."""
    return sum(1 << slot for slot, mate in mates.items() if mate < slot)


def written(mates: dict[int, int]) -> Int64s:
    """Return a workspace with the bits of these mates."""
    work = workspace()
    for slot, mate in mates.items():
        work[MATE, slot] = 1 << mate
    return work


def step_after(squares: int) -> Int64s:
    """Return the parts of a step that unpacking needs, with `squares` squares before it in slots 1, 2, ..."""
    step = np.zeros((2, 8), dtype=np.int64)
    step[SIZES, BEFORE], step[SIZES, PLACES] = squares, (2 << squares) - 2
    return step


def test_keys_are_different_and_unpack_to_their_states() -> None:
    """Every state of six squares has a key of its own, which unpacks to the state."""
    keys = []
    for ends, inner, mates in states(6):
        work, second = written(mates), second_ends(mates)
        key = pack((ends, inner, second), 7, MATE, work)
        work[MATE] = 0
        assert unpack(key, step_after(6), work) == (ends, inner, second)
        assert {slot: work[MATE, slot] for slot in mates} == {slot: 1 << mate for slot, mate in mates.items()}
        keys.append(key)
    assert len(keys) == 499  # the sixth moment of a normal variable with mean 2 and variance 1
    assert len(set(keys)) == len(keys)


def test_twenty_squares_of_ends_fit_a_key() -> None:
    """The largest matching, first ends all before second ones, packs to a non-negative number and back."""
    half, ends = MAX_SLOTS // 2, (1 << MAX_SLOTS + 1) - 2
    keys = []
    for shift in range(half):
        mates = {slot: half + 1 + (slot + shift) % half for slot in range(1, half + 1)}
        mates |= {mate: slot for slot, mate in mates.items()}
        work, second = written(mates), second_ends(mates)
        before = work[MATE].copy()
        keys.append(pack((ends, 0, second), MAX_SLOTS + 1, MATE, work))
        work[MATE] = 0
        assert unpack(keys[-1], step_after(MAX_SLOTS), work) == (ends, 0, second)
        assert np.array_equal(work[MATE], before)
    assert min(keys) >= 0
    assert all(one != other for one, other in pairwise(sorted(keys)))


@given(st.integers(0, 62), st.data())
def test_squares_left_with_too_few_exits_are_found(inner: int, data: st.DataObject) -> None:
    """For any two slots that become inner, planes of exits and counted exits agree on which squares starve."""
    slots, watched = 7, 14
    beside = [0, *(data.draw(st.integers(0, (1 << watched) - 1)) & ~1 for _ in range(1, slots))]
    free = [0, *(data.draw(st.integers(0, 2)) for _ in range(1, watched))]
    step = np.zeros((2, 8), dtype=np.int64)
    step[SIZES, SLOTS], step[EXITS, :slots] = slots, beside
    step[SIZES, ONE] = sum(1 << square for square, number in enumerate(free) if number)
    step[SIZES, TWO] = sum(1 << square for square, number in enumerate(free) if number > 1)
    ends = data.draw(st.integers(0, 62)) & ~inner
    lost = data.draw(st.sets(st.sampled_from(range(1, slots)), max_size=2)) - {
        s for s in range(slots) if inner >> s & 1
    }
    first, second = [*(beside[slot] for slot in sorted(lost)), 0, 0][:2]

    def needs(square: int) -> bool:
        need = 0 if inner_now >> square & 1 else 1 if ends_now >> square & 1 else 2
        exits = sum(beside[slot] >> square & 1 for slot in range(1, slots) if not inner_now >> slot & 1)
        return free[square] + exits < need

    inner_now = inner | sum(1 << slot for slot in lost)
    ends_now = ends & ~inner_now
    expected = any(needs(square) for square in range(1, watched) if (first | second) >> square & 1)
    assert starves(first, second, ends_now, inner_now, planes_of(inner, step)) == expected
