"""States in a few bytes each: keys as differences, counts by their own length, in groups of seven bits.

A number is written lowest group first; the top bit of a byte says that another one follows (LEB128).
"""

from __future__ import annotations

import numpy as np
from numpy.typing import NDArray

from engine.jit import kernel
from engine.search.frontier.table import Counts, Int64s

Bytes = NDArray[np.uint8]

GROUP = np.uint64(7)
MORE = np.uint64(0x80)
LOW = np.uint64(0x7F)
MAX_BYTES = 10
"""Bytes that one word of 64 bits may take."""


def encode_states(keys: Int64s, counts: Counts, ends: Int64s) -> tuple[Bytes, Int64s]:
    """Return the bytes of states whose keys ascend in every range, and where the bytes of each range end.

    ends: int64, where each range ends in `keys`. No difference goes over the beginning of a range.
    """
    room = np.empty(len(keys) * MAX_BYTES * (1 + counts.shape[1]), dtype=np.uint8)
    byte_ends = np.empty_like(ends)
    used = _encode(keys, counts, ends, room, byte_ends)
    return room[:used].copy(), byte_ends


def decode_states(content: Bytes, states: int, words: int) -> tuple[Int64s, Counts]:
    """Return the keys and counts of one range; ValueError where the bytes are not those of this many states."""
    keys, counts = np.empty(states, dtype=np.int64), np.zeros((states, words), dtype=np.uint64)
    if states and _decode(content, keys, counts) != len(content):
        raise ValueError(f"{len(content)} bytes are not those of {states} states")
    return keys, counts


@kernel
def _encode(keys: Int64s, counts: Counts, ends: Int64s, out: Bytes, byte_ends: Int64s) -> int:
    """Write all ranges to `out`; return the bytes written."""
    at, begin = 0, 0
    words = counts.shape[1]
    for number in range(len(ends)):
        before = 0
        for index in range(begin, ends[number]):
            at = _put(np.uint64(keys[index] - before), out, at)
            before = keys[index]
            for word in range(words):
                at = _put(counts[index, word], out, at)
        begin = ends[number]
        byte_ends[number] = at
    return at


@kernel
def _put(value: np.uint64, out: Bytes, at: int) -> int:
    """Write one number at out[at]; return the index after it."""
    while value >= MORE:
        out[at] = value & LOW | MORE
        value >>= GROUP
        at += 1
    out[at] = value
    return at + 1


@kernel
def _decode(content: Bytes, keys: Int64s, counts: Counts) -> int:
    """Read states until `keys` is full or the bytes end; return how many bytes were read, -1 for too few."""
    at, key, size = 0, np.uint64(0), len(content)
    for index in range(len(keys)):
        for column in range(counts.shape[1] + 1):
            value, shift, byte = np.uint64(0), np.uint64(0), MORE
            while byte & MORE:
                if at == size:
                    return -1
                byte = np.uint64(content[at])
                value |= (byte & LOW) << shift
                shift += GROUP
                at += 1
            if column > 0:
                counts[index, column - 1] = value
            else:
                key += value
                keys[index] = np.int64(key)
    return at
