"""Sections of an index: written and searched."""

from __future__ import annotations

import numpy as np
import pytest

from engine.cycles.section import BLOCK, WORD, bucket_of, completions_in, written_section
from engine.search.frontier.table import hash_of
from engine.search.frontier.table_parts import BUCKETS


@pytest.mark.parametrize("states", [1, BLOCK, BLOCK + 1, 1000])
@pytest.mark.parametrize("words", [1, 2])
def test_every_state_is_found_and_no_other(states: int, words: int) -> None:
    """A section gives back its counts, one by one; keys between them have no completions."""
    random = np.random.default_rng(states)
    keys = np.unique(random.integers(0, 2**50, 2 * states))[:states]
    counts = random.integers(1, 2**64, (len(keys), words), dtype=np.uint64) >> np.uint64(random.integers(0, 60))
    counts[:, 0] |= np.uint64(1)
    line, content = written_section(7, keys, counts)
    assert (line.begin, line.states, line.size) == (7, len(keys), len(content))
    exact = [sum(int(word) << 64 * index for index, word in enumerate(row)) for row in counts.tolist()]
    firsts, width = keys[::BLOCK], line.key_bytes + line.count_bytes
    for key, count in [*zip(keys.tolist(), exact, strict=True), (int(keys[-1]) + 1, 0), (int(keys[0]) + 2**49, 0)]:
        block = int(np.searchsorted(firsts, key, side="right")) - 1
        begin = WORD * line.blocks + block * BLOCK * width
        records = content[begin : begin + BLOCK * width].tobytes()
        if count or key not in keys:
            assert completions_in(line, key, int(firsts[block]), records) == count


def test_buckets_are_those_of_the_kernels() -> None:
    """Python's hash is the table's."""
    keys = np.random.default_rng(1).integers(0, 2**62, 1000)
    assert all(bucket_of(key) == int(hash_of(key)) & (BUCKETS - 1) for key in keys.tolist())
