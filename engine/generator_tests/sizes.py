"""How large the repeated tests are."""

from __future__ import annotations

from dataclasses import dataclass


@dataclass(frozen=True)
class Sizes:
    """What a trial takes.

    reals: N, of the chi-square, Kolmogorov-Smirnov and serial correlation tests. channels: of the chi-square test.
    lag: of the serial correlation. gaps: this many in one trial of the gap test, between visits to [low, high).
    """

    reals: int = 1000
    channels: int = 100
    lag: int = 1
    gaps: int = 1000
    low: float = 0.0
    high: float = 0.5


USUAL = Sizes()
