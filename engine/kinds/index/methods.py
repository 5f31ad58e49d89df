"""INDEX."""

from __future__ import annotations

from engine.kinds.common.method import Program

INDEX = Program(
    "engine.kinds.index.runner:IndexRunner",
    ("engine.kinds.index.planner:CycleIndexing",),
    checkpoint_format=3,
    facts=True,
)
