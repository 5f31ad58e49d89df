"""Which method an enumeration runs by."""

from __future__ import annotations

from engine.specification.kinds import EnumerateSpecification


def method_of(spec: EnumerateSpecification) -> str:
    """Return the method that runs: the one asked for, or the one that `auto` picks."""
    return "backtrack" if spec.method == "auto" else spec.method
