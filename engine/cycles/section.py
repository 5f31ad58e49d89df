"""The storage of the states of one bucket before one step in an index, with the number of ways to complete each.

A section begins with the keys of every 64th state; then each state is a record of its key, minus that of its block's
first state, and its completions. Both have the highest byte first and are as short as the section's largest allows.
So a state is found by two short reads. Never loads numba.
"""

from __future__ import annotations

from bisect import bisect_left
from typing import NamedTuple

import numpy as np
from numpy.typing import NDArray

from engine.search.frontier.table_parts import BUCKETS

Bytes = NDArray[np.uint8]

BLOCK = 64
WORD = 8
MIXER = 0x9E3779B97F4A7C15  # as in the table's hash


class Line(NamedTuple):
    """Where a section begins in its file, how many states it has, the bytes of a record's key and count."""

    begin: int
    states: int
    key_bytes: int
    count_bytes: int

    @property
    def blocks(self) -> int:
        """The number of keys that the section begins with."""
        return -(-self.states // BLOCK)

    @property
    def size(self) -> int:
        """The bytes of the section."""
        return WORD * self.blocks + self.states * (self.key_bytes + self.count_bytes)


def bucket_of(key: int) -> int:
    """Return the bucket that a state's hash puts it into (`table.hash_of`)."""
    mixed = _as_signed((key ^ (key >> 29)) * MIXER)
    return (mixed ^ (mixed >> 32)) * MIXER & (BUCKETS - 1)


def _as_signed(number: int) -> int:
    low = number & (1 << 64) - 1
    return low - (low >> 63 << 64)


def written_section(begin: int, keys: NDArray[np.int64], counts: NDArray[np.uint64]) -> tuple[Line, Bytes]:
    """Return a section's line and bytes. keys: ascending. counts: uint64 (states, words), lowest word first."""
    firsts = keys[::BLOCK]
    offsets = _high_first((keys - np.repeat(firsts, BLOCK)[: len(keys)]).astype(np.uint64)[:, None])
    completions = _high_first(counts)
    line = Line(begin, len(keys), _count_bytes(offsets), _count_bytes(completions))
    records = np.concatenate(
        [offsets[:, offsets.shape[1] - line.key_bytes :], completions[:, completions.shape[1] - line.count_bytes :]],
        axis=1,
    )
    return line, np.concatenate([firsts.astype("<i8").view(np.uint8), records.reshape(-1)])


def completions_in(line: Line, key: int, first: int, block: bytes) -> int:
    """Return the completions of a state in the records of the block that begins with the key `first`; 0: not there."""
    width = line.key_bytes + line.count_bytes
    required = (key - first).to_bytes(max(line.key_bytes, (key - first).bit_length() // 8 + 1), "big")
    if len(required) > line.key_bytes:
        if any(required[: len(required) - line.key_bytes]):
            return 0
        required = required[len(required) - line.key_bytes :]
    states = range(len(block) // width)
    index = bisect_left(states, required, key=lambda state: block[state * width : state * width + line.key_bytes])
    record = block[index * width : (index + 1) * width]
    found = record[: line.key_bytes] == required and len(record) == width
    return int.from_bytes(record[line.key_bytes :], "big") if found else 0


def _high_first(numbers: NDArray[np.uint64]) -> Bytes:
    """Return uint8 (k, 8 words), the highest byte of each number first."""
    swapped = np.ascontiguousarray(numbers[:, ::-1]).astype(">u8")
    return swapped.view(np.uint8).reshape(len(numbers), WORD * numbers.shape[1])


def _count_bytes(numbers: Bytes) -> int:
    """Return how many low bytes the largest of the numbers needs."""
    used = np.flatnonzero(numbers.any(axis=0))
    return int(numbers.shape[1] - used[0]) if len(used) else 0
