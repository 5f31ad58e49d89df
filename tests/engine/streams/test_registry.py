"""Streams: exact to the draw, whatever is done to them, and numpy's to the bit where they are numpy's."""

from __future__ import annotations

import numpy as np
import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from engine.errors import InvalidProblemError
from engine.streams.catalogue import CATALOGUE, split_guarantee
from engine.streams.registry import find_generator, open_stream, resume_stream

NUMPY = {"pcg64dxsm": np.random.PCG64DXSM, "philox": np.random.Philox, "sfc64": np.random.SFC64}
NAMES = [*CATALOGUE, "additive-1-2", "additive-1-5", "additive-1-16"]


@pytest.mark.parametrize("name", NUMPY)
def test_a_million_draws_are_numpys(name: str) -> None:
    """Raw draws equal `random_raw` of numpy's generator of that name and seed."""
    assert np.array_equal(open_stream(name, 12345).raw(10**6), NUMPY[name](12345).random_raw(10**6))


@pytest.mark.parametrize("name", NUMPY)
def test_words_and_reals_are_numpys(name: str) -> None:
    """Words come in the order of numpy's uint32 draws, reals are those of `Generator.random`."""
    words = np.random.Generator(NUMPY[name](5)).integers(0, 2**32, 2000, dtype=np.uint32)
    assert np.array_equal(open_stream(name, 5).words(1000), words)
    assert np.array_equal(open_stream(name, 5).reals(1000), np.random.Generator(NUMPY[name](5)).random(1000))


@pytest.mark.parametrize("name", ["pcg64dxsm", "philox"])
def test_streams_are_numpys_jumped(name: str) -> None:
    """Stream i is numpy's generator `jumped(i)`."""
    assert np.array_equal(open_stream(name, 7, 3, 8).raw(1000), NUMPY[name](7).jumped(3).random_raw(1000))


def test_sfc64_streams_are_numpys_spawn() -> None:
    """Stream i of sfc64 is seeded by the i-th spawned SeedSequence."""
    spawned = np.random.SFC64(np.random.SeedSequence(7).spawn(8)[3])
    assert np.array_equal(open_stream("sfc64", 7, 3, 8).raw(1000), spawned.random_raw(1000))


@pytest.mark.parametrize("name", NAMES)
@settings(max_examples=15)
@given(data=st.data())
def test_moving_is_drawing(name: str, data: st.DataObject) -> None:
    """However a stream is cut, jumped, taken back, written down and resumed, draw number n is draw number n."""
    seed = data.draw(st.integers(0, 2**64 - 1))
    count = data.draw(st.integers(1, 32))
    index = data.draw(st.integers(0, count - 1))
    expected = open_stream(name, seed, index, count).raw(600)
    stream = open_stream(name, seed, index, count)
    for target in data.draw(st.lists(st.integers(0, 500), min_size=1, max_size=4)):
        stream.jump(target - stream.position)
        stream = resume_stream(stream.checkpoint())
        taken = data.draw(st.integers(0, 100))
        assert np.array_equal(stream.raw(taken), expected[target : target + taken])
        assert stream.position == target + taken


@pytest.mark.parametrize("name", [name for name in NAMES if name != "sfc64"])
@pytest.mark.parametrize("far", [10**9, 10**30 + 7])
def test_far_jumps_compose(name: str, far: int) -> None:
    """Two jumps are one jump of their sum, and a jump there and back leads home."""
    there = open_stream(name, 9)
    there.jump(far)
    further = resume_stream(there.checkpoint())
    further.jump(far + 3)
    at_once = open_stream(name, 9)
    at_once.jump(2 * far + 3)
    assert np.array_equal(further.raw(10), at_once.raw(10))
    there.back(far)
    assert np.array_equal(there.raw(10), open_stream(name, 9).raw(10))


@pytest.mark.parametrize("name", NAMES)
def test_draws_and_reals_stay_in_range(name: str) -> None:
    """Raw draws lie below `values`, reals in [0, 1), classical draws in 0..k-1."""
    stream = open_stream(name, 4)
    assert int(stream.raw(10_000).max()) < find_generator(name).values
    reals = stream.reals(10_000)
    assert reals.min() >= 0
    assert reals.max() < 1


def test_unknown_generators_are_refused() -> None:
    """The error names the field and the existing generators."""
    with pytest.raises(InvalidProblemError, match="pcg64dxsm") as caught:
        find_generator("mersenne")
    assert caught.value.pointer == "/rng/generator"
    for name in ("additive-1-1", "additive-1-1001", "additive-1-02"):
        with pytest.raises(InvalidProblemError):
            find_generator(name)


def test_streams_that_do_not_exist_are_refused() -> None:
    """Stream 8 of 8 is refused, as the last is 7."""
    with pytest.raises(ValueError, match="stream 8 of 8"):
        open_stream("philox", 1, 8, 8)


@pytest.mark.parametrize("name", ["randu", "turbo-pascal", "maple", "mitchell-moore", "pcg64dxsm", "shift-register-39"])
def test_the_next_stream_starts_beyond_the_guaranteed_draws(name: str) -> None:
    """The guaranteed distance does not exceed the true one: the next start is not passed within it."""
    streams = 5
    guarantee = split_guarantee(name, streams)
    assert guarantee.kind == "proved"
    assert guarantee.probability == 0
    starts = [tuple(open_stream(name, 3, index, streams).state) for index in range(streams)]
    assert len(set(starts)) == streams
    assert guarantee.draws <= (CATALOGUE[name].period or 0) // streams
