"""The methods there are: what each does, on which boards, what it promises and what it costs. Plain data."""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import dataclass, field
from typing import Literal

Promise = Literal["exact", "estimate", "guarantee", "heuristic"]


@dataclass(frozen=True)
class Method:
    """A method as the documentation, the API and the dashboard show it.

    name: as in the specification's `method`.
    kinds: the kinds of job it serves.
    promise: "exact" counts, an "estimate" with an error, a tour with a "guarantee", or a "heuristic" that may fail.
    boards: where it works.
    cost: what its time and memory grow with.
    parameters: the specification's fields it heeds, and what they mean to it.
    reference: who described it.
    """

    name: str
    kinds: tuple[str, ...]
    summary: str
    promise: Promise
    boards: str
    cost: str
    parameters: Mapping[str, str] = field(default_factory=dict)
    reference: str | None = None


METHODS: tuple[Method, ...] = (
    Method(
        name="backtrack",
        kinds=("enumerate",),
        summary="Depth-first search: tries every move in a fixed order and steps back where none is left.",
        promise="exact",
        boards="every board with at most 64 moves from a square; in full up to about 36 squares, with a limit any",
        cost="time grows with the search tree (6x6: minutes, 8x8: about 1e27 nodes); memory with the squares",
        parameters={
            "order": "directions in the order to be tried; counts do not depend on it, limited searches do",
            "limit": "ends the search right after so many tours or nodes, in search order",
            "by_end": "counts by start and end square",
            "store": "the tours found",
        },
    ),
    Method(
        name="warnsdorff",
        kinds=("enumerate",),
        summary="The tree of all ties of Warnsdorff's rule: moves only to squares with the fewest onward moves.",
        promise="exact",
        boards="every board with at most 64 moves from a square",
        cost="time grows with the tree of ties (8x8: 60 million nodes, a second)",
        parameters={"order": "the order among ties", "limit": "as for backtrack", "store": "as for backtrack"},
        reference="H. C. von Warnsdorff, Des Roesselsprunges einfachste und allgemeinste Loesung, 1823",
    ),
)


def methods_of(kind: str) -> list[Method]:
    """Return the methods that serve a kind of job."""
    return [method for method in METHODS if kind in method.kinds]
