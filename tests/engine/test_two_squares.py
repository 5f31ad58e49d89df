"""Two squares one move apart: their two tours are open in every part of the engine."""

from __future__ import annotations

from typing import Any

import numpy as np
import pytest

from engine.boards.existence.decide import existence
from engine.boards.labels import parse_board
from engine.specification.result import Result
from engine.tours.verify import closing
from tests.in_memory import finished

BOARD = parse_board("1x2")
WAZIR = (0, 1)
TOURS = np.array([[0, 1], [1, 0]])


def run(**fields: object) -> Result:
    """Return the result of a job on the two squares."""
    return finished(board="1x2", piece=list(WAZIR), **fields)


def exact(result: Result) -> dict[str, str]:
    """Return the counts of tours."""
    return {count.quantity: count.value for count in result.counts if count.quantity in ("tours", "closed", "cycles")}


@pytest.mark.parametrize(("tours", "verdict"), [("any", "possible"), ("open", "possible"), ("closed", "impossible")])
def test_existence(tours: Any, verdict: str) -> None:
    """Open tours exist and closed ones do not, whichever ends are given."""
    for ends in ((), (0,), (0, 1), (1, 0)):
        assert existence(BOARD, WAZIR, tours, *ends).verdict == verdict
    assert existence(BOARD, WAZIR, tours, 0, 0).impossible


def test_verification() -> None:
    """Neither tour closes."""
    assert not closing(BOARD, WAZIR, TOURS).any()


@pytest.mark.parametrize("tours", ["any", "open", "closed"])
@pytest.mark.parametrize(
    "fields",
    [
        {"method": "auto"},
        {"method": "backtrack"},
        {"method": "backtrack", "by_end": True},
        {"method": "backtrack", "prune": ["exits", "forced", "colour", "symmetry"]},
        {"method": "frontier"},
        {"method": "frontier", "by_end": True},
    ],
)
def test_enumeration(tours: str, fields: dict[str, object]) -> None:
    """Every method counts two directed tours and no cycle."""
    total = "0" if tours == "closed" else "2"
    assert exact(run(kind="enumerate", tours=tours, **fields)) == {"tours": total, "closed": "0", "cycles": "0"}


@pytest.mark.parametrize("method", ["auto", "search", "two-factor", "warnsdorff", "pohl", "roth"])
@pytest.mark.parametrize("tours", ["any", "open", "closed"])
def test_construction(method: str, tours: str) -> None:
    """Every method makes the open tour, and none a closed one."""
    result = run(kind="construct", method=method, tours=tours, start=[1, 2])
    assert (result.outcome == "complete") == (tours != "closed")
    if tours != "closed":
        assert result.extra["tour"]["closed"] is False


def test_sampling() -> None:
    """Walks complete tours, none of them closed."""
    fields: dict[str, object] = {"kind": "sample", "method": "uniform", "budget": {"walks": 10}}
    estimates = {estimate.quantity: estimate.value for estimate in run(**fields).estimates}
    assert (estimates["tours"], estimates.get("closed", 0)) == (2, 0)
