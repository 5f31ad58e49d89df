"""Files by which the parts of a large sweep send states to each other, in a folder that all workers share.

A chunk holds states in the order of their buckets (engine/search/frontier/parts.py). Its head says where each bucket
ends and the SHA-256 of its rows; a row is a key and the words of its count. The SHA-256 of the head is in the chunk's
name. So a chunk is whole or fails to be read, and each part reads its own buckets only.
"""

from __future__ import annotations

import hashlib
import os
import threading
from collections.abc import Iterable
from pathlib import Path

import numpy as np
from numpy.typing import NDArray

from engine.errors import KernelLimitError
from engine.search.frontier.part import Parcel
from engine.search.frontier.parts import BUCKETS
from engine.search.frontier.table import in_buckets

Rows = NDArray[np.int64]

END, DIGEST, WORD = 0, slice(1, 5), 8
HEAD = (BUCKETS + 1, 5)
"""A line for each bucket: its end, its digest; below them the number of columns."""


def write_chunk(folder: Path, prefix: str, parcel: Parcel) -> str:
    """Write a chunk and return its name, `prefix` with the digest of its content.

    It is written under another name first, so that a half-written file is never taken for it.
    """
    keys, counts = parcel
    order, ends = in_buckets(keys)
    rows = np.concatenate([keys[:, None], counts.view(np.int64)], axis=1)[order]
    head = _head(rows, ends)
    path = folder / f"{prefix}.{_sha256(head).hex()}"
    folder.mkdir(parents=True, exist_ok=True)
    partial = folder / f"{path.name}.{os.getpid()}-{threading.get_ident()}.partial"
    with partial.open("wb") as file:
        head.tofile(file)
        rows.tofile(file)
        file.flush()
        os.fsync(file.fileno())
    partial.replace(path)
    return path.name


def read_chunk(folder: Path, name: str, first: int, last: int) -> Parcel:
    """Read buckets `first` to `last` - 1; KernelLimitError where the file is missing or not what was written."""
    try:
        with (folder / name).open("rb") as file:
            head = np.fromfile(file, dtype=np.int64, count=HEAD[0] * HEAD[1])
            if _sha256(head).hex() != name.rpartition(".")[2]:
                raise KernelLimitError(f"{folder / name} is not what was written")
            head = head.reshape(HEAD)
            columns, ends = int(head[BUCKETS, END]), [0, *head[:BUCKETS, END].tolist()]
            file.seek(ends[first] * columns * WORD, os.SEEK_CUR)
            words = np.fromfile(file, dtype=np.int64, count=(ends[last] - ends[first]) * columns)
    except OSError as error:
        raise KernelLimitError(f"states sent by another part cannot be read: {error}") from error
    rows = words[: len(words) // columns * columns].reshape(-1, columns)
    for bucket in range(first, last):
        if _sha256(rows[ends[bucket] - ends[first] : ends[bucket + 1] - ends[first]]) != head[bucket, DIGEST].tobytes():
            raise KernelLimitError(f"{folder / name} is not what was written")
    return rows[:, 0].copy(), np.ascontiguousarray(rows[:, 1:]).view(np.uint64)


def remove_chunks(folder: Path, names: Iterable[str]) -> None:
    """Remove chunks that every part has read and nobody will read again; those already gone are passed over."""
    for name in names:
        (folder / name).unlink(missing_ok=True)


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
