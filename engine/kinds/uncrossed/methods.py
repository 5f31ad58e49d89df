"""How a job of the kind `uncrossed` is computed."""

from __future__ import annotations

from engine.kinds.common.method import Method

UNCROSSED = Method(
    "engine.kinds.uncrossed.runner:UncrossedRunner",
    ("engine.kinds.uncrossed.planner:UncrossedPaths",),
    facts=True,
    warm_up_jobs=({"board": "4x4", "width": 20},),
)
