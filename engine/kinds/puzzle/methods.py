"""How a job of the kind `puzzle` is computed."""

from __future__ import annotations

from engine.kinds.common.method import Method

PUZZLE = Method(
    "engine.kinds.puzzle.runner:PuzzleRunner",
    ("engine.kinds.puzzle.planner:PuzzleMaking",),
    warm_up_jobs=(
        {"board": "5x5", "rng": {"streams": 1}},
        {"board": "9x9", "rng": {"streams": 1}},
    ),
)
