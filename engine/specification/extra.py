"""What results hold beside the parts that several kinds have: plots and tables, each of one kind or method."""

from __future__ import annotations

from typing import Any

from engine.specification.result import Part, absent


class Extra(Part):
    """Only what the job's kind and method give is there."""

    depth_trace: dict[str, Any] | None = absent("counted searches: how far back the search came")
    stages: list[dict[str, Any]] | None = absent("construct: the methods tried, in order")
    tour: dict[str, Any] | None = absent("construct: the tour's digest and ends, and how to build it again")
    squares_by_distance: list[int] | None = absent("distance: squares at 0, 1, 2, ... moves")
    reachable: int | None = absent("distance: squares that can be reached")
    unreachable: int | None = absent("distance: squares that cannot")
    eccentricity: int | None = absent("distance: moves to the farthest square")
    diameter: int | None = absent("distance: moves between the two squares farthest apart")
    pairs_by_distance: list[int] | None = absent("distance: ordered pairs of squares 0, 1, 2, ... moves apart")
    path: list[list[int]] | None = absent("distance: the squares of a shortest path")
    walk: dict[str, Any] | None = absent("distance: a walk that collects the squares of `via`")
    orders: dict[str, Any] | None = absent("distance: the squares as breadth-first and depth-first search enter them")
    algebra: dict[str, Any] | None = absent(
        "distance: the moves as vectors that add up to the way, on flat boards and boxes"
    )
    generator: dict[str, Any] | None = absent("test-generator: the generator, its period and guarantee")
    histograms: list[dict[str, Any]] | None = absent("test-generator: trials by bin, observed and expected")
    index: dict[str, Any] | None = absent("index: its digest, and how large it is")
    claims: list[dict[str, Any]] | None = absent("import: counts that the file claims")
    mean_length: float | None = absent("walks: mean number of squares")
    walks_per_tour: float | None = absent("walks for each that became a tour")
    walks_per_tour_error: float | None = absent("one standard error of it")
    closed_share: float | None = absent("share of the tours found that close")
    closed_share_error: float | None = absent("one standard error of it")
    by_class: list[dict[str, Any]] | None = absent("walks: the same by class of start squares")
    end_pairs: list[dict[str, Any]] | None = absent("sample: tours between two ends, a row for each class")
    tour_distribution: str | None = absent("sample: how the stored tours are distributed")
    potential: list[float] | None = absent("smc: the potential that the pilot run has found")
    pilot: list[dict[str, Any]] | None = absent("smc: mean and spread by potential tried")
    success_probability: float | None = absent("of a walk by Warnsdorff's rule with random ties")
    closing_probability: float | None = absent("that such a walk becomes a closed tour")
    error: float | None = absent("bound on the rounding error of the probabilities")
