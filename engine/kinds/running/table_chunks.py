"""Files by which the parts of a large sweep send states to each other.

A chunk holds states by bucket (engine/search/frontier/table_parts.py). Those of a bucket are ascending, equal ones
added up, each in a few bytes (engine/search/frontier/coding.py). The head of a chunk gives each bucket's number of
states, where its bytes end and their SHA-256. The SHA-256 of the head is in the chunk's name. So a chunk is whole or
cannot be read, and each part reads its own buckets only.
"""

from __future__ import annotations

from collections.abc import Callable, Sequence

import numpy as np
from numpy.typing import NDArray

from engine.arrays import sha256_of
from engine.errors import LostFileError
from engine.files import Files
from engine.search.frontier.coding import Bytes, decode_states, encode_states
from engine.search.frontier.sorting import Parcel, added_up, in_buckets
from engine.search.frontier.table_parts import BUCKETS

STATES, END, DIGEST = 0, 1, slice(2, 6)
HEAD = (BUCKETS + 1, 6)
"""A line for each bucket; below them, in place of the number of states, the words of a count."""

HEAD_BYTES = HEAD[0] * HEAD[1] * 8

READ_AT_ONCE = 1 << 26
"""Bytes that a part reads at once, of successive buckets of all chunks."""

MAX_UNSENT = 1 << 22
"""Successors kept in memory before they go to a file."""


def write_chunk(files: Files, prefix: str, parcel: Parcel, *, apart: bool = False) -> str:
    """Write a chunk and return its name, `prefix` with the digest of its content; `apart`: equal states stay apart."""
    keys, counts, ends = in_buckets(parcel, apart=apart)
    content, byte_ends = encode_states(keys, counts, ends)
    head = np.zeros(HEAD, dtype=np.int64)
    head[BUCKETS, STATES] = counts.shape[1]
    head[:BUCKETS, STATES] = np.diff(ends, prepend=0)
    head[:BUCKETS, END] = byte_ends
    for line, bucket in enumerate(np.split(content, byte_ends[:-1])):
        head[line, DIGEST] = np.frombuffer(sha256_of(bucket), dtype=np.int64)
    name = f"{prefix}.{sha256_of(head).hex()}"
    files.write(name, [head, content])
    return name


class Chunk:
    """The buckets `first` to `last` - 1 of one chunk; its head is read and checked at once."""

    def __init__(self, files: Files, name: str, first: int, last: int) -> None:
        content = files.read(name, 0, HEAD_BYTES)
        if sha256_of(content).hex() != name.rpartition(".")[2]:
            raise _remove_damaged(files, name)
        head = content.view(np.int64).reshape(HEAD)
        self._files, self._name, self._first = files, name, first
        self._words = int(head[BUCKETS, STATES])
        self._lines = head[first:last].copy()
        self._ends = np.concatenate([head[:BUCKETS, END][first - 1 : first] if first else [0], self._lines[:, END]])

    @property
    def sizes(self) -> NDArray[np.int64]:
        """The bytes of each bucket."""
        return np.diff(self._ends)

    def read(self, first: int, last: int) -> dict[int, Parcel]:
        """Return the buckets in this range that are not empty; LostFileError where they are not what was written."""
        indices = range(first - self._first, last - self._first)
        begin, end = int(self._ends[indices.start]), int(self._ends[indices.stop])
        content = self._files.read(self._name, HEAD_BYTES + begin, end - begin)
        return {
            self._first + index: self._bucket(index, content[self._ends[index] - begin : self._ends[index + 1] - begin])
            for index in indices
            if self._lines[index, STATES]
        }

    def _bucket(self, index: int, content: Bytes) -> Parcel:
        line = self._lines[index]
        if sha256_of(content) != line[DIGEST].tobytes():
            raise _remove_damaged(self._files, self._name)
        return decode_states(content, int(line[STATES]), self._words)


class Inbox:
    """What was sent to the buckets `first` to `last` - 1 in these chunks, given out bucket by bucket, ascending.

    merge: makes one ascending parcel of all parcels of a bucket; by default equal states are added up.
    """

    def __init__(
        self,
        files: Files,
        names: Sequence[str],
        first: int = 0,
        last: int = BUCKETS,
        merge: Callable[[Sequence[Parcel]], Parcel] = added_up,
    ) -> None:
        self._chunks, self._merge = [Chunk(files, name, first, last) for name in names], merge
        self._first, self._begin, self._end = first, first, first
        self._bytes = np.cumsum(sum((chunk.sizes for chunk in self._chunks), np.zeros(last - first, dtype=np.int64)))
        self._read: dict[int, list[Parcel]] = {}

    def holds(self, bucket: int) -> bool:
        """Whether anything was sent to a bucket."""
        before = 0 if bucket == self._first else self._bytes[bucket - self._first - 1]
        return bool(self._bytes[bucket - self._first] > before)

    def receive(self, bucket: int) -> Parcel:
        """Return the states sent to a bucket, ascending, and forget them."""
        if not self._begin <= bucket < self._end:
            self._read_from(bucket)
        return self._merge(self._read.pop(bucket, []))

    def _read_from(self, bucket: int) -> None:
        """Read this bucket and those after it, up to READ_AT_ONCE bytes where there are several."""
        index = bucket - self._first
        most = (self._bytes[index - 1] if index else 0) + READ_AT_ONCE
        self._begin = bucket
        self._end = self._first + max(index + 1, int(np.searchsorted(self._bytes, most, side="right")))
        self._read = {}
        for chunk in self._chunks:
            for number, parcel in chunk.read(self._begin, self._end).items():
                self._read.setdefault(number, []).append(parcel)


def _remove_damaged(files: Files, name: str) -> LostFileError:
    """Remove a damaged file, so that it will be written again, and return what to raise."""
    files.remove([name])
    return LostFileError(f"{name} is not what was written")
