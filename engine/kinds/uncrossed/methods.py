"""UNCROSSED."""

from __future__ import annotations

from engine.kinds.common.method import Program

UNCROSSED = Program(
    "engine.kinds.uncrossed.runner:UncrossedRunner", ("engine.kinds.uncrossed.planner:UncrossedPaths",), facts=True
)
