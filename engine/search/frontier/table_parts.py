"""A table too large for one worker, in parts: which part holds a state, how many parts there are. Never loads numba.

A state's hash puts it into one of the buckets for good, and a part is a range of buckets, of which it holds one at a
time in memory. The parts of a table before a step know nothing of each other: each adds up the states that were sent
to its buckets, takes them through the step and sends the successors on to the buckets of the next step (map, then
reduce, as "bucketham" by Zisheng Dai does). How many parts there are depends on the number of states alone, so that
the work is cut alike for any number of workers.
"""

from __future__ import annotations

BUCKETS = 1024
"""A power of two: a thousand million states are a million in each, 16 MB."""

MAX_PARTS = 64

MAX_ALONE = 1 << 20
"""States before a step that one worker keeps to itself: a second's work."""

MAX_RECEIVED = 1 << 21
"""States sent to one part, equal ones not yet added up: about half of them are different."""


def bucket_ranges(received: int) -> list[tuple[int, int]]:
    """Return the first bucket of each part and the one after its last, for this many states sent to all parts."""
    if received <= MAX_ALONE:
        return [(0, BUCKETS)]
    parts = min(MAX_PARTS, max(2, -(-received // MAX_RECEIVED)))
    return [(part * BUCKETS // parts, (part + 1) * BUCKETS // parts) for part in range(parts)]
