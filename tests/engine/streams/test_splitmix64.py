"""SplitMix64."""

from __future__ import annotations

import numpy as np

from engine.streams.splitmix64 import attempt_state, random_below


def test_words_are_the_published_ones() -> None:
    """From state 1234567 the generator must give the words that Rosetta Code lists for SplitMix64."""
    state = np.array([1234567], dtype=np.uint64)
    high_halves = [random_below(state, 2**31) for _ in range(3)]
    assert high_halves == [word >> 33 for word in (6457827717110365317, 3203168211198807973, 9817491932198370423)]


def test_attempts_have_states_of_their_own() -> None:
    """A thousand attempts of two seeds must start from two thousand different states."""
    states = {int(attempt_state(seed, attempt)[0]) for seed in (1, 2) for attempt in range(1000)}
    assert len(states) == 2000
