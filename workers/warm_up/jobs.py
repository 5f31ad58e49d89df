"""Small jobs that between them call every kernel, so that whoever runs them once leaves all kernels compiled.

A kernel is compiled when it is first called, for seconds; its machine code is kept in the folder of `use_cache_folder`.
"""

from __future__ import annotations

from collections.abc import Mapping

WALKS = {"kind": "sample", "budget": {"walks": 40}, "rng": {"streams": 2}}
TOURS = {"kind": "construct", "attempts": 3}
FIVE = {"kind": "enumerate", "board": "5x5"}
SEARCH = {**FIVE, "limit": {"nodes": 500}}

TRIALS: tuple[Mapping[str, object], ...] = (
    {**SEARCH, "method": "backtrack", "store": "all"},
    {**SEARCH, "method": "backtrack", "prune": ["exits", "forced"], "starts": [[1, 1]]},
    {**FIVE, "method": "backtrack", "board": "5x6", "tours": "closed", "prune": ["exits", "forced", "cycle"]},
    {**SEARCH, "method": "backtrack", "board": "9x9"},
    {**SEARCH, "method": "warnsdorff"},
    {**SEARCH, "method": "warnsdorff", "board": "9x9"},
    {**SEARCH, "method": "auto", "board": "5x5"},
    {**SEARCH, "method": "board-array", "starts": [[1, 1]]},
    {**SEARCH, "method": "link-cutting", "starts": [[1, 1]]},
    {**FIVE, "method": "quotient", "board": "5x6", "tours": "closed", "symmetry": "mirror-columns", "store": "all"},
    {**FIVE, "method": "frontier"},
    {**FIVE, "method": "inclusion-exclusion", "board": "3x4"},
    {**FIVE, "method": "frontier", "board": "3x4", "by_end": True},
    {**FIVE, "method": "frontier", "board": "5x6", "tours": "closed"},
    {**FIVE, "method": "auto", "board": "3x4", "store": "classes"},
    {**WALKS, "board": "5x5", "method": "uniform", "store": "all"},
    {**WALKS, "board": "9x9", "method": "uniform"},
    {**WALKS, "board": "5x5", "method": "rotating"},
    {**WALKS, "board": "9x9", "method": "rotating"},
    {**WALKS, "board": "5x5", "method": "warnsdorff", "store": "all"},
    {**WALKS, "board": "9x9", "method": "warnsdorff"},
    {**WALKS, "board": "torus:9x9", "method": "warnsdorff"},
    {**WALKS, "board": "5x5", "method": "warnsdorff", "exact": True, "starts": [[1, 1]]},
    {**WALKS, "board": "5x5", "method": "importance"},
    {**WALKS, "board": "6x6", "method": "importance", "tours": "closed"},
    {**WALKS, "board": "9x9", "method": "importance"},
    {**WALKS, "board": "5x5", "method": "smc", "particles": 64, "store": {"first": 2}},
    {**WALKS, "board": "9x9", "method": "smc", "particles": 128},
    {**WALKS, "board": "5x5", "method": "transfer-matrix", "particles": 64, "store": {"first": 2}},
    {**WALKS, "board": "5x5", "method": "frontier", "store": "all"},
    *({**TOURS, "board": "8x8", "method": method} for method in ("warnsdorff", "pohl", "roth", "squirrel-cull")),
    {**TOURS, "board": "8x8", "method": "auto", "tours": "closed"},
    {**TOURS, "board": "20x21", "method": "blocks"},
    {**TOURS, "board": "20x20", "method": "blocks", "tours": "closed"},
    {**TOURS, "board": "4x9", "method": "auto"},
    {**TOURS, "board": "3x12", "method": "auto"},
    {**TOURS, "board": "torus:6x6", "method": "two-factor"},
    {**TOURS, "board": "6x6", "method": "search"},
    {**TOURS, "board": "5x6", "tours": "closed", "fewest": "turns", "exchanges": 40},
    {"kind": "certificate", "board": "5x6", "tours": "closed"},
    {**TOURS, "board": "6x6", "method": "quotient", "tours": "closed", "symmetry": "rotation90"},
    {"kind": "census", "board": "5x6"},
    {"kind": "census", "board": "5x6", "method": "sample", "draws": 40},
    {"kind": "complete", "board": "5x5", "givens": [{"square": [1, 1], "number": 1}], "store": {"first": 2}},
    {"kind": "distance", "board": "8x8", "from": [1, 1]},
    {"kind": "distance", "board": "8x8", "from": [1, 1], "to": [8, 8], "via": [[3, 4], [5, 5]]},
    {"kind": "distance", "board": "5x5", "from": "all"},
    {"kind": "index", "board": "5x6"},
    {**WALKS, "board": "5x6", "tours": "closed", "method": "index", "store": "all"},  # from the index just made
    {"kind": "census", "board": "5x6", "method": "index", "draws": 40},
    {"kind": "puzzle", "board": "5x5", "rng": {"streams": 1}},
    {"kind": "puzzle", "board": "9x9", "rng": {"streams": 1}},
    {"kind": "symmetry", "board": "5x6"},
    {"kind": "uncrossed", "board": "4x4", "width": 20},
    *({"kind": "test-generator", "generator": name, "trials": 2} for name in ("pcg64dxsm", "philox", "sfc64", "maple")),
    {"kind": "test-generator", "generator": "maple", "tests": ["spectral"], "trials": 1},
)
