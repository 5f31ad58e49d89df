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

CENSUS: dict[str | None, Method] = {
    "index": replace(
        CODE,
        summary="Draws closed tours by their number in the index of the board: independent, and all equally likely.",
        promise="estimate",
        boards="those whose index a job of the kind index has made: 8x8 among them",
        cost="1 to 50 ms a tour, read from the index",
        parameters={"draws": "how many tours", "rng": "generator, seed and streams of the draws"},
        warm_up_jobs=({"board": "5x6", "draws": 40},),
    ),
    "sample": replace(
        CODE,
        summary="Draws tours by their number, backwards through the layers of a frontier sweep: independent, and all "
        "equally likely.",
        promise="estimate",
        boards="flat boards whose sweep has at most 4,000,000 states, for the knight: closed tours up to 6x8",
        cost="that of the sweep, then as much for every 8192 tours",
        parameters={"draws": "how many tours", "rng": "generator and seed of the draws"},
        warm_up_jobs=({"board": "5x6", "draws": 40},),
    ),
    "search": replace(
        CODE,
        summary="Backtrack with prunings, which meets every tour: a closed one in one direction, an open one in both, "
        "of which one is measured.",
        promise="exact",
        boards="flat boards of 3 to 64 squares, for the knight",
        cost="time grows with the tours: the 1,067,638 closed ones of 6x7 take 3 s of a core; memory is small",
        warm_up_jobs=({"board": "5x6"},),
    ),
}
