"""CENSUS."""

from __future__ import annotations

from engine.kinds.common.method import Program

CENSUS = Program(
    "engine.kinds.census.runner:CensusRunner",
    ("engine.kinds.census.planner:TourCensus",),
    checkpoint_format=2,
    facts=True,
)
