"""The prime that certificates count by. Never loads numba."""

from __future__ import annotations

MODULUS = (1 << 61) - 1
"""A prime of Mersenne's: residues and the sums of several fit a word, and 2 to the 64th leaves 8."""
