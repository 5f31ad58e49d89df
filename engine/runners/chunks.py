"""Files by which the parts of a large sweep send states to each other.

A chunk holds states by bucket (engine/search/frontier/parts.py), in each ascending and added up, in a few bytes each
(engine/search/frontier/coding.py). Its head tells of each bucket how many states it has, where its bytes end and their
SHA-256. The SHA-256 of the head is in the chunk's name. So a chunk is whole or fails to be read, and each part reads
its own buckets only.
"""

from __future__ import annotations

import hashlib
from collections.abc import Sequence

import numpy as np
from numpy.typing import NDArray

from engine.errors import LostFileError
from engine.runners.files import Files
from engine.search.frontier.coding import Bytes, decoded, encoded
from engine.search.frontier.parts import BUCKETS
from engine.search.frontier.sorting import Parcel, added_up, in_buckets

Head = NDArray[np.int64]

STATES, END, DIGEST = 0, 1, slice(2, 6)
HEAD = (BUCKETS + 1, 6)
"""A line for each bucket; below them, in place of the number of states, the words of a count."""

HEAD_BYTES = HEAD[0] * HEAD[1] * 8

READ_AT_ONCE = 1 << 26
"""Bytes of all chunks that a part reads in one go: buckets that follow each other."""


def write_chunk(files: Files, prefix: str, parcel: Parcel) -> str:
    """Write a chunk and return its name, `prefix` with the digest of its content."""
    keys, counts, ends = in_buckets(parcel)
    content, byte_ends = encoded(keys, counts, ends)
    head = np.zeros(HEAD, dtype=np.int64)
    head[BUCKETS, STATES] = counts.shape[1]
    head[:BUCKETS, STATES] = np.diff(ends, prepend=0)
    head[:BUCKETS, END] = byte_ends
    for line, bucket in enumerate(np.split(content, byte_ends[:-1])):
        head[line, DIGEST] = np.frombuffer(_sha256(bucket), dtype=np.int64)
    name = f"{prefix}.{_sha256(head).hex()}"
    files.write(name, [head, content])
    return name


class Chunk:
    """One chunk of which the buckets `first` to `last` - 1 are wanted; its head is read and checked at once."""

    def __init__(self, files: Files, name: str, first: int, last: int) -> None:
        content = files.read(name, 0, HEAD_BYTES)
        if _sha256(content).hex() != name.rpartition(".")[2]:
            raise _damaged(files, name)
        head = content.view(np.int64).reshape(HEAD)
        self._files, self._name, self._first = files, name, first
        self._words = int(head[BUCKETS, STATES])
        self._lines = head[first:last].copy()
        self._ends = np.concatenate([head[:BUCKETS, END][first - 1 : first] if first else [0], self._lines[:, END]])

    def bytes(self, first: int, last: int) -> int:
        """Return how many bytes these buckets have."""
        return int(self._ends[last - self._first] - self._ends[first - self._first])

    def read(self, first: int, last: int) -> list[Parcel]:
        """Return these buckets one by one; LostFileError where they are not what was written."""
        ends = self._ends[first - self._first : last - self._first + 1]
        content = self._files.read(self._name, HEAD_BYTES + int(ends[0]), self.bytes(first, last))
        buckets = np.split(content, ends[1:-1] - ends[0])
        return [self._bucket(first + place, bucket) for place, bucket in enumerate(buckets)]

    def _bucket(self, number: int, content: Bytes) -> Parcel:
        line = self._lines[number - self._first]
        if _sha256(content) != line[DIGEST].tobytes():
            raise _damaged(self._files, self._name)
        return decoded(content, int(line[STATES]), self._words)


class Inbox:
    """What was sent to the buckets `first` to `last` - 1 in these chunks, given out bucket by bucket, ascending."""

    def __init__(self, files: Files, names: Sequence[str], first: int, last: int) -> None:
        self._chunks = [Chunk(files, name, first, last) for name in names]
        self._last, self._begin = last, first
        self._read: list[list[Parcel]] = []

    def receive(self, bucket: int) -> Parcel:
        """Return the states sent to a bucket, ascending, each once; those of buckets before it are let go."""
        if not self._begin <= bucket < self._begin + len(self._read):
            self._begin, self._read = bucket, self._following(bucket)
        parcels, self._read[bucket - self._begin] = self._read[bucket - self._begin], []
        return added_up([parcel for parcel in parcels if len(parcel[0])])

    def _following(self, bucket: int) -> list[list[Parcel]]:
        """Read this bucket, and those after it as long as they are not too many bytes in all."""
        end = bucket + 1
        while end < self._last and sum(chunk.bytes(bucket, end + 1) for chunk in self._chunks) <= READ_AT_ONCE:
            end += 1
        read = [chunk.read(bucket, end) for chunk in self._chunks]
        return [[parcels[place] for parcels in read] for place in range(end - bucket)]


def _damaged(files: Files, name: str) -> LostFileError:
    """Remove a damaged file, so that it will be written again, and return what to raise."""
    files.remove([name])
    return LostFileError(f"{name} is not what was written")


def _sha256(array: NDArray[np.generic]) -> bytes:
    return hashlib.sha256(np.ascontiguousarray(array).view(np.uint8).reshape(-1).data).digest()
