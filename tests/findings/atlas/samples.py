"""Entries for tests."""

from __future__ import annotations

from findings.atlas.entries import AtlasFigure, Entry

SPECIFICATION = {"kind": "enumerate", "board": "5x5", "tours": "any", "method": "frontier"}
BY_START = {"1,1": "304", "1,2": "0", "1,3": "56", "2,2": "56", "2,3": "0", "3,3": "64"}


def sample_entry(tours: str = "1728", by_start: dict[str, str] | None = None) -> Entry:
    """Return an entry of 5x5."""
    figures = (
        AtlasFigure("tours", "directed", tours, "frontier", by_start=by_start or BY_START),
        AtlasFigure("cycles", "undirected", "0", "frontier"),
    )
    return Entry("5x5", "1,2", SPECIFICATION, "c0de", 0.25, None, figures)
