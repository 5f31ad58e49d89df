"""Large arrays of a checkpoint, kept in files of the shard's folder; the checkpoint holds their digests.

Files are named by the SHA-256 of their content, so that a checkpoint is either whole or fails to load. A checkpoint
with files also names those of the one before it: once it has been loaded it must have been committed, and those go.
What else is left, by a worker that died before its commit or at the shard's end, goes with the job's folder.
"""

from __future__ import annotations

import hashlib
import os
from collections.abc import Mapping
from pathlib import Path

import numpy as np
from numpy.typing import NDArray

from engine.errors import KernelLimitError

LARGE = 64 << 20
"""Bytes from which on an array goes to a file."""

MARK = "@file"
SUPERSEDED = "superseded@files"
DIGEST = 32

Arrays = Mapping[str, NDArray[np.generic]]


def spilled(arrays: Arrays, folder: Path | None, before: bytes = b"") -> Arrays:
    """Return the checkpoint with large arrays in files; `before`: the digests of the files of the one before."""
    if folder is None:
        return arrays
    if not any(array.nbytes >= LARGE for array in arrays.values()):
        return arrays  # at the end nothing may tell how the work was cut
    kept: dict[str, NDArray[np.generic]] = {SUPERSEDED: np.frombuffer(before, dtype=np.uint8)}
    for name, array in arrays.items():
        if array.nbytes < LARGE:
            kept[name] = array
        else:
            kept[name + MARK] = np.frombuffer(_write(array, folder), dtype=np.uint8)
    return kept


def gathered(arrays: Arrays, folder: Path | None) -> tuple[Arrays, bytes]:
    """Return the whole checkpoint and the digests of its files; the files of the checkpoint before it are removed."""
    digests = {name.removesuffix(MARK): array.tobytes() for name, array in arrays.items() if name.endswith(MARK)}
    if digests and folder is None:
        raise KernelLimitError("the checkpoint has files, but CAVALIER_SPILL_FOLDER is not set")
    whole = {name: array for name, array in arrays.items() if name != SUPERSEDED and not name.endswith(MARK)}
    if folder is None:
        return whole, b""
    whole |= {name: _read(digest, folder) for name, digest in digests.items()}
    before = arrays.get(SUPERSEDED, np.empty(0, dtype=np.uint8)).tobytes()
    for start in range(0, len(before), DIGEST):
        if before[start : start + DIGEST] not in digests.values():
            _path(before[start : start + DIGEST], folder).unlink(missing_ok=True)
    return whole, b"".join(digests.values())


def _path(digest: bytes, folder: Path) -> Path:
    return folder / f"{digest.hex()}.npy"


def _digest(array: NDArray[np.generic]) -> bytes:
    return hashlib.sha256(np.ascontiguousarray(array).view(np.uint8).reshape(-1).data).digest()


def _write(array: NDArray[np.generic], folder: Path) -> bytes:
    """Write an array under its digest: under another name first, so that a half-written file is never taken for it."""
    digest = _digest(array)
    path = _path(digest, folder)
    if not path.exists():
        folder.mkdir(parents=True, exist_ok=True)
        partial = path.with_suffix(f".{os.getpid()}.partial")
        with partial.open("wb") as file:
            np.save(file, array, allow_pickle=False)
            file.flush()
            os.fsync(file.fileno())
        partial.replace(path)
    return digest


def _read(digest: bytes, folder: Path) -> NDArray[np.generic]:
    """Read an array and check it; KernelLimitError where the file is missing or not what was written."""
    try:
        array: NDArray[np.generic] = np.load(_path(digest, folder), allow_pickle=False)
    except (OSError, ValueError) as error:
        raise KernelLimitError(f"a checkpoint's file cannot be read: {error}") from error
    if _digest(array) != digest:
        raise KernelLimitError(f"{_path(digest, folder)} is not what the checkpoint wrote")
    return array
