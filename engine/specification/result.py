"""The parts of a result document. Exact values are decimal strings, estimates JSON numbers."""

from __future__ import annotations

from typing import Any, Literal

from pydantic import BaseModel, ConfigDict, Field

from engine.specification.outcome import Outcome

Convention = Literal["directed", "undirected"]


class Part(BaseModel):
    """Base of all parts: a later version may add fields."""

    model_config = ConfigDict(extra="allow")


def absent(description: str) -> Any:  # noqa: ANN401  stands for any field's default, as pydantic's own Field does
    """Return the default of a field that is left out of the document where it is not known."""
    return Field(default=None, exclude_if=lambda value: value is None, description=description)


class Count(Part):
    """An exact count. `quantity`: tours, closed, cycles, dead_ends, nodes, or a kind's own."""

    quantity: str = Field(description="what is counted: tours, closed, cycles, or a quantity of the kind's own")
    convention: Convention = Field(default="directed", description="how tours are distinguished")
    value: str = Field(description="decimal digits, however many")
    exact: Literal[True] = True
    method: str = Field(description="the one that counted")


class Estimate(Part):
    """An estimated count with one standard error."""

    quantity: str = Field(description="what is counted: tours, closed, cycles, or a quantity of the kind's own")
    convention: Convention = Field(default="directed", description="how tours are distinguished")
    value: float = Field(description="the estimate")
    standard_error: float = Field(description="one, of the value")
    estimator: str = Field(description="how the figure is made of the samples")
    samples: int = Field(description="independent ones: walks, or populations")
    unbiased: bool = Field(default=True, description="whether its mean over all random numbers is the true value")
    interval_95: list[float] | None = absent("ends of the 95 % interval: Student's, from `batches` batches")
    batches: int | None = absent("independent parts that the error was taken from")
    naive_error: float | None = absent("the error as it would be of independent walks")
    largest_share: float | None = absent("share of the sum that the heaviest sample or population has")
    effective_samples: float | None = absent("equally weighted samples that would be as good")
    square: list[int] | None = absent("the start square it is about; absent: all that were asked for")
    squares: int | None = absent("start squares for which it is true, by symmetry")
    warnings: list[str] = Field(default=[], description="what makes the error doubtful")


class LargeEstimate(Part):
    """An estimated count beyond the range of floats: its decimal logarithm, and one standard error as a share of it."""

    quantity: str = Field(description="what is counted: tours, closed, cycles, or a quantity of the kind's own")
    convention: Convention = Field(default="directed", description="how tours are distinguished")
    log10: float = Field(description="decimal logarithm of the estimate")
    relative_error: float = Field(description="one standard error as a share of the estimate")
    estimator: str = Field(description="how the figure is made of the samples")
    samples: int = Field(description="independent ones: walks, or populations")
    unbiased: bool = Field(default=True, description="whether its mean over all random numbers is the true value")
    batches: int | None = absent("independent parts that the error was taken from")
    largest_share: float | None = absent("share of the sum that the heaviest sample or population has")
    square: list[int] | None = absent("the start square it is about; absent: all that were asked for")
    squares: int | None = absent("start squares for which it is true, by symmetry")
    warnings: list[str] = Field(default=[], description="what makes the error doubtful")


class SquareStatistics(Part):
    """Counts of the directed tours that start on a square."""

    square: list[int] = Field(description="coordinates of the start square, from 1")
    tours: str | None = Field(default=None, description="that begin there, exact")
    closed: str | None = Field(default=None, description="of these, those that close")
    dead_ends: str | None = Field(default=None, description="leaves of the search tree that are no tours")
    nodes: str | None = Field(default=None, description="squares entered")
    all_walks: str | None = absent("random walks begun there")
    completed_walks: str | None = absent("those that became a tour")
    closed_walks: str | None = absent("those that became a closed tour")
    success_probability: float | None = absent(
        "of a walk by Warnsdorff's rule with random ties; exact but for rounding"
    )
    closing_probability: float | None = absent("that such a walk becomes a closed tour")
    error: float | None = absent("bound on the rounding error of the probabilities")


class EndStatistics(Part):
    """Counts of the directed tours from `start` to `end`."""

    start: list[int] = Field(description="coordinates of the first square")
    end: list[int] = Field(description="coordinates of the last square")
    tours: str = Field(description="from one to the other, exact")


class DepthStatistics(Part):
    """What was seen at one depth of a search tree. width: None where it is beyond the range of numbers."""

    depth: int = Field(description="squares visited")
    reached: int = Field(description="walks, or nodes of the search, that came so far")
    mean_moves: float = Field(description="free squares in reach, in the mean over these")
    width: float | None = Field(description="product of the means so far: see the estimator `product-of-means`")
    inverse_probability: float | None = Field(description="walks for each that came so far")
    unbiased_width: float | None = absent("mean of products, where width is a product of means")


class Distance(Part):
    """Fewest moves to a square (None: not reachable) and the number of ways to make them.

    start: the square they begin on, in a table of all pairs; elsewhere the specification says it.
    """

    start: list[int] | None = None
    square: list[int] = Field(description="where the way ends")
    distance: int | None = Field(description="fewest moves; null: there is no way")
    shortest_paths: str = Field(description="number of shortest ways, exact")


class GeneratorTest(Part):
    """One test of a generator: how the trials' statistics compare with their law, or a spectral figure.

    part: which statistic of the test ("K+"), or the dimension of the spectral test.
    statistic: the distance between the trials and their law; the figure of merit mu of the spectral test.
    """

    test: str = Field(description="its name")
    part: str | None = Field(default=None, description="which statistic, or dimension")
    statistic: float = Field(description="distance of the trials from their law; merit mu of the spectral test")
    p_value: float | None = Field(default=None, description="chance of a distance at least as great")
    verdict: Literal["pass", "suspect", "fail", "flying colours"] | None = Field(
        default=None, description="what that comes to"
    )
    trials: int | None = Field(default=None, description="how often it was repeated")
    law: str | None = absent("the law that the trials should follow")
    mean: float | None = absent("of the trials")
    expected_mean: float | None = absent("of the law")
    variance: float | None = absent("of the trials")
    expected_variance: float | None = absent("of the law")
    dimension: int | None = absent("of the spectral test")
    nu_squared: str | None = absent("square of the length of the shortest wave vector, an exact decimal")
    accuracy_bits: float | None = absent("binary logarithm of that length")
    normalised: float | None = absent("that length over the greatest possible one")
    wave: list[int] | None = absent("the shortest wave vector")


class Tour(Part):
    """A tour as the squares it visits, in order."""

    squares: list[list[int]]
    closed: bool


class Parts(BaseModel):
    """The tables of a result. Only those of its kind are filled."""

    counts: list[Count] = Field(default=[], description="exact counts")
    estimates: list[Estimate] = Field(default=[], description="estimates with their errors")
    large_estimates: list[LargeEstimate] = Field(default=[], description="estimates beyond the range of floats")
    squares: list[SquareStatistics] = Field(default=[], description="counts by start square")
    ends: list[EndStatistics] = Field(default=[], description="counts by pair of first and last square")
    depths: list[DepthStatistics] = Field(default=[], description="statistics by depth of the search tree")
    distances: list[Distance] = Field(default=[], description="fewest moves to squares")
    tests: list[GeneratorTest] = Field(default=[], description="tests of a generator")


class Result(Parts):
    """The results of a job."""

    outcome: Outcome = Field(default="complete", description="how the job ended")
    explanation: str | None = Field(default=None, description="why, in words: a proof, a limit, a choice of method")
    extra: dict[str, Any] = Field(default={}, description="plots and tables of the kind, by the names in `Extra`")
