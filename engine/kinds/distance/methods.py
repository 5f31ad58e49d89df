"""DISTANCES."""

from __future__ import annotations

from engine.kinds.common.method import Program

DISTANCES = Program("engine.kinds.distance.runner:DistanceRunner", ("engine.kinds.distance.planner:Distances",))
