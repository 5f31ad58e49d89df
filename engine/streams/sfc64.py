"""SFC64: a small fast chaotic generator with a counter, numpy's to the bit.

Source: C. Doty-Humphrey, PractRand, 2010. The state map is a bijection, so the generator also runs backwards; it is
not linear, so a jump takes as long as the draws it passes.
"""

from __future__ import annotations

import numpy as np
from numpy.random import SeedSequence
from numpy.typing import NDArray

from engine.jit import kernel
from engine.streams.generator import State, low_and_high_words

CHUNK = 1 << 16
INVERSE_OF_9 = np.uint64(pow(9, -1, 2**64))
MAX_JUMP = 10**13
"""Some hours of stepping; a longer jump is refused."""


class Sfc64:
    """State: three chaotic words and the counter."""

    name = "sfc64"
    values = 2**64
    draws_per_group = 1

    def start(self, seed: int) -> State:
        """Seed through numpy's SeedSequence."""
        return _seed_state(SeedSequence(seed))

    def split(self, seed: int, index: int, count: int) -> State:
        """Return the start of numpy's `SFC64(SeedSequence(seed).spawn(count)[index])`; one stream: the seed itself."""
        return self.start(seed) if count == 1 else _seed_state(SeedSequence(seed, spawn_key=(index,)))

    def jump(self, state: State, draws: int) -> State:
        """Step through all draws in between: linear time; ValueError beyond MAX_JUMP."""
        if abs(draws) > MAX_JUMP:
            raise ValueError(f"sfc64 jumps by stepping, at most {MAX_JUMP} draws")
        moved = state.copy()
        if draws < 0:
            _step_back(moved, -draws)
        scratch = np.empty(CHUNK, dtype=np.uint64)
        for taken in range(0, draws, CHUNK):
            _fill(moved, scratch[: draws - taken])
        return moved

    def fill(self, state: State, out: NDArray[np.uint64]) -> None:
        """Write raw 64-bit draws."""
        _fill(state, out)

    def words(self, raw: NDArray[np.uint64]) -> NDArray[np.uint32]:
        """Return two words for each draw."""
        return low_and_high_words(raw)


def _seed_state(sequence: SeedSequence) -> State:
    words: State = np.random.SFC64(sequence).state["state"]["state"].copy()
    return words


@kernel
def _fill(state: State, out: NDArray[np.uint64]) -> None:
    """Write draws; `state` is updated in place."""
    a, b, c, counter = state[0], state[1], state[2], state[3]
    for i in range(out.size):
        result = a + b + counter
        counter += np.uint64(1)
        a = b ^ (b >> np.uint64(11))
        b = c + (c << np.uint64(3))
        c = ((c << np.uint64(24)) | (c >> np.uint64(40))) + result
        out[i] = result
    state[0], state[1], state[2], state[3] = a, b, c, counter


@kernel
def _step_back(state: State, draws: int) -> None:
    """Undo draws: each line inverts the line of `_fill` that made the word."""
    a, b, c, counter = state[0], state[1], state[2], state[3]
    for _ in range(draws):
        counter -= np.uint64(1)
        before_c = b * INVERSE_OF_9
        result = c - ((before_c << np.uint64(24)) | (before_c >> np.uint64(40)))
        before_b = a
        for shift in (np.uint64(11), np.uint64(22), np.uint64(44)):
            before_b ^= before_b >> shift
        a, b, c = result - before_b - counter, before_b, before_c
    state[0], state[1], state[2], state[3] = a, b, c, counter
