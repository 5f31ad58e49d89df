"""The methods of the kind `census`."""

from __future__ import annotations

from dataclasses import replace

from engine.kinds.common.method import Method

CODE = Method(
    "engine.kinds.census.runner:CensusRunner",
    ("engine.kinds.census.planner:TourCensus",),
    checkpoint_format=2,
    facts=True,
)

WEIGHTED = Method(
    "engine.kinds.census.weighted.runner:open_weighted",
    ("engine.kinds.census.weighted.planner:WeightedCensus",),
    facts=True,
)

CENSUS: dict[str | None, Method] = {
    "auto": replace(
        CODE,
        runner="engine.kinds.census.chosen:open_chosen",
        planners=(*CODE.planners, *WEIGHTED.planners),
        summary="Weighted sweeps where closed tours and only sums over moves are asked for, else a search.",
        boards="those of the method it takes",
        cost="that of the method it takes",
        parameters={
            "statistics": "which ones; weighted sweeps where all of them are sums over moves",
            "moves": "the uses of each move, which weighted sweeps count",
        },
        warm_up_jobs=({"board": "5x6"},),
    ),
    "index": replace(
        CODE,
        summary="Draws closed tours by their number in the index of the board: independent, and all equally likely.",
        promise="estimate",
        boards="those whose index a job of the kind index has made: 8x8 among them",
        cost="1 to 50 ms a tour, read from the index",
        parameters={
            "draws": "how many tours",
            "rng": "generator, seed and streams of the draws",
            "statistics": "which ones",
        },
        warm_up_jobs=({"board": "5x6", "draws": 40},),
    ),
    "sample": replace(
        CODE,
        summary="Draws tours by their number, backwards through the layers of a frontier sweep: independent, and all "
        "equally likely.",
        promise="estimate",
        boards="flat boards whose sweep has at most 4,000,000 states, for the knight: closed tours up to 6x8",
        cost="that of the sweep, then as much for every 8192 tours",
        parameters={"draws": "how many tours", "rng": "generator and seed of the draws", "statistics": "which ones"},
        warm_up_jobs=({"board": "5x6", "draws": 40},),
    ),
    "weighted-sweep": replace(
        WEIGHTED,
        summary="Frontier sweeps that carry, with each class of path systems, how many have each value of a statistic: "
        "exact distributions over all closed tours without meeting one.",
        boards="flat boards, tori and cylinders whose frontier has at most 20 squares, for sums over moves; the uses "
        "of moves on every such board",
        cost="for each statistic, but for those that symmetries take to each other, 5 to 10 times that of the sweep "
        "that counts",
        parameters={
            "statistics": "sums over moves: moves_ene, moves_ene_nnw, across_row_4, across_column_4, inside_3_3_6_6",
            "moves": "how many tours use each move, by one more sweep",
        },
        warm_up_jobs=({"board": "5x6", "statistics": ["moves_ene"], "moves": True},),
    ),
    "search": replace(
        CODE,
        summary="Backtrack with prunings, which meets every tour: a closed one in one direction, an open one in both, "
        "one of which is measured.",
        promise="exact",
        boards="flat boards of 3 to 64 squares, for the knight",
        parameters={"statistics": "which ones"},
        cost="time grows with the tours: the 1,067,638 closed ones of 6x7 take 3 s of a core; memory is small",
        warm_up_jobs=({"board": "5x6"},),
    ),
}
