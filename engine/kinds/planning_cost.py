"""The cost of planning a job, from its specification alone: what is to plan it, and how many shards it states.

The bounds are measured ones. Nothing here plans anything.
"""

from __future__ import annotations

from collections.abc import Callable
from typing import Any

from engine.specification.fields import Specification
from engine.specification.problem import BoardProblem, ParsedSpecification

MAX_SHARDS_AT_ONCE = 32
"""Shards that a request plans and stores: they take about a millisecond."""

MAX_SHARDS = 1000
"""Shards that a worker plans by itself."""

MAX_SEARCHED_SQUARES = 36
"""Squares of a board whose search or sweep is planned soon."""

MAX_MOVES_AT_ONCE = 160
"""Directed moves of such a board: those of 6x6. A torus of as many squares has more, and takes longer."""

MAX_LIMITED_SQUARES = 64
"""Squares of a board whose search with a limit, which is not cut into subtrees, is planned soon."""

MAX_SAMPLED_SQUARES = 4096
MAX_MASK_SQUARES = 4096
"""Squares of a board with removed squares that is made, named and stored at once."""


def plans_at_once(problem: ParsedSpecification[Specification]) -> bool:
    """Whether planning this job and storing its shards is a matter of a millisecond or two: the request does both."""
    spec = problem.spec
    return not _is_cut(spec) and stated_shards(spec) <= MAX_SHARDS_AT_ONCE and plans_soon(problem)


def plans_soon(problem: ParsedSpecification[Specification]) -> bool:
    """Whether planning this job is sure to take less than 0.1 s of a core: no process is started for it alone."""
    spec = problem.spec
    if stated_shards(spec) > MAX_SHARDS:
        return False
    if (
        isinstance(problem, BoardProblem)
        and problem.board.present is not None
        and problem.board.size > MAX_MASK_SQUARES
    ):
        return False
    soon = SOON.get(spec.kind)
    return soon is not None and soon(problem)


def _is_cut(spec: Specification) -> bool:
    """Whether the job plans a search that is cut into subtrees, or sweeps."""
    return spec.kind in CUT or (spec.kind == "enumerate" and not _is_limited(spec))


def _is_limited(spec: Any) -> bool:  # noqa: ANN401  of a kind that may have a limit
    return getattr(spec, "limit", None) is not None


def stated_shards(spec: Specification) -> int:
    """Return the number of shards that the specification states; 0 where only planning tells."""
    stated = STATED.get(spec.kind)
    return 0 if stated is None else stated(spec)


def _enumerates_soon(problem: BoardProblem[Any]) -> bool:
    return problem.board.size <= MAX_LIMITED_SQUARES if _is_limited(problem.spec) else _is_small(problem)


def _samples_soon(problem: BoardProblem[Any]) -> bool:
    swept = problem.spec.exact or problem.spec.method == "frontier"
    return _is_small(problem) if swept else problem.board.size <= MAX_SAMPLED_SQUARES


def _is_small(problem: BoardProblem[Any]) -> bool:
    return problem.board.size <= MAX_SEARCHED_SQUARES and int(problem.graph.degrees.sum()) <= MAX_MOVES_AT_ONCE


def _always(_problem: object) -> bool:
    return True


def _streams(spec: Any) -> int:  # noqa: ANN401  of a kind that draws random numbers
    return int(spec.rng.streams)


def _trials(spec: Any) -> int:  # noqa: ANN401  of a test of generators
    return int(len(spec.tests) * min(spec.streams, spec.trials))


CUT = {"census", "certificate", "index", "symmetry"}
"""Kinds that plan a search which is cut into subtrees, or a sweep."""

STATED: dict[str, Callable[[Any], int]] = {"puzzle": _streams, "sample": _streams, "test-generator": _trials}
"""How many shards a specification states, by kind."""

SOON: dict[str, Callable[[Any], bool]] = {
    "census": _enumerates_soon,
    "certificate": _is_small,
    "complete": _always,
    "construct": _always,
    "distance": _always,
    "enumerate": _enumerates_soon,
    "index": _is_small,
    "puzzle": _always,
    "sample": _samples_soon,
    "strip": _always,
    "symmetry": _is_small,
    "test-generator": _always,
    "uncrossed": _always,
}
"""Which problems of a kind are planned soon. A kind that is not here is always planned by a process of its own."""
