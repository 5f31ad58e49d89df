"""Numbers of tours from the literature, by two methods that share nothing but the board: pruned search and sweep.

`experiments/known_counts.py` has the larger ones.
"""

from __future__ import annotations

import pytest

from tests.engine.kinds.enumerate.search.test_runner import run
from tests.in_memory import counts, enumerated

PATHS = {
    "3x4": 8, "3x7": 52, "3x8": 396, "3x9": 560, "3x10": 3048, "4x5": 82, "4x6": 744, "4x7": 6378, "4x8": 31088,
    "5x5": 864, "5x6": 18784, "5x7": 622868,
}  # fmt: skip
"""Undirected open tours, those that close included: OEIS A169696, A079137, A083386."""

CYCLES = {
    "3x10": 16, "3x12": 176, "3x14": 1536, "3x16": 15424, "4x6": 0, "5x6": 8, "5x8": 44202, "6x6": 9862, "6x7": 1067638,
}  # fmt: skip
"""Closed tours: OEIS A070030, A175855, A001230, A175881; no board of four rows has any (A. J. Schwenk, 1991)."""

BOUNDED = ["exits", "forced", "colour"]
METHODS = ("backtrack", "frontier")


def figure(method: str, board: str, tours: str) -> int:
    """Return twice the paths, or the cycles, as one method counts them."""
    fields: dict[str, object] = {"method": method}
    if method == "backtrack":
        fields["prune"] = [*BOUNDED, "cycle" if tours == "closed" else "symmetry"]
    quantity = "cycles" if tours == "closed" else "tours"
    return counts(enumerated(board=board, tours=tours, **fields))[quantity]


@pytest.mark.parametrize("method", METHODS)
@pytest.mark.parametrize("board", PATHS)
def test_open_tours(board: str, method: str) -> None:
    """Twice as many directed tours as undirected ones."""
    assert figure(method, board, "any") == 2 * PATHS[board]


@pytest.mark.parametrize("method", METHODS)
@pytest.mark.parametrize("board", CYCLES)
def test_closed_tours(board: str, method: str) -> None:
    """Cycles forget their start and direction."""
    assert figure(method, board, "closed") == CYCLES[board]


def test_classes_of_cycles() -> None:
    """Closed tours of 3x12 up to symmetry, one of each stored, are 44; of 5x6 there are 3."""
    assert [len(run(board=board, tours="closed", store="classes")[1]) for board in ("3x12", "5x6")] == [44, 3]


@pytest.mark.parametrize(("board", "diagrams"), [("3x4", 3), ("4x5", 22), ("5x5", 112)])
def test_diagrams_of_paths(board: str, diagrams: int) -> None:
    """Open tours up to symmetry and reversal."""
    assert len(run(board=board, store="classes")[1]) == diagrams
