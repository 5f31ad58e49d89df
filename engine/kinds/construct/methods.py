"""The methods of the kind `construct`."""

from __future__ import annotations

from dataclasses import replace

from engine.kinds.common.method import Method

CODE = Method("engine.kinds.construct.runner:ConstructionRunner", ("engine.kinds.construct.planner:Construction",))

CONSTRUCT: dict[str | None, Method] = {
    "auto": replace(
        CODE,
        summary="Looks for a proof that there is no such tour, then picks: blocks on rectangles, else search and more.",
        promise="heuristic",
        boards="every board; guaranteed where blocks are, a proof by exhaustion on boards of few squares",
        cost="linear on rectangles; elsewhere a short search, 2-factors, walks, then a search within its budget",
        parameters={
            "start": "the first square",
            "end": "the last square",
            "attempts": "the last search may enter a million squares for each",
            "rng": "the seed of all draws",
        },
        warm_up_jobs=(
            {"attempts": 3, "board": "8x8", "tours": "closed"},
            {"attempts": 3, "board": "4x9"},
            {"attempts": 3, "board": "3x12"},
            {"attempts": 3, "board": "5x6", "tours": "closed", "fewest": "turns", "exchanges": 40},
        ),
    ),
    "blocks": replace(
        CODE,
        summary="Tours of small blocks joined by edge switches; three and four rows by a sweep of all ways.",
        promise="guarantee",
        boards="whole flat boards, knight: closed and open tours, and tours between any two ends that admit one",
        cost="linear in time and memory; 10^8 squares in a few seconds",
        parameters={"start": "the first square", "end": "the last square", "tours": "closed, open or any"},
        warm_up_jobs=(
            {"attempts": 3, "board": "20x21"},
            {"attempts": 3, "board": "20x20", "tours": "closed"},
        ),
    ),
    "pohl": replace(
        CODE,
        summary="Warnsdorff's rule, ties to the square whose successors have the fewest moves in all.",
        promise="heuristic",
        boards="every board; more than 95 % of walks up to side 100, 72 % at side 8",
        cost="linear in the squares for each attempt",
        parameters={"attempts": "as for warnsdorff", "until": "as for warnsdorff", "start": "as for warnsdorff"},
        reference="I. Pohl, A method for finding Hamilton paths and knight's tours, Comm. ACM 10 (1967) 446-449",
        warm_up_jobs=({"attempts": 3, "board": "8x8"},),
    ),
    "quotient": replace(
        CODE,
        summary="A tour that a symmetry leaves as it is, by searches over its orbits with random ties; or a proof.",
        promise="heuristic",
        boards="every board of 3 to 10,000 squares that has the symmetry",
        cost="at most a million orbits entered for each of the attempts: closed tours of 10x10 in milliseconds",
        parameters={
            "symmetry": "the one that leaves the tour as it is",
            "attempts": "millions of orbits that the search may enter",
            "rng": "other seeds give other tours",
        },
        warm_up_jobs=({"attempts": 3, "board": "6x6", "tours": "closed", "symmetry": "rotation90"},),
    ),
    "roth": replace(
        CODE,
        summary="Warnsdorff's rule, ties to the square farthest from the centre.",
        promise="heuristic",
        boards="every board; about 99 % of walks on squares from side 50 to 1000",
        cost="linear in the squares for each attempt",
        parameters={"attempts": "as for warnsdorff", "until": "as for warnsdorff", "start": "as for warnsdorff"},
        reference="A. Roth; see S. Ganzfried, A simple algorithm for knight's tours, 2004",
        warm_up_jobs=({"attempts": 3, "board": "8x8"},),
    ),
    "search": replace(
        CODE,
        summary="Exact search with pruning and restarts; where it exhausts the tree it proves that there is no tour.",
        promise="heuristic",
        boards="every board and piece; finds tours of some hundred squares at once, exhausts boards of some fifty",
        cost="exponential at worst; the budget is a million squares entered for each attempt",
        parameters={"attempts": "millions of squares to enter", "start": "the first square", "end": "the last square"},
        warm_up_jobs=({"attempts": 3, "board": "6x6"},),
    ),
    "squirrel-cull": replace(
        CODE,
        summary="Warnsdorff's rule from the corner, ties by tables of move orderings: deterministic open tours.",
        promise="heuristic",
        boards="whole flat boards, knight; every square of side 5 to 1,600 but 74, which the mended table tours",
        cost="linear, one walk (rectangles: at most nineteen); 10,000 x 10,000 in a few seconds",
        parameters={"table": "the table as published, or with our repair of side 74"},
        reference="D. Squirrel and P. Cull, A Warnsdorff-rule algorithm for knight's tours on square chessboards, 1996",
        warm_up_jobs=({"attempts": 3, "board": "8x8"},),
    ),
    "two-factor": replace(
        CODE,
        summary="A spanning set of cycles by maximum flow, joined into one by edge switches.",
        promise="heuristic",
        boards="every board on which moves change colour, with holes or not; no 2-factor proves that there is no tour",
        cost="a maximum flow and some sweeps for each attempt: about a tenth of a second for 10,000 squares",
        parameters={"attempts": "2-factors to try", "start": "the first square", "end": "the last square"},
        warm_up_jobs=({"attempts": 3, "board": "torus:6x6"},),
    ),
    "warnsdorff": replace(
        CODE,
        summary="Walks where the fewest onward moves are left, ties at random, until a walk is a tour.",
        promise="heuristic",
        boards="every board; 98 % of walks from a corner of 8x8, 80 % at side 50, 3 % at side 200",
        cost="linear in the squares for each attempt",
        parameters={
            "attempts": "walks to make at most",
            "until": "stop at the first tour, or count the tours among all attempts",
            "start": "where walks start; drawn for each if not given",
            "rng": "the seed: attempt number and seed determine a walk",
        },
        reference="H. C. von Warnsdorff, Des Roesselsprunges einfachste und allgemeinste Loesung, 1823",
        warm_up_jobs=({"attempts": 3, "board": "8x8"},),
    ),
}
