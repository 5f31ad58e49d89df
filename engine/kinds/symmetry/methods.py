"""SYMMETRY."""

from __future__ import annotations

from engine.kinds.common.method import Program

SYMMETRY = Program(
    "engine.kinds.symmetry.runner:open_symmetry",
    ("engine.kinds.symmetry.planner:SymmetryCounting",),
    checkpoint_format=2,
    facts=True,
)
