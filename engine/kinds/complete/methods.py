"""COMPLETION."""

from __future__ import annotations

from engine.kinds.common.method import Program

COMPLETION = Program("engine.kinds.complete.runner:open_completion", ("engine.kinds.complete.planner:Completion",))
