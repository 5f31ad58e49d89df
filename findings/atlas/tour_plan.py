"""The tours of the atlas: boards x jobs that store tours, in parts, each part a campaign."""

from __future__ import annotations

from findings.atlas.plan import Family, Part, Specification

ANY_CLASSES: Specification = {
    "kind": "enumerate",
    "tours": "any",
    "method": "backtrack",
    "prune": ["exits", "forced", "colour"],
    "store": "classes",
}
"""Searches, as sweeps of folded boards count classes too, but find no tour."""

CLOSED_CLASSES: Specification = {**ANY_CLASSES, "tours": "closed"}
ONE_CLOSED: Specification = {"kind": "construct", "tours": "closed"}
ONE_OPEN: Specification = {"kind": "construct", "tours": "open"}
HALF_TURN: Specification = {"kind": "enumerate", "tours": "closed", "symmetry": "rotation180", "store": "all"}
QUARTER_TURN: Specification = {**HALF_TURN, "symmetry": "rotation90"}
MIRROR: Specification = {**HALF_TURN, "symmetry": "mirror-columns"}
UNIFORM: Specification = {
    "kind": "sample",
    "tours": "closed",
    "method": "index",
    "budget": {"walks": 60},
    "store": "all",
}
HUNDRED: Specification = {"store": {"first": 100}, "limit": {"tours": 100}}

TOUR_PARTS = (
    Part(
        "one tour of each class",
        (Family("3x4"), Family("3x*", 10, 7), Family("4x*", 6, 5), Family("5x5"), Family("cube:1")),
        (ANY_CLASSES,),
    ),
    Part(
        "one closed tour of each class",
        (Family("3x12"), Family("5x6"), Family("6x6"), Family("2x3x4")),
        (CLOSED_CLASSES,),
    ),
    Part(
        "closed tours that a half-turn leaves as they are",
        (Family("3x10"), Family("3x12"), Family("5x8"), Family("6x6")),
        (HALF_TURN,),
    ),
    Part(
        "a hundred closed tours of 8x8 that a half-turn leaves as they are",
        (Family("8x8"),),
        ({**HALF_TURN, **HUNDRED},),
    ),
    Part("closed tours that quarter-turns leave as they are", (Family("6x6"),), (QUARTER_TURN,)),
    Part(
        "a hundred closed tours of 10x10 that quarter-turns leave as they are",
        (Family("10x10"),),
        ({**QUARTER_TURN, **HUNDRED},),
    ),
    Part("closed tours that a mirror leaves as they are", (Family("5x6"), Family("3x10")), (MIRROR,)),
    Part(
        "one closed tour of a board",
        (Family("*x*", 20, 6), Family("8x*", 16, 5), Family("torus:*x*", 8, 4), Family("cube:*", 4), Family("heart")),
        (ONE_CLOSED,),
    ),
    Part("one open tour of a board", (Family("*x*", 20, 5), Family("4x*", 20, 5), Family("3x*", 20, 7)), (ONE_OPEN,)),
    Part("a number for each closed tour of 8x8", (Family("8x8"),), ({"kind": "index"},)),
)
"""All classes where they are few, symmetric tours, and one tour of each of many boards."""

DRAWN_PARTS = (Part("sixty closed tours of 8x8, all equally likely", (Family("8x8"),), (UNIFORM,)),)
"""Tours drawn by their numbers: these jobs are accepted only once the index is built."""
