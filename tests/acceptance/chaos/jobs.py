"""Small jobs of every kind and method, each of some seconds and many slices."""

from __future__ import annotations

from collections.abc import Mapping
from typing import Any

from engine.kinds.methods import METHODS

SEARCH = {"kind": "enumerate", "method": "backtrack"}
SWEEP = {"kind": "enumerate", "method": "frontier"}
WALKS = {"kind": "sample", "rng": {"seed": 7, "streams": 3}}
TOUR = {"kind": "construct", "rng": {"seed": 7}}

JOBS: Mapping[str, Mapping[str, Any]] = {
    "search, by start, tours stored": {**SEARCH, "board": "5x6", "starts": [[1, 1]], "store": "all"},
    "search with a limit": {**SEARCH, "board": "8x8", "limit": {"nodes": 20_000_000}},
    "search, planned by a worker": {**SEARCH, "board": "9x9", "limit": {"nodes": 9_000_000}},
    "search by Warnsdorff's rule": {"kind": "enumerate", "method": "warnsdorff", "board": "8x8", "starts": [[1, 1]]},
    "search or sweep": {"kind": "enumerate", "method": "auto", "board": "5x5", "store": "classes"},
    "sweep shared through files": {**SWEEP, "board": "6x6", "tours": "closed"},
    "sweep by ends": {**SWEEP, "board": "4x5", "by_end": True},
    "sweep, planned by a worker": {**SWEEP, "board": "3x13"},
    "board array": {"kind": "enumerate", "method": "board-array", "board": "5x5", "starts": [[1, 1]]},
    "link cutting": {"kind": "enumerate", "method": "link-cutting", "board": "5x5", "starts": [[1, 1]]},
    "inclusion and exclusion": {"kind": "enumerate", "method": "inclusion-exclusion", "board": "4x5"},
    "tours left by a half-turn": {
        "kind": "enumerate",
        "method": "quotient",
        "board": "6x8",
        "tours": "closed",
        "symmetry": "rotation180",
        "store": "all",
    },
    "walks": {**WALKS, "board": "8x8", "method": "uniform", "budget": {"walks": 400_000}},
    "walks, tours stored": {**WALKS, "board": "5x5", "method": "uniform", "budget": {"walks": 300_000}, "store": "all"},
    "rotating walks": {**WALKS, "board": "8x8", "method": "rotating", "budget": {"walks": 500_000}},
    "walks by Warnsdorff's rule": {**WALKS, "board": "8x8", "method": "warnsdorff", "budget": {"walks": 300_000}},
    "weighted walks": {**WALKS, "board": "6x6", "method": "importance", "budget": {"walks": 80_000}},
    "populations": {
        **WALKS,
        "board": "6x6",
        "method": "smc",
        "particles": 4096,
        "budget": {"walks": 4096 * 40},
        "store": {"first": 20},
    },
    "walks by the transfer matrix": {
        **WALKS,
        "board": "6x6",
        "method": "transfer-matrix",
        "particles": 4096,
        "budget": {"walks": 4096 * 40},
        "store": {"first": 20},
    },
    "tours drawn from sweeps": {
        **WALKS,
        "board": "5x6",
        "method": "frontier",
        "budget": {"walks": 3000},
        "store": "all",
    },
    "construction": {**TOUR, "method": "auto", "board": "30x30"},
    "construction from blocks": {**TOUR, "method": "blocks", "board": "60x61"},
    "construction by Pohl's rule": {**TOUR, "method": "pohl", "board": "20x20"},
    "construction by Roth's rule": {**TOUR, "method": "roth", "board": "20x20"},
    "construction with a symmetry": {
        **TOUR,
        "method": "quotient",
        "board": "26x26",
        "tours": "closed",
        "symmetry": "rotation180",
    },
    "construction towards an extreme": {
        **TOUR,
        "board": "8x8",
        "tours": "closed",
        "fewest": "crossings",
        "exchanges": 900_000,
    },
    "construction by search": {**TOUR, "method": "search", "board": "6x6"},
    "construction by Squirrel and Cull": {**TOUR, "method": "squirrel-cull", "board": "20x20"},
    "construction by two-factors": {**TOUR, "method": "two-factor", "board": "40x40"},
    "construction by Warnsdorff's rule": {**TOUR, "method": "warnsdorff", "board": "40x40"},
    "distance": {"kind": "distance", "board": "60x60", "from": [1, 1]},
    "distances of all pairs": {"kind": "distance", "board": "6x6", "from": "all"},
    "generator test": {"kind": "test-generator", "generator": "pcg64dxsm", "trials": 6, "streams": 2},
    "index": {"kind": "index", "board": "6x6"},
    "partly given tours": {
        "kind": "complete",
        "board": "5x5",
        "givens": [{"square": [1, 1], "number": 1}],
        "limit": "none",
        "store": "none",
    },
    "puzzles": {"kind": "puzzle", "board": "10x10", "guesses": 1000},
    "census by search": {"kind": "census", "board": "6x6", "method": "search"},
    "census of a sample": {"kind": "census", "board": "5x6", "method": "sample", "draws": 30_000},
    "census by search or sweeps": {"kind": "census", "board": "5x6", "method": "auto", "statistics": ["moves_ene"]},
    "census by weighted sweeps": {
        "kind": "census",
        "board": "6x6",
        "method": "weighted-sweep",
        "statistics": ["moves_ene", "across_row_3"],
        "moves": True,
    },
    "certificate": {"kind": "certificate", "board": "6x6", "tours": "closed"},
    "tours up to symmetry": {"kind": "symmetry", "board": "6x6"},
    "a family of boards": {"kind": "strip", "family": "cylinder:nx4", "tours": "open", "terms": 40},
    "uncrossed paths": {"kind": "uncrossed", "board": "6x6"},
}
"""Jobs by name. Equal jobs give equal digests, whichever worker computes them and whatever faults it meets."""


AFTER_ANOTHER = {("census", "index"), ("sample", "index")}
"""Kinds and methods that draw from the files of an ended job, refused before. tests/engine/kinds cuts them anywhere."""


def left_out() -> list[tuple[str, str | None]]:
    """Return the kinds and methods that have a runner but no job here."""
    worked_on = {(kind, method) for kind, by in METHODS.items() for method, program in by.items() if program.runner}
    here = {(job["kind"], job.get("method")) for job in JOBS.values()}
    return sorted(worked_on - here - AFTER_ANOTHER, key=str)
