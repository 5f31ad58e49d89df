"""Large arrays of a checkpoint, kept in files of the shard's own; the checkpoint holds their digests.

Files are named by the SHA-256 of their content, so that a checkpoint is either whole or fails to load. A checkpoint
with files also names those of the one before it: a checkpoint that is loaded must have been committed, so
those are removed. Other files left by a worker that died before its commit, or at the shard's end, go with the job's
folder.
"""

from __future__ import annotations

from collections.abc import Collection
from io import BytesIO

import numpy as np
from numpy.lib import format as npy
from numpy.typing import NDArray

from engine.arrays import Arrays, sha256_of
from engine.errors import KernelLimitError, LostFileError
from engine.files import Files, ShardFiles

MIN_FILE_BYTES = 64 << 20
"""Arrays of at least this many bytes go to a file."""

MARK = "@file"
SUPERSEDED = "superseded@files"
DIGEST = 32

HEAD = 1 << 10
"""More bytes than numpy's description of an array of a few dimensions takes."""


def spill(arrays: Arrays, files: Files | None, before: bytes = b"", steady: Collection[str] = ()) -> Arrays:
    """Return the checkpoint with large arrays in files; `before`: the digests of the last one's files.

    steady: the names of arrays that go to files whatever their size: the next checkpoints find them written.
    """
    if files is None:
        return arrays
    apart = {name for name, array in arrays.items() if array.nbytes >= MIN_FILE_BYTES or name in steady}
    if not apart:
        return arrays  # at the end nothing may show how the work was cut
    kept: dict[str, NDArray[np.generic]] = {SUPERSEDED: np.frombuffer(before, dtype=np.uint8)}
    for name, array in arrays.items():
        if name not in apart:
            kept[name] = array
        else:
            kept[name + MARK] = np.frombuffer(_write(array, files), dtype=np.uint8)
    return kept


def load_spilled(arrays: Arrays, files: Files | None) -> tuple[Arrays, bytes]:
    """Return the whole checkpoint and the digests of its files; the files of the checkpoint before it are removed.

    LostFileError where a file is missing or damaged: only what is in the row is left then.
    """
    digests = {name.removesuffix(MARK): array.tobytes() for name, array in arrays.items() if name.endswith(MARK)}
    if digests and files is None:
        raise KernelLimitError("the checkpoint has files, but CAVALIER_SPILL_FOLDER is not set")
    whole = {name: array for name, array in arrays.items() if name != SUPERSEDED and not name.endswith(MARK)}
    if files is None:
        return whole, b""
    whole |= {name: _read(digest, files) for name, digest in digests.items()}
    before = arrays.get(SUPERSEDED, np.empty(0, dtype=np.uint8)).tobytes()
    parts = [before[start : start + DIGEST] for start in range(0, len(before), DIGEST)]
    files.remove(_name(digest) for digest in parts if digest not in digests.values())
    return whole, b"".join(digests.values())


def load_or_begin(checkpoint: Arrays | None, files: ShardFiles | None) -> tuple[Arrays | None, bytes]:
    """Return as `load_spilled` does; None without a checkpoint, or where one of its files is lost, which is noted."""
    if checkpoint is None:
        return None, b""
    try:
        return load_spilled(checkpoint, None if files is None else files.own)
    except LostFileError as error:
        assert files is not None  # without a folder no array was kept in a file
        files.losses.append(str(error))
        return None, b""


def _name(digest: bytes) -> str:
    return f"{digest.hex()}.npy"


def _write(array: NDArray[np.generic], files: Files) -> bytes:
    """Write an array, in numpy's own format, under its digest."""
    digest, content, head = sha256_of(array), np.ascontiguousarray(array), BytesIO()
    npy.write_array_header_1_0(head, npy.header_data_from_array_1_0(content))
    files.write(_name(digest), [np.frombuffer(head.getvalue(), dtype=np.uint8), content])
    return digest


def _read(digest: bytes, files: Files) -> NDArray[np.generic]:
    """Read an array and check it; LostFileError where the file is missing or not what was written."""
    content = files.read(_name(digest))
    head = BytesIO(content[:HEAD].tobytes())
    try:
        npy.read_magic(head)
        shape, _, dtype = npy.read_array_header_1_0(head)
        array: NDArray[np.generic] = content[head.tell() :].view(dtype).reshape(shape)
    except ValueError as error:
        files.remove([_name(digest)])
        raise LostFileError(f"{_name(digest)} is not what the checkpoint wrote: {error}") from error
    if sha256_of(array) != digest:
        files.remove([_name(digest)])
        raise LostFileError(f"{_name(digest)} is not what the checkpoint wrote")
    return array
