"""Named arrays: what checkpoints and statistics are made of."""

from __future__ import annotations

import hashlib
from collections.abc import Mapping

import numpy as np
from numpy.typing import NDArray

Arrays = Mapping[str, NDArray[np.generic]]


def sha256_of(array: NDArray[np.generic]) -> bytes:
    """Return the SHA-256 of an array's bytes, row by row."""
    return hashlib.sha256(np.ascontiguousarray(array).view(np.uint8).reshape(-1).data).digest()
