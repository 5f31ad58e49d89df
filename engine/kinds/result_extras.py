"""The parts of results that only one kind or method has: plots and tables."""

from __future__ import annotations

from pydantic import JsonValue

from engine.kinds.census.specification import Census
from engine.kinds.certificate.specification import CertificateFigures
from engine.kinds.complete.specification import Completion
from engine.kinds.construct.specification import ConstructedTour, Extreme, StageTried
from engine.kinds.distance.specification import Algebra, CollectingWalk, SearchOrders
from engine.kinds.enumerate.specification import DepthTrace
from engine.kinds.generator_test.specification import GeneratorName, TrialHistogram
from engine.kinds.imported.specification import Finder, Publication
from engine.kinds.index.specification import IndexFigures
from engine.kinds.puzzle.specification import Puzzle
from engine.kinds.sample.specification import EndPair, ExactSuccess, PilotFigures, WalksOfClass
from engine.kinds.strip.specification import StripFigures
from engine.kinds.symmetry.specification import KeptBySymmetry, SymmetryType
from engine.kinds.uncrossed.specification import UncrossedPath
from engine.specification.result import Part, absent


class Extra(Part):
    """Only what the job's kind and method give is there."""

    depth_trace: DepthTrace | None = absent("counted searches: how far back the search came")
    stages: list[StageTried] | None = absent("construct: the methods tried, in order")
    tour: ConstructedTour | None = absent("construct: the tour's digest and ends, and how to build it again")
    extreme: Extreme | None = absent("construct: the fewest or most that exchanges of moves have met")
    completion: Completion | None = absent("complete: none, one or several, and the guesses it took")
    puzzle: Puzzle | None = absent("puzzle: its grid, how hard it is, and its solution")
    squares_by_distance: list[int] | None = absent("distance: squares at 0, 1, 2, ... moves")
    reachable: int | None = absent("distance: squares that can be reached")
    unreachable: int | None = absent("distance: squares that cannot")
    eccentricity: int | None = absent("distance: moves to the farthest square")
    diameter: int | None = absent("distance: moves between the two squares farthest apart")
    pairs_by_distance: list[int] | None = absent("distance: ordered pairs of squares 0, 1, 2, ... moves apart")
    path: list[list[int]] | None = absent(
        "distance: the squares of a shortest path; uncrossed: those of a longest one, a cycle's first square again at "
        "its end"
    )
    walk: CollectingWalk | None = absent("distance: a walk that collects the squares of `via`")
    orders: SearchOrders | None = absent("distance: the squares as breadth-first and depth-first search enter them")
    algebra: Algebra | None = absent("distance: the moves as vectors that add up to the way, on flat boards and boxes")
    generator: GeneratorName | None = absent("test-generator: the generator, its period and guarantee")
    histograms: list[TrialHistogram] | None = absent("test-generator: trials by bin, observed and expected")
    index: IndexFigures | None = absent("index: its digest, and how large it is")
    claims: list[dict[str, JsonValue]] | None = absent("import: counts that the file claims")
    finders: list[Finder] | None = absent("import: the jobs elsewhere that found its tours, where the file tells them")
    publications: list[Publication] | None = absent("import: the publications that printed its tours")
    mean_length: float | None = absent("walks: mean number of squares")
    walks_per_tour: float | None = absent("walks for each that became a tour")
    walks_per_tour_error: float | None = absent("one standard error of it")
    closed_share: float | None = absent("share of the tours found that close")
    closed_share_error: float | None = absent("one standard error of it")
    by_class: list[WalksOfClass] | None = absent("walks: the same by class of start squares")
    end_pairs: list[EndPair] | None = absent("sample: tours between two ends, a row for each class")
    tour_distribution: str | None = absent("sample: how the stored tours are distributed")
    potential: list[float] | None = absent("smc: the potential that the pilot run has found")
    pilot: list[PilotFigures] | None = absent("smc: mean and spread by potential tried")
    exact_success: ExactSuccess | None = absent("walks by Warnsdorff's rule: their exact success, where it is known")
    success_probability: float | None = absent("of a walk by Warnsdorff's rule with random ties")
    closing_probability: float | None = absent("that such a walk becomes a closed tour")
    error: float | None = absent("bound on the rounding error of the probabilities")
    symmetries: list[KeptBySymmetry] | None = absent("symmetry: the tours that each symmetry leaves as they are")
    types: list[SymmetryType] | None = absent("symmetry: the tours by the symmetries that they have, where it follows")
    certificate: CertificateFigures | None = absent("certificate: what is left of each count modulo a prime")
    census: Census | None = absent("census: how the statistics of tours are distributed")
    strip: StripFigures | None = absent("strip: terms, recurrence and growth of a family of boards")
    uncrossed: UncrossedPath | None = absent("uncrossed: how long its path is, and whether there is a longer one")
