"""How a job of the kind `strip` is computed."""

from __future__ import annotations

from engine.kinds.common.method import Method

STRIP = Method(
    "engine.kinds.strip.runner:StripRunner",
    ("engine.kinds.strip.planner:StripCounting",),
    warm_up_jobs=({"family": "3xn", "terms": 20},),
)
