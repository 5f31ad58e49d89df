"""CONSTRUCTION."""

from __future__ import annotations

from engine.kinds.common.method import Program

CONSTRUCTION = Program(
    "engine.kinds.construct.runner:ConstructionRunner", ("engine.kinds.construct.planner:Construction",)
)
