"""Which ways of counting are independent of each other: by how many of them a count stands is what confirms it."""

from __future__ import annotations

from collections.abc import Mapping

CERTIFICATE = "certificate"
"""The way of a job that has counted once more, modulo a prime and by another order of squares."""

SWEEP = "frontier"
SAME = {"board-array": "backtrack", "link-cutting": "backtrack", "index": SWEEP}
"""Methods that go through the same tree, or the same states, as another one does."""


def way_of(specification: Mapping[str, object], method: str | None) -> str | None:
    """Return the way by which a job has counted, None where none is known.

    Sweeps for each pair of ends have no state in common with those for each start square or for cycles: that their
    sums agree is a sum rule, and a way of its own.
    """
    if method is None:
        return None
    by_ends = method == SWEEP and specification.get("by_end")
    return f"{method}, by ends" if by_ends else SAME.get(method, method)
