"""Bits of 64-bit masks, for kernels. LLVM turns each of these patterns into one instruction."""

from __future__ import annotations

import numpy as np

from engine.jit import kernel

ONE = np.uint64(1)


@kernel
def population(bits: np.uint64) -> np.uint64:
    """Return the number of set bits."""
    pairs = bits - ((bits >> ONE) & np.uint64(0x5555555555555555))
    fours = (pairs & np.uint64(0x3333333333333333)) + ((pairs >> np.uint64(2)) & np.uint64(0x3333333333333333))
    bytes_ = (fours + (fours >> np.uint64(4))) & np.uint64(0x0F0F0F0F0F0F0F0F)
    return (bytes_ * np.uint64(0x0101010101010101)) >> np.uint64(56)


@kernel
def lowest(bits: np.uint64) -> np.uint64:
    """Return the number of the lowest set bit; 64 where none is set."""
    return population(~bits & (bits - ONE))
