"""Philox 4x64-10: a keyed bijection of a counter, numpy's to the bit.

Source: J. K. Salmon, M. A. Moraes, R. O. Dror, D. E. Shaw, "Parallel random numbers: as easy as 1, 2, 3", 2011.
"""

from __future__ import annotations

import numpy as np
from numpy.typing import NDArray

from engine.jit import kernel
from engine.streams.generator import State, low_and_high_words
from engine.streams.spacing import PHILOX_JUMP
from engine.streams.uint128 import multiply_high

BLOCK = 4
COUNTERS = 2**256
ROUNDS = 10
MULTIPLIER_0 = np.uint64(0xD2E7470EE14C6C93)
MULTIPLIER_1 = np.uint64(0xCA5A826395121157)
WEYL_0 = np.uint64(0x9E3779B97F4A7C15)
WEYL_1 = np.uint64(0xBB67AE8584CAA73B)


class Philox:
    """State: counter (4 words, lowest first), key (2), the number of draws used of the current block, the block (4)."""

    name = "philox"
    values = 2**64
    draws_per_group = 1

    def start(self, seed: int) -> State:
        """Seed through numpy's SeedSequence; the first block comes from counter 1."""
        key = np.random.Philox(seed).state["state"]["key"]
        return np.concatenate([np.zeros(4, dtype=np.uint64), key, np.array([BLOCK, 0, 0, 0, 0], dtype=np.uint64)])

    def split(self, seed: int, index: int, count: int) -> State:  # noqa: ARG002  streams do not depend on their number
        """Return the start of numpy's `Philox(seed).jumped(index)`."""
        return self.jump(self.start(seed), index * PHILOX_JUMP)

    def jump(self, state: State, draws: int) -> State:
        """Move the counter, then take the draws of the last block that are used up."""
        counter = sum(int(word) << 64 * index for index, word in enumerate(state[:4]))
        taken = BLOCK * (counter - 1) + int(state[6]) + draws
        used = (taken - 1) % BLOCK + 1
        before = (taken - used) // BLOCK % COUNTERS
        moved = state.copy()
        moved[:4] = [before >> 64 * index & 2**64 - 1 for index in range(4)]
        moved[6] = BLOCK
        _fill(moved, np.empty(used, dtype=np.uint64))
        return moved

    def fill(self, state: State, out: NDArray[np.uint64]) -> None:
        """Write raw 64-bit draws."""
        _fill(state, out)

    def words(self, raw: NDArray[np.uint64]) -> NDArray[np.uint32]:
        """Return two words for each draw."""
        return low_and_high_words(raw)


@kernel
def _next_block(state: State) -> None:
    """Advance the 256-bit counter and replace the block, in place."""
    for index in range(4):
        state[index] += np.uint64(1)
        if state[index] != np.uint64(0):
            break
    c0, c1, c2, c3 = state[0], state[1], state[2], state[3]
    key_0, key_1 = state[4], state[5]
    for _ in range(ROUNDS):
        high_0, low_0 = multiply_high(MULTIPLIER_0, c0), MULTIPLIER_0 * c0
        high_1, low_1 = multiply_high(MULTIPLIER_1, c2), MULTIPLIER_1 * c2
        c0, c1, c2, c3 = high_1 ^ c1 ^ key_0, low_1, high_0 ^ c3 ^ key_1, low_0
        key_0 += WEYL_0
        key_1 += WEYL_1
    state[7], state[8], state[9], state[10] = c0, c1, c2, c3


@kernel
def _fill(state: State, out: NDArray[np.uint64]) -> None:
    """Write draws, first what is left of the current block; `state` is updated in place."""
    used = np.int64(state[6])
    for i in range(out.size):
        if used == BLOCK:
            _next_block(state)
            used = np.int64(0)
        out[i] = state[7 + used]
        used += np.int64(1)
    state[6] = np.uint64(used)
