"""What results hold beside the parts that several kinds have: plots and tables, each of one kind or method."""

from __future__ import annotations

from typing import Literal

from pydantic import Field, JsonValue

from engine.specification.result import Convention, Part, absent


class DepthTrace(Part):
    """Of a search that counts its operations. A window is so many squares entered."""

    nodes_per_window: int
    shallowest: list[int] = Field(description="how far back the search came in each window")
    nodes_by_depth: list[int] = Field(description="squares entered by how many were visited then")


class StageTried(Part):
    """A method that a construction has tried."""

    method: str
    verdict: str
    explanation: str
    attempts: int
    successes: int


class ConstructedTour(Part):
    """A tour that was constructed, in figures."""

    squares: int
    closed: bool
    digest: str = Field(description="SHA-256 of its square numbers as little-endian 32-bit integers")
    start: list[int]
    end: list[int]
    method: str
    recipe: dict[str, JsonValue] | None = absent("the specification that makes it again, where it is not stored")


class Bound(Part):
    """What is known of an extreme over all tours."""

    what: Literal["exact", "lower", "upper"] = Field(
        description="lower: no tour has less; upper: there is a tour with no more, of each large board"
    )
    value: str = Field(description="a number, or a formula in the side n")
    source: str = Field(description="who has proved it, or by what it was computed")


class Extreme(Part):
    """The best value of a statistic that exchanges of moves have met, and what is known of all tours."""

    statistic: str = Field(description="its name, as in a tour's own `statistics`")
    sought: Literal["fewest", "most"]
    value: int = Field(description="that of the tour found, exact")
    begun: int = Field(description="that of the tour that exchanges began with")
    exchanges: int = Field(description="how many were tried")
    made: int = Field(description="and made")
    proved: bool = Field(description="whether it is known that no tour is better; else the best is only the best met")
    bounds: list[Bound] = Field(description="what is known of all tours of the board, or of all large boards")


class CollectingWalk(Part):
    """A walk that collects squares; all its figures but `exact` are missing or empty where there is none."""

    rule: str | None = absent("what the walk may not enter")
    body: int | None = absent("of a snake: how long it is")
    length: int | None
    lower_bound: int | None = absent("no walk is shorter")
    exact: bool
    collected: list[list[int]]
    squares: list[list[int]]


class SearchOrder(Part):
    """The squares that a search entered, in order, and the moves of the way that it found to the last."""

    entered: int
    moves: int
    squares: list[list[int]] | None = absent("on small boards")


class SearchOrders(Part):
    """Two searches from the same square."""

    breadth_first: SearchOrder
    depth_first: SearchOrder


class GeneralSolution(Part):
    """All solutions: `particular` and any whole combination of the rows of `kernel`."""

    particular: list[int]
    kernel: list[list[int]]


class Algebra(Part):
    """Vectors of moves that add up to the way from one square to another."""

    displacement: list[int]
    directions: list[list[int]]
    solvable: bool
    lower_bound: int | None = absent("no solution has fewer moves")
    exact: bool | None = absent("whether `combination` has the fewest moves")
    combination: list[int] | None = absent("how often each direction is taken")
    moves: int | None = absent("how many moves that is")
    general_solution: GeneralSolution | None = absent("of pieces with few directions")


class GeneratorName(Part):
    """The generator that a job has tested."""

    name: str
    title: str
    period: str
    guarantee: str = Field(description="what is known of its streams")


class TrialHistogram(Part):
    """Trials by bin; the outermost bins hold the tails."""

    test: str
    part: str | None
    edges: list[float]
    observed: list[int]
    expected: list[float]


class SweepOrder(Part):
    """In which order a sweep of a certificate settled the squares."""

    sweep: list[list[int]] = Field(description="none: of cycles; the first square of paths, or their two ends")
    digest: str = Field(description="SHA-256 of the square numbers in this order as little-endian 32-bit integers")
    states: int = Field(description="met in all")


class Residue(Part):
    """What is left of a count modulo the prime. Without a square it is of all start squares that were asked for."""

    quantity: str
    convention: Convention
    square: list[int] | None = absent("where directed tours start")
    end: list[int] | None = absent("where they end")
    residue: str


class Compared(Part):
    """An exact count of the same thing, held against a residue."""

    quantity: str
    square: list[int] | None = absent("where directed tours start")
    value: str
    sources: list[str] = Field(description="the jobs here and the publications that say so")
    agrees: bool


class CertificateFigures(Part):
    """Counts modulo a prime, by sweeps that have no set of settled squares in common with those of an enumeration."""

    modulus: str
    orders: list[SweepOrder]
    residues: list[Residue]
    compared: list[Compared] | None = absent("with every exact count that is known now")


class IndexFigures(Part):
    """An index of closed tours."""

    digest: str
    states: int
    bytes: int


class WalksOfClass(Part):
    """What walks from one class of start squares found; `square` is one of it."""

    square: list[int]
    completed_walks: int
    walks_per_tour: float | None = absent("walks for each that became a tour")
    walks_per_tour_error: float | None = absent("one standard error of it")
    closed_share: float | None = absent("share of the tours found that close")
    closed_share_error: float | None = absent("one standard error of it")
    start_end_share: float | None = absent("share of the starts and ends of tours, of a square of each class")
    start_end_error: float | None = absent("one standard error of it")


class EndPair(Part):
    """Tours between two squares: an estimate that holds for each of `pairs` pairs, which symmetry makes equal."""

    start: list[int]
    end: list[int]
    pairs: int
    value: float
    standard_error: float
    effective_samples: float | None = absent("equal weights that would be as good")
    effective_populations: float | None = absent("equal populations that would be as good")
    warnings: list[str]


class PilotFigures(Part):
    """What a pilot run found of a potential: mean and standard deviation of the logarithms of its estimates."""

    potential: list[float]
    mean_logarithm: float
    spread: float


class ExactSuccess(Part):
    """The exact probability that a walk becomes a tour, and by what it is known: the whole tree, or a job."""

    probability: float
    by: str


class Completion(Part):
    """Whether a partly given tour has a completion, and how hard that was to tell."""

    verdict: Literal["none", "unique", "several", "unknown"] = Field(
        description="tours that have all that is given; unknown: the search has not come to its end"
    )
    guesses: str = Field(description="branches tried where propagation left a choice, an exact decimal")
    directed: bool = Field(description="whether what is given says where or in which direction the tour goes")


class Puzzle(Part):
    """Numbers of a tour that no other tour has, and how hard it is to find the others."""

    grid: str = Field(description="a row of the board a line, from the top: a number, a dot, or # where no square is")
    givens: int = Field(description="how many numbers stand there")
    level: Literal["direct", "few-guesses", "many-guesses", "search"] = Field(
        description="direct: propagation alone finds the tour; few: up to 10 guesses; many: up to 100; search: more"
    )
    guesses: int = Field(
        description="branches that the proof of the only solution tries where propagation left a choice"
    )
    known_at_once: int = Field(
        description="squares whose number propagation tells before the first guess, givens included"
    )
    needed: int = Field(description="numbers without which the others have several solutions")
    kept_for_ease: int = Field(description="numbers without which the proof would take more guesses than were allowed")
    made: list[list[int]] = Field(description="numbers and guesses of each puzzle made, of which this is the best")
    solution: list[list[int]] = Field(description="the squares of the tour in order")


class KeptBySymmetry(Part):
    """The undirected tours that each of some symmetries leaves as they are: all of them leave equally many."""

    symmetry: str = Field(description="their names")
    symmetries: int = Field(description="how many they are")
    order: int = Field(description="after so many times each has moved nothing")
    moved_along: str = Field(description="closed tours that it moves along themselves")
    turned_round: str = Field(description="tours that it turns round: they cross the middle once if open, else twice")

    @property
    def tours(self) -> int:
        """All of them."""
        return int(self.moved_along) + int(self.turned_round)


class SymmetryType(Part):
    """The undirected tours that have just these symmetries."""

    symmetries: str = Field(description='their names; "none" but the identity')
    tours: str = Field(description="so many")
    classes: str = Field(description="so many up to symmetry")


class Distribution(Part):
    """How many tours have which value of a statistic."""

    statistic: str = Field(description="its name, as in a tour's own `statistics`")
    least: int = Field(description="the least value that a tour has")
    most: int = Field(description="the greatest")
    tours: list[str] = Field(description="tours by value, from the least to the greatest: exact decimals")
    mean: float
    standard_deviation: float
    mean_error: float | None = absent("one standard error of the mean, where tours were drawn")
    share_errors: list[float] | None = absent("one standard error of each value's share, where tours were drawn")


class Census(Part):
    """The distributions of the statistics of undirected tours."""

    tours: str = Field(description="tours that were measured: all there are, all found so far, or those drawn")
    exact: bool = Field(description="whether they were met by search, each once; else drawn, uniformly")
    distributions: list[Distribution]


class UncrossedPath(Part):
    """The longest path or cycle that was found whose moves do not cross."""

    length: int | None = Field(description="its moves; null: there is none, or none was found yet")
    upper_bound: int = Field(description="none has more moves; 0 where there is none")
    exact: bool = Field(description="whether it is proved that none is longer")
    paths: str | None = absent("how many are so long, directions not told apart: exact, where that is known")


class Finder(Part):
    """A job elsewhere that found tours of an import."""

    job: str = Field(description="its id there")
    engine: str = Field(description="digest of its code")
    specification: dict[str, JsonValue]
    cpu_seconds: float = Field(description="its processor time")
    tours: int = Field(description="tours of it that were imported, not here before")


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
    uncrossed: UncrossedPath | None = absent("uncrossed: how long its path is, and whether there is a longer one")
