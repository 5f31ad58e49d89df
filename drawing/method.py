"""What is told of a method. Plain data."""

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
