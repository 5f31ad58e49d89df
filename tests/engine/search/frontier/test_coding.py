"""States written in few bytes and read again."""

from __future__ import annotations

import numpy as np
import pytest

from engine.search.frontier.coding import decode_states, encode_states


@pytest.mark.parametrize("words", [1, 3])
def test_what_is_written_is_read(words: int) -> None:
    """Every range comes back on its own, with keys and counts of all sizes; empty ranges have no bytes."""
    random = np.random.default_rng(words)
    sizes = [0, 1, 500, 0, 2000]
    ends = np.cumsum(sizes)
    keys = np.concatenate([np.sort(random.integers(0, 2 ** random.integers(1, 63), size)) for size in sizes])
    counts = random.integers(0, 2**64, (len(keys), words), dtype=np.uint64)
    counts >>= random.integers(0, 64, counts.shape, dtype=np.uint64)
    counts[-1], keys[-1] = 2**64 - 1, 2**63 - 1
    content, byte_ends = encode_states(keys, counts, ends)
    for size, end, byte_end, part in zip(sizes, ends, byte_ends, np.split(content, byte_ends[:-1]), strict=True):
        assert len(part) <= byte_end
        found, found_counts = decode_states(part, size, words)
        assert np.array_equal(found, keys[end - size : end])
        assert np.array_equal(found_counts, counts[end - size : end])


def test_neighbouring_states_take_few_bytes() -> None:
    """A thousand keys a hundred apart, with counts below 128, take two bytes each, the first a few more."""
    keys = 2**40 + 100 * np.arange(1000)
    content, _ = encode_states(keys, np.full((1000, 1), 127, dtype=np.uint64), np.array([1000]))
    assert 2000 <= len(content) < 2010


@pytest.mark.parametrize("states", [9, 11])
def test_another_number_of_states_is_refused(states: int) -> None:
    """Bytes of ten states are not those of nine or eleven."""
    content, _ = encode_states(np.arange(10), np.ones((10, 1), dtype=np.uint64), np.array([10]))
    with pytest.raises(ValueError, match="bytes are not those of"):
        decode_states(content, states, 1)
