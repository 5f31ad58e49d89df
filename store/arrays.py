"""Serialisation of named numpy arrays: equal arrays give equal bytes, so that digests compare."""

from __future__ import annotations

import hashlib
import io
from collections.abc import Mapping

import numpy as np
from numpy.typing import NDArray


def pack_arrays(arrays: Mapping[str, NDArray[np.generic]]) -> bytes:
    """Write the arrays, sorted by name, as an uncompressed .npz with constant time stamps."""
    buffer = io.BytesIO()
    np.savez(buffer, allow_pickle=False, **{name: arrays[name] for name in sorted(arrays)})
    return buffer.getvalue()


def unpack_arrays(data: bytes | None) -> dict[str, NDArray[np.generic]]:
    """Read what `pack_arrays` wrote; None gives no arrays."""
    if not data:
        return {}
    with np.load(io.BytesIO(data), allow_pickle=False) as archive:
        return {name: archive[name] for name in archive.files}


def digest(data: bytes | None, *more: bytes) -> str:
    """Return the SHA-256 (hex) of `data` (None: no bytes); with `more`, that of the joined digests of all parts."""
    if not more:
        return hashlib.sha256(data or b"").hexdigest()
    parts = [hashlib.sha256(part).digest() for part in (data or b"", *more)]
    return hashlib.sha256(b"".join(parts)).hexdigest()
