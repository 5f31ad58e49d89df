"""How a job of the kind `symmetry` is computed."""

from __future__ import annotations

from engine.kinds.common.method import Method

SYMMETRY = Method(
    "engine.kinds.symmetry.runner:open_symmetry",
    ("engine.kinds.symmetry.planner:SymmetryCounting",),
    checkpoint_format=2,
    facts=True,
    warm_up_jobs=({"board": "5x6"},),
)
