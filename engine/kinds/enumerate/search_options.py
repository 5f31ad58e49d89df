"""Which method an enumeration runs by, and what its search leaves out."""

from __future__ import annotations

from collections.abc import Iterable
from typing import Any, TypedDict

from engine.boards.move_graph import MoveGraph
from engine.errors import InvalidProblemError
from engine.kinds.enumerate.specification import EnumerateProblem, EnumerateSpecification
from engine.specification.problem import BoardProblem

MAX_PRUNED_SQUARES = 64
MAX_PRUNED_MOVES = 15
"""The largest board and degree whose free neighbours a pruned search can keep track of."""


def method_of(spec: EnumerateSpecification) -> str:
    """Return the search that runs: the one asked for, or the one that `auto` means where it chose to search."""
    return "backtrack" if spec.method == "auto" else spec.method


def enumeration_of(
    problem: BoardProblem[Any],
    **fields: Any,  # noqa: ANN401  of any field
) -> EnumerateProblem:
    """Return the enumeration of the tours that another job is about, with these fields."""
    spec = problem.spec
    asked = EnumerateSpecification(kind="enumerate", board=spec.board, piece=spec.piece, tours=spec.tours, **fields)
    return EnumerateProblem(asked, problem.board, problem.piece, problem.named)


def refuse(spec: EnumerateSpecification, names: Iterable[str], message: str) -> None:
    """Raise InvalidProblemError at the first of these fields that is not at its default."""
    for name in names:
        given = getattr(spec, name)
        if given and given != type(spec).model_fields[name].get_default():
            raise InvalidProblemError(f"/{name}", message)


def limit_of(spec: EnumerateSpecification) -> int:
    """Return the number of tours or nodes that the limit names."""
    assert spec.limit is not None
    return spec.limit.tours or spec.limit.nodes or 0


class Branching(TypedDict):
    """Which branches a search tries, and in which order; see `engine.search.tree`."""

    tied: bool
    by_exits: bool


def branching_of(spec: EnumerateSpecification) -> Branching:
    """Return how the search branches: by all moves as listed or by exits, or by the ties of Warnsdorff's rule alone."""
    return {"tied": method_of(spec) == "warnsdorff", "by_exits": spec.visit == "warnsdorff"}


def prunings_of(spec: EnumerateSpecification, graph: MoveGraph) -> frozenset[str]:
    """Return the prunings of the search: those requested, or with `auto` all that change no result.

    A search with a limit stops in the middle of the tree, whose nodes and leaves are then part of the answer:
    `auto` prunes nothing there.
    """
    if spec.prune is not None:
        return frozenset(spec.prune)
    small = graph.size <= MAX_PRUNED_SQUARES and graph.neighbours.shape[1] <= MAX_PRUNED_MOVES
    if spec.method != "auto" or spec.limit is not None or not small:
        return frozenset()
    prunings = {"exits", "forced", "colour"}
    if spec.store == "none" and spec.visit is None:
        prunings.add("cycle" if spec.tours == "closed" and not spec.by_end else "symmetry")
    return frozenset(prunings)


def is_pruned(spec: EnumerateSpecification, graph: MoveGraph) -> bool:
    """Whether the search leaves out branches inside of the tree."""
    return bool(prunings_of(spec, graph) & {"exits", "forced", "cycle"} or spec.connected_at)


def check_prunings(spec: EnumerateSpecification, graph: MoveGraph) -> None:
    """Refuse prunings that would not give the answer asked for; InvalidProblemError points at the field."""
    prunings = prunings_of(spec, graph)
    if spec.visit is not None and method_of(spec) != "backtrack":
        raise InvalidProblemError("/visit", f"{spec.method} has an order of its own; use backtrack")
    if method_of(spec) != "backtrack" and (prunings or spec.connected_at):
        raise InvalidProblemError("/prune", f"{spec.method} has no prunings")
    ordered = spec.store != "none" or spec.limit is not None or spec.visit is not None
    if {"symmetry", "cycle"} & prunings and ordered:
        message = "symmetry and cycle count tours without finding each: not with a limit, tours to store or visit"
        raise InvalidProblemError("/prune", message)
    if "cycle" in prunings and (spec.tours != "closed" or spec.by_end):
        raise InvalidProblemError("/prune", "cycle counts closed tours, from one square alone: not by_end")
    watched = {"exits", "forced", "cycle"} & prunings or spec.connected_at
    if watched and (graph.size > MAX_PRUNED_SQUARES or graph.neighbours.shape[1] > MAX_PRUNED_MOVES):
        message = f"prunings need at most {MAX_PRUNED_SQUARES} squares and {MAX_PRUNED_MOVES} moves from a square"
        raise InvalidProblemError("/prune", message)
    for index, number in enumerate(spec.connected_at):
        if not 1 <= number <= graph.size:
            raise InvalidProblemError(f"/connected_at/{index}", f"a number of squares from 1 to {graph.size}")
