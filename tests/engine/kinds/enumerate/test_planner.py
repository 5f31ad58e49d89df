"""Each method of an enumeration has a planner and a runner."""

from __future__ import annotations

from typing import Any, cast

import pytest

from engine.errors import InvalidProblemError
from engine.kinds.enumerate.planner import PLANNERS, Enumeration
from engine.kinds.enumerate.search_options import method_of
from engine.kinds.enumerate.specification import EnumerateProblem
from engine.kinds.methods import METHODS
from engine.kinds.parse import parse_problem
from tests.reference.all_tours import all_tours


def test_every_method_has_a_planner() -> None:
    """Every method but `auto` has a planner of its own."""
    assert {"auto", *PLANNERS} == METHODS["enumerate"].keys()


def test_auto_is_a_method() -> None:
    """A job that leaves the choice open is planned by some method."""
    spec = parse_problem({"kind": "enumerate", "board": "5x5"})
    assert method_of(spec.spec) in PLANNERS
    assert Enumeration().plan(spec).shards


def test_a_check_lists_no_squares() -> None:
    """A check, made inside a request, does not list the squares of a board."""
    problem = cast(
        "EnumerateProblem", parse_problem({"kind": "enumerate", "board": "3x33333333", "method": "frontier"})
    )
    Enumeration().check(problem)
    assert "starts" not in vars(problem)


@pytest.mark.parametrize(
    "fields",
    [
        {"prune": ["cycle"]},
        {"prune": ["exits"], "board": "9x9"},
        {"visit": "warnsdorff", "prune": ["symmetry"]},
        {"store": "all", "board": "200x200"},
    ],
)
def test_a_check_refuses_what_no_plan_can_be_made_of(fields: dict[str, object]) -> None:
    """A job without a possible plan is refused by the check, also where `auto` can only search."""
    problem = cast("EnumerateProblem", parse_problem({"kind": "enumerate", "board": "6x6", **fields}))
    with pytest.raises(InvalidProblemError):
        Enumeration().check(problem)


BOARDS = [f"mask:{rows}" for rows in ("###/#.#/###", "##", "####/#..#", "###/###/##.", "##/##", "#./##/.#", "#.#/..#")]


@pytest.mark.parametrize("board", [*BOARDS, "1x1", "3x3", "3x4", "4x4"])
@pytest.mark.parametrize("piece", [[1, 2], [0, 1], [1, 1]])
@pytest.mark.parametrize("tours", ["any", "closed", "open"])
@pytest.mark.parametrize("starts", ["all", [[1, 1]]])
def test_what_is_said_without_a_search_is_true(board: str, piece: list[int], tours: str, starts: Any) -> None:
    """Every count of a job answered as impossible is that of plain enumeration."""
    fields = {"kind": "enumerate", "board": board, "piece": piece, "tours": tours, "starts": starts}
    problem = cast("EnumerateProblem", parse_problem(fields))
    result = Enumeration().plan(problem).result
    if result is None or result.outcome != "impossible":
        return
    graph = [[int(one) for one in row if one >= 0] for row in problem.graph.neighbours]
    found = list(all_tours(graph, problem.starts.tolist()))
    closed = sum(len(tour) > 2 and tour[0] in graph[tour[-1]] for tour in found)
    counted = {"tours": {"any": len(found), "closed": closed, "open": len(found) - closed}[tours], "closed": closed}
    counted["cycles"] = closed

    assert all(int(count.value) == counted[count.quantity] for count in result.counts)
    assert [row.tours for row in result.squares] == ["0"] * len(problem.starts)
    assert {row.closed for row in result.squares} <= ({"0", None} if closed == 0 else {None})


def test_no_open_tour_does_not_mean_no_closed_one() -> None:
    """For the border of 3x3, a cycle of 8 squares, the answer for open tours has no count of closed ones."""
    problem = parse_problem({"kind": "enumerate", "board": "mask:###/#.#/###", "tours": "open"})
    result = Enumeration().plan(cast("EnumerateProblem", problem)).result
    assert result is not None
    assert [(count.quantity, count.value) for count in result.counts] == [("tours", "0")]
