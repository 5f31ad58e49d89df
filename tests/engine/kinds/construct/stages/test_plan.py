"""Which stages serve which method."""

from __future__ import annotations

from typing import get_args

import pytest

from engine.construction.heuristics.rules import RULES
from engine.kinds.construct.planner import WALKS
from engine.kinds.construct.runner import request_of
from engine.kinds.construct.specification import ConstructSpecification
from engine.kinds.construct.stages.plan import seed_word, stages
from engine.kinds.parse import parse_problem


@pytest.mark.parametrize(
    ("board", "method", "expected"),
    [
        ("8x8", "auto", ["proof", "blocks"]),
        ("heart", "auto", ["proof", "search", "two-factor", "roth", "search"]),
        ("8x8", "pohl", ["pohl"]),
        ("8x8", "squirrel-cull", ["squirrel-cull"]),
        ("torus:5x6", "two-factor", ["proof", "two-factor"]),
        ("torus:5x6", "search", ["proof", "search"]),
    ],
)
def test_stages_of_each_method(board: str, method: str, expected: list[str]) -> None:
    """The stages stand in the order in which they are tried."""
    spec = parse_problem({"kind": "construct", "board": board, "method": method})
    assert [make().name for make in stages(request_of(spec), spec.spec)] == expected


@pytest.mark.parametrize("method", get_args(ConstructSpecification.model_fields["method"].annotation))
def test_every_method_has_stages(method: str) -> None:
    """Each choice of the specification can be run."""
    symmetry = {"symmetry": "rotation180", "tours": "closed"} if method == "quotient" else {}
    spec = parse_problem({"kind": "construct", "board": "6x6", "method": method, **symmetry})
    assert stages(request_of(spec), spec.spec)


def test_walks_are_the_methods_with_a_rule() -> None:
    """The planner, which never loads kernels, names them once more."""
    assert set(WALKS) == RULES.keys()


def test_generator_and_seed_decide_the_seed_word() -> None:
    """Every generator and every seed must give a seed of its own, the same each time."""
    words = [seed_word(generator, seed) for generator in ("pcg64dxsm", "philox", "maple") for seed in (1, 2, 3)]
    assert len(set(words)) == 9
    assert words[0] == seed_word("pcg64dxsm", 1)
    assert all(0 <= word < 2**64 for word in words)
