"""Counts modulo a prime."""

from __future__ import annotations

from random import Random

import numpy as np
import pytest

from engine.boards.labels import parse_board
from engine.boards.move_graph import move_graph
from engine.search.frontier import modular_sweep as module
from engine.search.frontier.modular_sweep import ResidueSweep, residues
from engine.search.frontier.order import well_ordered
from engine.search.frontier.prime import MODULUS
from engine.search.frontier.sweep import Sweep


@pytest.mark.parametrize("words", [1, 2, 3])
def test_as_whole_numbers_leave(words: int) -> None:
    """Of counts of any length, at the borders of words and of the prime, too."""
    random, top = Random(words), 2 ** (64 * words)
    borders = [0, 1, MODULUS - 1, MODULUS, MODULUS + 1, 2**64 - 1, top - 1, top // MODULUS * MODULUS]
    numbers = [number % top for number in borders] + [random.randrange(top) for _ in range(200)]
    counts = np.array([[number >> 64 * word & 2**64 - 1 for word in range(words)] for number in numbers], np.uint64)
    left = residues(counts)
    assert left.shape == (len(numbers), 1)
    assert left[:, 0].tolist() == [number % MODULUS for number in numbers]


def test_a_sweep_of_residues_keeps_one_word(monkeypatch: pytest.MonkeyPatch) -> None:
    """Modulo 97 no count that it keeps is larger, and the last is that of the whole sweep."""
    monkeypatch.setattr(module, "_PRIME", np.uint64(97))
    monkeypatch.setattr(module, "_NEXT_WORD", np.uint64(2**64 % 97))
    problem = well_ordered(move_graph(parse_board("6x6"), (1, 2)))
    whole, left = Sweep(problem), ResidueSweep(problem)
    while not left.is_finished:
        left.advance(1)
        assert left.counts.max() < 97
    whole.advance(10**9)
    assert whole.count == 9862
    assert left.count == 9862 % 97
