"""Numbers of tours from the literature, by pruned search; the sweep has the same figures in its own tests."""

from __future__ import annotations

import pytest

from tests.engine.runners.test_search import counts, run

PATHS = {
    "3x4": 8, "3x7": 52, "3x8": 396, "3x9": 560, "3x10": 3048, "4x5": 82, "4x6": 744, "4x7": 6378, "4x8": 31088,
    "5x5": 864, "5x6": 18784, "5x7": 622868,
}  # fmt: skip
"""Undirected open tours, those that close included: OEIS A169696, A079137, A083386."""

CYCLES = {"3x10": 16, "3x12": 176, "3x14": 1536, "5x6": 8, "5x8": 44202, "6x7": 1067638}
"""Closed tours: OEIS A070030, A175855, A175881."""

WORK = 10**9


@pytest.mark.parametrize("board", PATHS)
def test_open_tours(board: str) -> None:
    """Twice as many directed tours as undirected ones."""
    result, _ = run(WORK, board=board)
    assert counts(result)["tours"] == 2 * PATHS[board]


@pytest.mark.parametrize("board", CYCLES)
def test_closed_tours(board: str) -> None:
    """A search from one square finds each cycle in both directions."""
    result, _ = run(WORK, board=board, tours="closed", starts=[[1, 1]])
    assert counts(result)["cycles"] == CYCLES[board]
    assert counts(result)["tours"] == 2 * CYCLES[board]
