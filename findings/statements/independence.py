"""Independence of counting methods: a count is confirmed by the number of independent methods."""

from __future__ import annotations

from collections.abc import Mapping

CERTIFICATE = "certificate"
"""The method of a job that counts again, modulo a prime and in another order of squares."""

SWEEP = "frontier"
SAME = {"board-array": "backtrack", "link-cutting": "backtrack", "index": SWEEP}
"""Methods that traverse the same tree, or the same states, as another one."""


def way_of(specification: Mapping[str, object], method: str | None) -> str | None:
    """Return the independent method by which a job has counted, None if unknown.

    Sweeps for each pair of ends share no state with those for each start square or for cycles. That their sums agree
    is a sum rule, so they count as a method of their own.
    """
    if method is None:
        return None
    by_ends = method == SWEEP and specification.get("by_end")
    return f"{method}, by ends" if by_ends else SAME.get(method, method)
