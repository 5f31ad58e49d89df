"""Options of a search: the prunings that it may have, and those refused."""

from __future__ import annotations

import pytest

from engine.errors import InvalidProblemError
from engine.kinds.enumerate.search_options import check_prunings
from engine.kinds.parse import parse_problem


@pytest.mark.parametrize(
    ("fields", "pointer"),
    [
        ({"method": "warnsdorff", "visit": "warnsdorff"}, "/visit"),
        ({"method": "board-array", "starts": ["a1"], "prune": ["exits"]}, "/prune"),
        ({"method": "warnsdorff", "connected_at": [3]}, "/prune"),
        ({"connected_at": [3, 26]}, "/connected_at/1"),
        ({"connected_at": [0]}, "/connected_at/0"),
        ({"prune": ["symmetry"], "limit": {"tours": 1}}, "/prune"),
        ({"prune": ["cycle"]}, "/prune"),
        ({"prune": ["exits"], "board": "9x9"}, "/prune"),
    ],
)
def test_what_would_not_give_the_answer_is_refused(fields: dict[str, object], pointer: str) -> None:
    """Options that would change the answer are refused at the wrong field."""
    problem = parse_problem({"kind": "enumerate", "board": "5x5", "method": "backtrack", **fields})
    with pytest.raises(InvalidProblemError) as caught:
        check_prunings(problem.spec, problem.graph)
    assert caught.value.pointer == pointer


def test_what_gives_the_answer_is_not_refused() -> None:
    """Prunings and connectivity tests of a plain search are accepted."""
    problem = parse_problem({"kind": "enumerate", "board": "5x5", "prune": ["exits"], "connected_at": [1, 25]})
    check_prunings(problem.spec, problem.graph)
