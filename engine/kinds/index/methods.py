"""How a job of the kind `index` is computed."""

from __future__ import annotations

from engine.kinds.common.method import Method

INDEX = Method(
    "engine.kinds.index.runner:IndexRunner",
    ("engine.kinds.index.planner:CycleIndexing",),
    checkpoint_format=3,
    facts=True,
    warm_up_jobs=({"board": "5x6"},),
)
