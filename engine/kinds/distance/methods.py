"""How a job of the kind `distance` is computed."""

from __future__ import annotations

from engine.kinds.common.method import Method

DISTANCES = Method(
    "engine.kinds.distance.runner:DistanceRunner",
    ("engine.kinds.distance.planner:Distances",),
    warm_up_jobs=(
        {"board": "8x8", "from": [1, 1]},
        {"board": "8x8", "from": [1, 1], "to": [8, 8], "via": [[3, 4], [5, 5]]},
        {"board": "5x5", "from": "all"},
    ),
)
