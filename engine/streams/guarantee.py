"""What keeps the streams of one seed apart: a proved distance, or the probability that they meet."""

from __future__ import annotations

from dataclasses import dataclass
from typing import Literal

from engine.streams.spacing import (
    GOLDEN_JUMP,
    MAPLE_PERIOD,
    MAPLE_STARTS,
    MAPLE_STREAMS,
    PHILOX_JUMP,
    shortest_gap,
)

PROBABILITY_DRAWS = 2**40
"""The length of stream for which probabilities of overlap are stated."""


@dataclass(frozen=True)
class Guarantee:
    """The promise that the streams of one seed do not share a stretch of their sequence.

    draws: each stream may take this many raw draws.
    probability: 0 where it is proved that no two streams overlap within them; else a bound on the probability that
        any two do, under the assumption that seeding picks starts uniformly.
    """

    kind: Literal["proved", "probability"]
    draws: int
    probability: float
    text: str


def evenly_spaced(streams: int, period: int) -> Guarantee:
    """Promise for starts period // streams apart on one cycle."""
    draws = period // streams
    return _proven_guarantee(draws, f"starts are spaced evenly over the period {period}")


def jumped_by_the_golden_ratio(streams: int) -> Guarantee:
    """Promise for starts at multiples of GOLDEN_JUMP on the cycle of length 2**128."""
    gap = shortest_gap([index * GOLDEN_JUMP for index in range(streams)], 2**128)
    return _proven_guarantee(gap, "starts are multiples of 2^128 / golden ratio on one cycle of length 2^128")


def jumped_by_whole_blocks(streams: int) -> Guarantee:
    """Promise for starts PHILOX_JUMP apart on the cycle of all counters."""
    draws = PHILOX_JUMP if streams > 1 else 2**258
    return _proven_guarantee(draws, "starts are 2^128 counter blocks apart")


def spread_over_the_maple_cycle(streams: int) -> Guarantee:
    """Promise for the source's starts forwards, then backwards as well; more than 64 are evenly spaced."""
    if streams > MAPLE_STREAMS:
        return evenly_spaced(streams, MAPLE_PERIOD)
    positions = [position for _, position in MAPLE_STARTS[:streams]]
    gap = shortest_gap(positions, MAPLE_PERIOD)
    if streams <= len(MAPLE_STARTS):
        return _proven_guarantee(gap, "the source's starts, about 3.125e10 apart, all forwards")
    return _proven_guarantee(
        gap // 2, "the source's starts in both directions: two streams share each gap from its two ends"
    )


def independently_seeded(streams: int, state_bits: int) -> Guarantee:
    """Bound the risk for starts picked by hashing: the union over pairs of stretches of PROBABILITY_DRAWS draws."""
    probability = streams * (streams - 1) * PROBABILITY_DRAWS / 2**state_bits
    text = (
        f"seeded independently: the probability that any two of {streams} streams of 2^40 draws overlap "
        f"is at most about {probability:.1e}"
    )
    return Guarantee("probability", PROBABILITY_DRAWS, min(1.0, probability), text)


def _proven_guarantee(draws: int, how: str) -> Guarantee:
    return Guarantee("proved", draws, 0.0, f"{how}; no two streams overlap within {draws} draws each")
