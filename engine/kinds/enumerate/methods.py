"""The methods of the kind `enumerate`."""

from __future__ import annotations

from dataclasses import replace

from engine.kinds.common.method import RULE, Method

SEARCH = Method(
    "engine.kinds.enumerate.search.runner:SearchRunner",
    ("engine.kinds.enumerate.search.planner:SearchEnumeration",),
    facts=True,
    exhaustive=True,
)


SWEEP = Method(
    "engine.kinds.enumerate.sweep.runner:FrontierRunner",
    ("engine.kinds.enumerate.sweep.planner:FrontierEnumeration",),
    checkpoint_format=3,
    facts=True,
    exhaustive=True,
)


SETS = Method(
    "engine.kinds.enumerate.inclusion_exclusion.runner:InclusionExclusionRunner",
    ("engine.kinds.enumerate.inclusion_exclusion.planner:InclusionExclusion",),
    facts=True,
    exhaustive=True,
)


QUOTIENT = Method(
    "engine.kinds.enumerate.quotient.runner:QuotientRunner",
    ("engine.kinds.enumerate.quotient.planner:QuotientEnumeration",),
    facts=True,
)


CHOSEN = replace(
    SWEEP,
    runner="engine.kinds.enumerate.runner:open_chosen",
    planners=(*SEARCH.planners, *SWEEP.planners, *SETS.planners),
)


COUNTED = Method(
    "engine.kinds.enumerate.counted_search.runner:CountedRunner",
    ("engine.kinds.enumerate.counted_search.planner:CountedEnumeration",),
    facts=True,
)


ENUMERATE: dict[str | None, Method] = {
    "auto": replace(
        CHOSEN,
        summary="Backtrack with the prunings that help, a frontier sweep or, on small dense boards, inclusion and "
        "exclusion: whichever is expected to take the least time.",
        promise="exact",
        boards="every board with at most 64 moves from a square; tours to be stored or limited are searched for",
        cost="that of the method it takes, which the job's form tells beforehand, with the reason",
        parameters={
            "by_end": "counts by start and end square",
            "limit": "as for backtrack, which it then takes",
            "symmetry": "tours with a symmetry are found by quotient",
            "store": "the tours found, by backtrack",
        },
        warm_up_jobs=(
            {"board": "5x5", "limit": {"nodes": 500}},
            {"board": "3x4", "store": "classes"},
        ),
    ),
    "backtrack": replace(
        SEARCH,
        summary="Depth-first search: tries every move in a fixed order and steps back where none is left.",
        promise="exact",
        boards="every board with at most 64 moves from a square; in full up to about 36 squares, with a limit any",
        cost="time grows with the search tree: 6x6 takes 3 s with prunings, 8x8 has about 4e27 nodes without; "
        "memory grows with the squares",
        parameters={
            "order": "directions in the order to be tried; counts do not depend on it, limited searches do",
            "visit": "warnsdorff: squares with the fewest onward moves are tried first, all others after them",
            "limit": "ends the search right after this many tours or nodes, in search order",
            "by_end": "counts by start and end square",
            "store": "the tours found",
            "prune": "exits, forced: leave nodes that no tour can follow; colour: start squares of the wrong colour; "
            "symmetry: count mirror images without searching them; cycle: search each closed tour once, from one "
            "square in one direction. Tours stay the same, dead ends and nodes do not (they do with symmetry)",
            "connected_at": "numbers of squares visited at which the squares left must hang together",
        },
        warm_up_jobs=(
            {"board": "5x5", "limit": {"nodes": 500}, "store": "all"},
            {"board": "5x5", "limit": {"nodes": 500}, "prune": ["exits", "forced"], "starts": [[1, 1]]},
            {"board": "5x6", "tours": "closed", "prune": ["exits", "forced", "cycle"]},
            {"board": "9x9", "limit": {"nodes": 500}},
        ),
    ),
    "board-array": replace(
        COUNTED,
        summary="The plain recursive search on an array of marks, its jumps and looks counted and its depth traced.",
        promise="exact",
        boards="every board with at most 62 moves from a square; from one start square",
        cost="as backtrack in nodes, some ten times as long a node: for comparing searches, not for searching",
        parameters={
            "starts": "one square",
            "order": "directions in the order to be tried",
            "limit": "ends the search right after this many tours or nodes",
        },
        reference="Le probleme du cavalier (Delphi): first tour of 8x8 from a corner at jump 17,739,769",
        warm_up_jobs=({"board": "5x5", "limit": {"nodes": 500}, "starts": [[1, 1]]},),
    ),
    "frontier": replace(
        SWEEP,
        summary="Dynamic programming over the squares: counts classes of path systems by their loose ends, not tours.",
        promise="exact",
        boards="every board whose frontier has at most 20 squares and whose states fit in memory; others are refused",
        cost="time and memory grow with the states, exponentially in the shorter side only (6x6: milliseconds a sweep)",
        parameters={
            "by_end": "one sweep for each class of pairs of ends",
            "starts": "one sweep for each class of start squares, and one for cycles",
        },
        reference="D. E. Knuth, The Art of Computer Programming 4, pre-fascicle 8A; order of squares by beam search",
        warm_up_jobs=(
            {"board": "5x5"},
            {"board": "3x4", "by_end": True},
            {"board": "5x6", "tours": "closed"},
        ),
    ),
    "inclusion-exclusion": replace(
        SETS,
        summary="Counts walks inside every set of squares; their sum with alternating signs leaves the tours.",
        promise="exact",
        boards="at most 32 squares, however dense; refused where there may be 2^64 tours or more",
        cost="doubles with each square (24 squares of degree 10: 13 s for one start), no memory",
        parameters={"by_end": "costs nothing more", "starts": "one count for each class of start squares"},
        reference="R. M. Karp, Operations Research Letters 1 (1982) 49-51",
        warm_up_jobs=({"board": "3x4"},),
    ),
    "link-cutting": replace(
        COUNTED,
        summary="The same search where entering a square cuts the links to it, so that it looks at free ones only.",
        promise="exact",
        boards="as board-array",
        cost="the same jumps as board-array, a look for each, and the links cut and restored on the way",
        parameters={"starts": "as board-array", "order": "as board-array", "limit": "as board-array"},
        reference="Le probleme du cavalier (Delphi)",
        warm_up_jobs=({"board": "5x5", "limit": {"nodes": 500}, "starts": [[1, 1]]},),
    ),
    "quotient": replace(
        QUOTIENT,
        summary="The tours that a symmetry leaves as they are, by a search over its orbits: squares that it takes to "
        "each other are entered together.",
        promise="exact",
        boards="every board of 3 to 10,000 squares that has the symmetry, with at most 64 moves from a square; in full "
        "up to about 32 orbits, with a limit any",
        cost="time grows with the search tree over the orbits, a half or a quarter of the squares; memory grows with "
        "the squares",
        parameters={
            "symmetry": "the one that leaves the tours as they are; each tour is met once for both directions",
            "order": "directions in the order to be tried",
            "limit": "ends the search right after this many tours or nodes, in search order",
            "store": "the tours found",
        },
        warm_up_jobs=({"board": "5x6", "tours": "closed", "symmetry": "mirror-columns", "store": "all"},),
    ),
    "warnsdorff": replace(
        SEARCH,
        exhaustive=False,
        rule=RULE,
        summary="The tree of all ties of Warnsdorff's rule: moves only to squares with the fewest onward moves.",
        promise="exact",
        boards="every board with at most 64 moves from a square",
        cost="time grows with the tree of ties (8x8: 60 million nodes, a second)",
        parameters={"order": "the order among ties", "limit": "as for backtrack", "store": "as for backtrack"},
        reference="H. C. von Warnsdorff, Des Roesselsprunges einfachste und allgemeinste Loesung, 1823",
        warm_up_jobs=(
            {"board": "5x5", "limit": {"nodes": 500}},
            {"board": "9x9", "limit": {"nodes": 500}},
        ),
    ),
}
