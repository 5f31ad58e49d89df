"""SEARCH SWEEP SETS QUOTIENT CHOSEN COUNTED ENUMERATE."""

from __future__ import annotations

from dataclasses import replace

from engine.kinds.common.method import RULE, Program

SEARCH = Program(
    "engine.kinds.enumerate.search.runner:SearchRunner",
    ("engine.kinds.enumerate.search.planner:SearchEnumeration",),
    facts=True,
    exhaustive=True,
)


SWEEP = Program(
    "engine.kinds.enumerate.sweep.runner:FrontierRunner",
    ("engine.kinds.enumerate.sweep.planner:FrontierEnumeration",),
    checkpoint_format=3,
    facts=True,
    exhaustive=True,
)


SETS = Program(
    "engine.kinds.enumerate.inclusion_exclusion.runner:InclusionExclusionRunner",
    ("engine.kinds.enumerate.inclusion_exclusion.planner:InclusionExclusion",),
    facts=True,
    exhaustive=True,
)


QUOTIENT = Program(
    "engine.kinds.enumerate.quotient.runner:QuotientRunner",
    ("engine.kinds.enumerate.quotient.planner:QuotientEnumeration",),
    facts=True,
)


CHOSEN = replace(
    SWEEP,
    runner="engine.kinds.enumerate.runner:open_chosen",
    planners=(*SEARCH.planners, *SWEEP.planners, *SETS.planners),
)


COUNTED = Program(
    "engine.kinds.enumerate.counted_search.runner:CountedRunner",
    ("engine.kinds.enumerate.counted_search.planner:CountedEnumeration",),
    facts=True,
)


ENUMERATE: dict[str | None, Program] = {
    "auto": CHOSEN,
    "backtrack": SEARCH,
    "board-array": COUNTED,
    "frontier": SWEEP,
    "inclusion-exclusion": SETS,
    "link-cutting": COUNTED,
    "quotient": QUOTIENT,
    "warnsdorff": replace(SEARCH, exhaustive=False, rule=RULE),
}
"""Programs that enumerate, by the specification's `method`."""
