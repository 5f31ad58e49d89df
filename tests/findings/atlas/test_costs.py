"""The expected costs of entries."""

from __future__ import annotations

import pytest

from findings.atlas.costs import expected_seconds, priority_of
from findings.atlas.plan import ALL, BY_START, CYCLES, PARTS, Part


def test_more_squares_more_starts_and_wider_boards_cost_more() -> None:
    """Costs rise from a narrow board to a longer and a wider one, and from cycles to tours from one or all squares."""
    assert expected_seconds("1x1", ALL) == 0
    costs = [expected_seconds(board, ALL) for board in ("3x8", "3x16", "5x16", "7x8")]
    assert costs == sorted(costs)
    shares = [expected_seconds("8x8", specification) for specification in (CYCLES, BY_START[0], ALL)]
    assert shares == sorted(shares)
    assert costs[0] < costs[-1] / 1000


@pytest.mark.parametrize("part", PARTS, ids=lambda part: part.name)
def test_priorities(part: Part) -> None:
    """Every planned job has a valid priority, which is lower for higher costs."""
    costs = sorted(expected_seconds(board, one) for one in part.specifications for board in part.boards)
    found = [priority_of(cost) for cost in costs]
    assert found == sorted(found, reverse=True)
    assert -1000 <= found[-1] <= found[0] <= 0
    assert priority_of(1e30) == -1000
