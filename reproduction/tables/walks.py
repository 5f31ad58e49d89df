"""Tables made by random walks: per depth, per start square, and the estimates drawn from them."""

from __future__ import annotations

import math
from collections.abc import Mapping, Sequence
from statistics import fmean, stdev
from typing import Any

from drawing.charts import Chart, Series
from findings.references.data_files import Figure, all_figures
from language.translate import gettext_noop
from reproduction.atlas_counts import METHOD, atlas_count
from reproduction.pictures import by_number, by_squares, class_of
from reproduction.table import Pictures, Results, Specification, Table, about, by_square, count_of
from reproduction.verdict import Comparison, Computed

SOURCE_WALKS = 17.9e9
"""Walks behind the printed table by depth: they set its own sampling error."""

CLASSES = ((1, 1), (2, 1), (2, 2), (3, 1), (3, 2), (3, 3), (4, 1), (4, 2), (4, 3), (4, 4))
SEEDS = range(1, 5)
MANY_WALKS = {
    (1, 1): 50, (2, 1): 200, (2, 2): 450, (3, 1): 300, (3, 2): 750, (3, 3): 450, (4, 1): 150, (4, 2): 450, (4, 3): 330,
    (4, 4): 170,
}  # fmt: skip
"""Millions of extra walks, by start square, so that enough tours are found."""

UNIFORM = gettext_noop("uniform walks")
TALLIES = ("tours_walks", "closed_walks")
MEAN_OF_PRODUCTS = gettext_noop("mean of products (Knuth)")
MIN_SAMPLES = 5
"""Fewer finds than this tell nothing of a rate."""

MIN_END_SAMPLES = 20
"""Fewer tours than this tell nothing of how they divide among the ten classes of squares."""


def uniform(full: bool) -> dict[str, Specification]:
    """Return uniform walks from all squares."""
    return {"uniform": _sample("uniform", 900_000_000 if full else 6_000_000)}


def rotating(full: bool) -> dict[str, Specification]:
    """Return the walks of the biased rule."""
    order = [[-1, 2], [-2, 1], [-2, -1], [-1, -2], [1, -2], [2, -1], [2, 1], [1, 2]]
    return {"rotating": _sample("rotating", 2_000_000 if full else 1_000_000) | {"order": order}}


def by_class(full: bool) -> dict[str, Specification]:
    """Return walks from each class of start square, several times over for their spread."""
    walks = 5_000_000 if full else 40_000
    return {
        f"walks {square} {seed}": _sample("uniform", walks, seed=seed) | {"starts": [list(square)]}
        for seed in SEEDS
        for square in CLASSES
    }


def apart(full: bool) -> dict[str, Specification]:
    """Return many walks from some classes of start square, with a seed of their own; too many for a quick run."""
    return {
        f"many walks {square}": _sample("uniform", millions * 1_000_000, seed=SEEDS.stop) | {"starts": [list(square)]}
        for square, millions in MANY_WALKS.items()
        if full
    }


def _walks_from(square: tuple[int, ...], results: Results) -> list[Mapping[str, Any]]:
    """Return the results of all walks from a square."""
    return [results[name] for name in results if name.startswith(f"walks {square} ")]


def _sample(method: str, walks: int, *, seed: int = 1) -> Specification:
    budget, rng = {"walks": walks}, {"seed": seed, "streams": 8}
    return {"kind": "sample", "board": "8x8", "method": method, "budget": budget, "rng": rng}


def _by_depth(figure: Figure, results: Results) -> Computed | None:
    result = results["uniform"]
    rows = {row["depth"]: row for row in result["depths"]}
    if figure.quantity == "walks_per_tour":
        return walks_per_tour(result)
    if figure.quantity == "mean_walk_length":
        return mean_walk_length(result)
    if figure.quantity == "widest_square":
        return Computed(str(1 + max(rows, key=lambda depth: float(rows[depth]["width"]))), UNIFORM)
    if figure.quantity == "tours_walks":
        return _tours_of_walks(float(figure.at["walks"]), result)
    row = rows.get(figure.at["depth"])
    if row is None or row["reached"] < MIN_SAMPLES:
        return None
    earlier = [rows[depth] for depth in range(1, row["depth"] + 1)]
    return Computed(row[figure.quantity], UNIFORM, error=_depth_error(figure.quantity, earlier))


def mean_walk_length(result: Mapping[str, Any]) -> Computed:
    """Return the squares that a walk visits on average; their standard deviation is taken as 15 at most."""
    walks = int(count_of(result, "all_walks") or 0)
    squares = sum(row["reached"] for row in result["depths"])
    return Computed(squares / walks, UNIFORM, error=15 / math.sqrt(walks))


def walks_per_tour(result: Mapping[str, Any]) -> Computed | None:
    """Return the number of walks per tour, over all start squares."""
    return _rate(int(count_of(result, "all_walks") or 0), int(count_of(result, "completed_walks") or 0))


def _tours_of_walks(walks: float, result: Mapping[str, Any]) -> Computed | None:
    """Return the tours expected of a number of walks; the error combines that of a Poisson count and of our rate."""
    rate = walks_per_tour(result)
    if rate is None:
        return None
    tours = walks / rate.value
    return Computed(tours, UNIFORM, error=math.hypot(math.sqrt(tours), tours * (rate.error or 0.0) / rate.value))


def _depth_error(quantity: str, rows: list[Mapping[str, Any]]) -> float:
    """Return the combined standard error of our figure and the source's.

    The number of moves is spread at most like a Poisson number of the same mean; that bounds the errors of means and
    of their products. The number of walks that reach a depth is binomial.
    """
    last = rows[-1]
    if quantity == "inverse_probability":
        inverse = float(last["inverse_probability"])
        shares = (1 / last["reached"] + inverse / SOURCE_WALKS) * (1 - 1 / inverse)
        return inverse * math.sqrt(max(0.0, shares))
    relative = [
        (1 / row["reached"] + row["inverse_probability"] / SOURCE_WALKS) / row["mean_moves"]
        for row in (rows if quantity == "width" else [last])
        if row["mean_moves"]
    ]
    return float(last[quantity]) * math.sqrt(sum(relative))


def _rate(walks: int, finds: int) -> Computed | None:
    """Return walks per find with its Poisson error."""
    if finds < MIN_SAMPLES:
        return None
    return Computed(walks / finds, UNIFORM, error=walks / finds / math.sqrt(finds))


def _family(figure: Figure, results: Results) -> Computed | None:
    """Return a rate of finds, for all starts or one class of them; for tallies only their sum."""
    if figure.quantity in TALLIES:
        return _sum_of_classes(figure) if "square" not in figure.at else None
    if "square" in figure.at:
        return _of_class(figure.quantity, tuple(figure.at["square"]), results)
    if figure.quantity == "closed_share":
        tours, closed = (int(count_of(results["uniform"], f"{name}_walks") or 0) for name in ("completed", "closed"))
        return _share(closed, tours) if closed >= MIN_SAMPLES else None
    return walks_per_tour(results["uniform"]) if "mean" in figure.at else _mean_rate(figure.quantity, results)


def _of_class(quantity: str, square: tuple[int, ...], results: Results) -> Computed | None:
    if quantity == "end_share":
        return _end_share(square, results["uniform"])
    walks, tours, closed = _tally(square, results)
    if quantity == "closed_share":
        return _share(closed, tours) if closed >= MIN_SAMPLES else None
    return _rate(walks, tours if quantity == "walks_per_tour" else closed)


def _sum_of_classes(figure: Figure) -> Computed:
    rows = [one for one in all_figures() if (one.table, one.quantity) == (figure.table, figure.quantity)]
    return Computed(str(sum(int(one.value) for one in rows if "square" in one.at)), "sum of the printed figures")


def _mean_rate(quantity: str, results: Results) -> Computed | None:
    """Return the mean over the 64 squares of the walks for each find, where every class has enough finds."""
    rates = []
    for square in CLASSES:
        walks, tours, closed = _tally(square, results)
        rates.append((_images(square), _rate(walks, tours if quantity == "walks_per_tour" else closed)))
    if any(rate is None for _, rate in rates):
        return None
    value = sum(images * rate.value for images, rate in rates if rate) / 64
    error = math.hypot(*(images * (rate.error or 0.0) for images, rate in rates if rate)) / 64
    return Computed(value, "uniform walks, mean over the squares", error=error)


def _tally(square: tuple[int, ...], results: Results) -> list[int]:
    """Return walks from a class of squares, tours and closed tours among them: of all jobs that have walked from it."""
    runs = [results["uniform"], *_walks_from(square, results)]
    if f"many walks {square}" in results:
        runs.append(results[f"many walks {square}"])
    rows: list[Mapping[str, Any]] = [
        row for run in runs for start, row in by_square(run).items() if class_of(start) == square
    ]
    return [sum(int(row[f"{name}_walks"]) for row in rows) for name in ("all", "completed", "closed")]


def _end_share(square: tuple[int, ...], result: Mapping[str, Any]) -> Computed | None:
    """Return the mean of the shares of tours that start and that end in a class of squares."""
    found = int(count_of(result, "completed_walks") or 0)
    classes = result.get("extra", {}).get("by_class", [])
    row = next((row for row in classes if class_of(tuple(row["square"])) == square), None)
    if row is None or "start_end_share" not in row or found < MIN_END_SAMPLES:
        return None
    return Computed(row["start_end_share"], UNIFORM, error=row["start_end_error"])


def _family_lacks(figure: Figure) -> str:
    if figure.quantity in TALLIES:
        return gettext_noop(
            "a tally of the source's own walks, whose number from this square is not printed; the rate stands below"
        )
    return gettext_noop("too few tours were found in this run's walks")


def _share(part: int, whole: int) -> Computed:
    return Computed(part / whole, UNIFORM, error=math.sqrt(part) / whole)


def _estimates(figure: Figure, results: Results) -> Computed | None:
    if figure.quantity == "closed":
        cycles = next(f.value for f in all_figures() if f.key == "known-counts/cycles_sampled/cycles/8x8")
        return Computed(str(2 * int(cycles)), "twice the cycles of OEIS A001230; every one visits every square")
    if figure.quantity == "tours":
        return Computed(atlas_count("8x8", "tours", figure.at.get("square")), METHOD)
    if "square" in figure.at:
        return _knuth(figure.quantity, tuple(figure.at["square"]), results)
    parts = [(_images(square), _knuth(figure.quantity, square, results)) for square in CLASSES]
    error = math.hypot(*(images * (part.error or 0.0) for images, part in parts))
    return Computed(sum(images * part.value for images, part in parts), MEAN_OF_PRODUCTS, error=error)


def _estimate_uses(figure: Figure, name: str, specification: Specification) -> bool:
    """Whether a figure comes from a job: widths and sizes do, tours are from the atlas, closed ones from print."""
    return figure.quantity in ("width", "nodes") and about(figure, name, specification)


def _images(square: tuple[int, ...]) -> int:
    """Return how many of the 64 squares one of the ten stands for."""
    return 4 if square[0] == square[1] else 8


def _knuth(quantity: str, square: tuple[int, ...], results: Results) -> Computed:
    """Return the width of the tree from a square, or its size."""
    runs = _walks_from(square, results)
    if not runs:
        raise KeyError(f"walks {square}")
    widths = [[row["unbiased_width"] for row in run["depths"]] for run in runs]
    values = [max(row) if quantity == "width" else sum(row) for row in widths]
    return Computed(fmean(values), MEAN_OF_PRODUCTS, error=stdev(values) / math.sqrt(len(values)))


def _by_depth_pictures(comparisons: Sequence[Comparison]) -> Pictures:
    drawn: Pictures = {}
    for quantity, title, log in (
        ("mean_moves", gettext_noop("Mean number of moves available by depth"), False),
        ("width", gettext_noop("Product of the means by depth"), True),
        ("inverse_probability", gettext_noop("Walks for each walk that gets to a depth"), True),
    ):
        drawn |= by_number(comparisons, quantity, "depth", title, log=log)
    return drawn


def _hugging(_figure: Figure, results: Results) -> Computed | None:
    """Return the remark if the biased walks have at most half the finds of the uniform ones at their middle depth."""
    depths = {name: {row["depth"]: row for row in results[name]["depths"]} for name in ("uniform", "rotating")}
    means = [depths[name][5]["mean_moves"] for name in ("uniform", "rotating")]
    detail = {name: [[depth, row["mean_moves"]] for depth, row in rows.items()] for name, rows in depths.items()}
    verdict = "tours hug the edges" if means[1] < means[0] else "they do not"
    return Computed(verdict, "moves available at depth 5", detail=detail)


def _hugging_picture(comparisons: Sequence[Comparison]) -> Pictures:
    detail = comparisons[0].computed.detail if comparisons[0].computed else None
    if not detail:
        return {}
    title = "Mean number of moves available by depth, by the rule of the walk"
    series = [Series(name, [(float(depth), moves) for depth, moves in rows]) for name, rows in detail.items()]
    return {title: Chart("rules", title, "depth", "moves", series).svg()}


TABLES = (
    Table(
        "uniform_random_walk_8x8",
        _by_depth,
        uniform,
        pictures=_by_depth_pictures,
        missing="fewer than five walks got so far",
    ),
    Table("biased_random_walk_8x8", _hugging, lambda full: uniform(full) | rotating(full), pictures=_hugging_picture),
    Table(
        "estimates_8x8",
        _estimates,
        by_class,
        _estimate_uses,
        by_squares(
            width=gettext_noop("Width of the search tree"),
            nodes=gettext_noop("Size of the search tree"),
            tours=gettext_noop("Tours from a square"),
            closed=gettext_noop("Closed tours from a square"),
        ),
    ),
    Table(
        "third_family_8x8",
        _family,
        lambda full: uniform(full) | by_class(full) | apart(full),
        pictures=by_squares(
            walks_per_tour=gettext_noop("Walks for each tour"),
            walks_per_closed=gettext_noop("Walks for each closed tour"),
            end_share=gettext_noop("Share of the tours that start or end on a class of squares"),
            closed_share=gettext_noop("Share of the tours that close"),
        ),
        missing=_family_lacks,
    ),
)
