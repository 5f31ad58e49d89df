"""How a job of the kind `complete` is computed."""

from __future__ import annotations

from engine.kinds.common.method import Method

COMPLETION = Method(
    "engine.kinds.complete.runner:open_completion",
    ("engine.kinds.complete.planner:Completion",),
    warm_up_jobs=({"board": "5x5", "givens": [{"square": [1, 1], "number": 1}], "store": {"first": 2}},),
)
