"""Fixed-width codes to bytes and back: big-endian, so that bytes compare as the codes do.

Eight codes of `bits` bits fill exactly `bits` bytes; whole batches are shifted group by group.
"""

from __future__ import annotations

from collections.abc import Iterator

import numpy as np
from numpy.typing import NDArray

GROUP = 8


def pack_codes(codes: NDArray[np.integer], bits: int) -> NDArray[np.uint8]:
    """Return uint8 (k, ceil(m * bits / 8)) for codes (k, m), each below 2**bits (bits 1 to 16), zero-padded."""
    rows, count = codes.shape
    groups = -(-count // GROUP)
    padded = np.zeros((rows, groups * GROUP), dtype=np.uint16)
    padded[:, :count] = codes
    packed = np.zeros((rows, groups, bits), dtype=np.uint8)
    for code, byte, shift in _overlaps(bits):
        part = padded[:, code::GROUP]
        packed[:, :, byte] |= (part << shift if shift >= 0 else part >> -shift).astype(np.uint8)
    return packed.reshape(rows, groups * bits)[:, : -(-count * bits // 8)]


def unpack_codes(packed: NDArray[np.uint8], bits: int, count: int) -> NDArray[np.uint16]:
    """Return the first `count` codes of each row of uint8 (k, ceil(count * bits / 8)): uint16 (k, count)."""
    rows, groups = len(packed), -(-count // GROUP)
    padded = np.zeros((rows, groups * bits), dtype=np.uint16)
    padded[:, : packed.shape[1]] = packed
    codes = np.zeros((rows, groups, GROUP), dtype=np.uint16)
    for code, byte, shift in _overlaps(bits):
        part = padded[:, byte::bits]
        codes[:, :, code] |= part >> shift if shift >= 0 else part << -shift
    codes &= np.uint16((1 << bits) - 1)
    return codes.reshape(rows, groups * GROUP)[:, :count]


def _overlaps(bits: int) -> Iterator[tuple[int, int, int]]:
    """Yield (code, byte, left shift that brings the code's bits to their place in the byte) within one group."""
    for code in range(GROUP):
        end = (code + 1) * bits
        for byte in range(code * bits // 8, (end - 1) // 8 + 1):
            yield code, byte, 8 * (byte + 1) - end
