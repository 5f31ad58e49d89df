"""The statistics of a tour in words."""

from __future__ import annotations

from collections.abc import Mapping

from drawing.numbers import grouped
from language.speech import mark

NAMES = {
    "angle_37": "Angles of 36.87°",
    "angle_53": "Angles of 53.13°",
    "angle_90": "Right angles",
    "angle_127": "Angles of 126.87°",
    "angle_143": "Angles of 143.13°",
    "angle_180": "Squares passed straight on",
    "moves_ene": "Moves east-north-east or back",
    "moves_nne": "Moves north-north-east or back",
    "moves_nnw": "Moves north-north-west or back",
    "moves_wnw": "Moves west-north-west or back",
    "turns": "Turns",
    "crossings": "Crossings",
    "straight_run": "Longest straight run, in moves",
    "magic": "Sums of the numbers",
}
"""By the names of engine/features/table.py."""

SUMS = (mark("not magic"), mark("semimagic"), mark("magic"))


def features_said(statistics: Mapping[str, int]) -> list[tuple[str, str]]:
    """Return the statistics of a tour as (name, value) for people, in English to be said."""
    return [(NAMES[name], SUMS[value] if name == "magic" else grouped(value)) for name, value in statistics.items()]
