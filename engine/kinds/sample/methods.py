"""WALKS."""

from __future__ import annotations

from engine.kinds.common.method import Program

WALKS = Program(
    "engine.kinds.sample.runner:open_walks", ("engine.kinds.sample.planner:Sampling",), checkpoint_format=2, facts=True
)
