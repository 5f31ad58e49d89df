"""Files by which the parts of a large sweep send states to each other.

A chunk holds states in the order of their buckets (engine/search/frontier/parts.py). Its head says where each bucket
ends and the SHA-256 of its rows; a row is a key and the words of its count. The SHA-256 of the head is in the chunk's
name. So a chunk is whole or fails to be read, and each part reads its own buckets only.
"""

from __future__ import annotations

import hashlib

import numpy as np
from numpy.typing import NDArray

from engine.errors import LostFileError
from engine.runners.files import Files
from engine.search.frontier.part import Parcel
from engine.search.frontier.parts import BUCKETS
from engine.search.frontier.table import in_buckets

Rows = NDArray[np.int64]

END, DIGEST, WORD = 0, slice(1, 5), 8
HEAD = (BUCKETS + 1, 5)
"""A line for each bucket: its end, its digest; below them the number of columns."""

HEAD_BYTES = HEAD[0] * HEAD[1] * WORD


def write_chunk(files: Files, prefix: str, parcel: Parcel) -> str:
    """Write a chunk and return its name, `prefix` with the digest of its content."""
    keys, counts = parcel
    order, ends = in_buckets(keys)
    rows = np.concatenate([keys[:, None], counts.view(np.int64)], axis=1)[order]
    head = _head(rows, ends)
    name = f"{prefix}.{_sha256(head).hex()}"
    files.write(name, [head, rows])
    return name


def read_chunk(files: Files, name: str, first: int, last: int) -> Parcel:
    """Read buckets `first` to `last` - 1; LostFileError where the file is missing or not what was written."""
    head = _words(files.read(name, 0, HEAD_BYTES))
    if _sha256(head).hex() != name.rpartition(".")[2]:
        raise _damaged(files, name)
    head = head.reshape(HEAD)
    columns, ends = int(head[BUCKETS, END]), [0, *head[:BUCKETS, END].tolist()]
    row = columns * WORD
    words = _words(files.read(name, HEAD_BYTES + ends[first] * row, (ends[last] - ends[first]) * row))
    rows = words[: len(words) // columns * columns].reshape(-1, columns)
    for bucket in range(first, last):
        if _sha256(rows[ends[bucket] - ends[first] : ends[bucket + 1] - ends[first]]) != head[bucket, DIGEST].tobytes():
            raise _damaged(files, name)
    return rows[:, 0].copy(), np.ascontiguousarray(rows[:, 1:]).view(np.uint64)


def _damaged(files: Files, name: str) -> LostFileError:
    """Remove a damaged file, so that it will be written again, and return what to raise."""
    files.remove([name])
    return LostFileError(f"{name} is not what was written")


def _words(content: NDArray[np.uint8]) -> NDArray[np.int64]:
    """Return bytes as numbers; a number that is cut off at the end is left out."""
    return content[: len(content) // WORD * WORD].view(np.int64)


def _head(rows: Rows, ends: NDArray[np.int64]) -> Rows:
    """Return int64 HEAD for rows of which the bucket on line k ends at ends[k]."""
    head = np.zeros(HEAD, dtype=np.int64)
    head[BUCKETS, END] = rows.shape[1]
    head[:BUCKETS, END] = ends
    for line, bucket in enumerate(np.split(rows, ends[:-1])):
        head[line, DIGEST] = np.frombuffer(_sha256(bucket), dtype=np.int64)
    return head


def _sha256(array: NDArray[np.int64]) -> bytes:
    return hashlib.sha256(np.ascontiguousarray(array).view(np.uint8).reshape(-1).data).digest()
