"""A sweep that counts modulo a prime: one word a state, however large the counts are."""

from __future__ import annotations

import numpy as np

from engine.search.frontier.prime import MODULUS
from engine.search.frontier.sweep import Sweep
from engine.search.frontier.table import Counts

_PRIME, _NEXT_WORD = np.uint64(MODULUS), np.uint64(2**64 % MODULUS)


def residues(counts: Counts) -> Counts:
    """Return uint64 (states, 1): what is left of each count modulo MODULUS."""
    left = np.zeros(len(counts), dtype=np.uint64)
    for word in counts.T[::-1]:  # the highest first; 8 times a residue fits a word
        left = (left * _NEXT_WORD % _PRIME + word % _PRIME) % _PRIME
    return left[:, np.newaxis]


class ResidueSweep(Sweep):
    """A sweep in memory; between the squares it keeps residues."""

    kept = staticmethod(residues)
