"""The distance of two walkers."""

from __future__ import annotations

from drawing.walker_distance import apart_chart


def test_the_distance_is_between_the_latest_beginnings() -> None:
    """The distance at each word is between the latest starts of both walkers, and 0 once these agree."""
    chart = apart_chart([[0, 4, 9], [6, 9]], "maple")
    assert chart.series[0].points == [(0.0, 6.0), (4.0, 2.0), (6.0, 2.0), (9.0, 0.0)]
