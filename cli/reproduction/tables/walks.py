"""Tables made by random walks: per depth, per start square, and the estimates drawn from them."""

from __future__ import annotations

import math
from collections.abc import Mapping
from statistics import fmean, stdev
from typing import Any

from cli.reproduction.charts import curves
from cli.reproduction.table import Pictures, Results, Specification, Table, by_square, count_of
from cli.reproduction.verdict import Computed
from store.references.figures import Figure, all_figures

SOURCE_WALKS = 17.9e9
"""Walks behind the printed table by depth: they set its own sampling error."""

CLASSES = ((1, 1), (2, 1), (2, 2), (3, 1), (3, 2), (3, 3), (4, 1), (4, 2), (4, 3), (4, 4))
SEEDS = (1, 2, 3, 4)
FEWEST = 5
"""Fewer finds than this tell nothing of a rate."""


def uniform(full: bool) -> dict[str, Specification]:
    """Return uniform walks from all squares."""
    return {"uniform": _sample("uniform", 200_000_000 if full else 6_000_000)}


def rotating(full: bool) -> dict[str, Specification]:
    """Return the walks of the biased rule."""
    order = [[-1, 2], [-2, 1], [-2, -1], [-1, -2], [1, -2], [2, -1], [2, 1], [1, 2]]
    return {"rotating": _sample("rotating", 20_000_000 if full else 1_000_000) | {"order": order}}


def by_class(full: bool) -> dict[str, Specification]:
    """Return walks and populations from each class of start square, several times over for their spread."""
    walks = 150_000_000 if full else 40_000
    jobs = {
        f"walks {square} {seed}": _sample("uniform", walks, seed=seed) | {"starts": [list(square)], "priority": -10}
        for square in CLASSES
        for seed in SEEDS
    }
    return jobs | {"populations": _sample("smc", 10_000_000 if full else 2_000_000)}


def _sample(method: str, walks: int, *, seed: int = 1) -> Specification:
    budget, rng = {"walks": walks}, {"seed": seed, "streams": 8}
    return {"kind": "sample", "board": "8x8", "method": method, "budget": budget, "rng": rng}


def _by_depth(figure: Figure, results: Results) -> Computed | None:
    result = results["uniform"]
    rows = {row["depth"]: row for row in result["depths"]}
    if figure.quantity == "walks_per_tour":
        return _rate(int(count_of(result, "all_walks") or 0), int(count_of(result, "completed_walks") or 0))
    if figure.quantity == "mean_walk_length":
        walks = int(count_of(result, "all_walks") or 0)
        squares = sum(row["reached"] for row in rows.values())
        return Computed(squares / walks, "uniform walks", error=15 / math.sqrt(walks))
    row = rows.get(figure.at["depth"])
    if row is None or row["reached"] < FEWEST:
        return None
    earlier = [rows[depth] for depth in range(1, row["depth"] + 1)]
    return Computed(row[figure.quantity], "uniform walks", error=_depth_error(figure.quantity, earlier))


def _depth_error(quantity: str, rows: list[Mapping[str, Any]]) -> float:
    """Return the standard error of ours and of the source's figure together.

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
    if finds < FEWEST:
        return None
    return Computed(walks / finds, "uniform walks", error=walks / finds / math.sqrt(finds))


def _family(figure: Figure, results: Results) -> Computed | None:
    result = results["uniform"]
    if "square" not in figure.at:
        tours, closed = (int(count_of(result, f"{name}_walks") or 0) for name in ("completed", "closed"))
        return _share(closed, tours) if closed >= FEWEST else None
    wanted = tuple(figure.at["square"])
    rows = [row for square, row in by_square(result).items() if _class(square) == wanted]
    walks, tours, closed = (sum(int(row[f"{name}_walks"]) for row in rows) for name in ("all", "completed", "closed"))
    if figure.quantity in ("walks_per_tour", "walks_per_closed"):
        return _rate(walks, tours if figure.quantity == "walks_per_tour" else closed)
    if figure.quantity == "closed_share" and closed >= FEWEST:
        return _share(closed, tours)
    if figure.quantity == "end_share" and tours >= FEWEST:
        classes = result.get("extra", {}).get("by_class", [])
        row = next((row for row in classes if _class(tuple(row["square"])) == wanted), None)
        if row is not None and "start_end_share" in row:
            return Computed(row["start_end_share"], "uniform walks", error=row["start_end_error"])
    return None


def _share(part: int, whole: int) -> Computed:
    return Computed(part / whole, "uniform walks", error=math.sqrt(part) / whole)


def _class(square: tuple[int, ...]) -> tuple[int, ...]:
    """Return the square of the ten that stands for this one."""
    return tuple(sorted((min(part, 9 - part) for part in square), reverse=True))


def _estimates(figure: Figure, results: Results) -> Computed | None:
    if figure.quantity == "closed":
        cycles = next(f.value for f in all_figures() if f.key == "known-counts/cycles_sampled/cycles/8x8")
        return Computed(str(2 * int(cycles)), "twice the cycles of OEIS A001230; every one visits every square")
    if figure.quantity == "tours":
        return _population(figure, results["populations"])
    square = tuple(figure.at["square"])
    runs = [results[f"walks {square} {seed}"]["depths"] for seed in SEEDS]
    widths = [[row["unbiased_width"] for row in rows] for rows in runs]
    values = [max(row) if figure.quantity == "width" else sum(row) for row in widths]
    return Computed(fmean(values), "mean of products (Knuth)", error=stdev(values) / math.sqrt(len(values)))


def _population(figure: Figure, result: Mapping[str, Any]) -> Computed | None:
    wanted = _class(tuple(figure.at.get("square", ())))
    row = next(row for row in result["estimates"] if _class(tuple(row.get("square", ()))) == wanted)
    return Computed(row["value"], "sequential Monte Carlo", error=row["standard_error"])


def _pictures(results: Results) -> Pictures:
    ours = results["uniform"]["depths"]
    pictures = {}
    for quantity, title, logarithmic in (
        ("mean_moves", "Mean number of moves available by depth", False),
        ("width", "Product of the means by depth", True),
        ("inverse_probability", "Walks for each walk that gets to a depth", True),
    ):
        printed = [(f.at["depth"], f.value) for f in all_figures() if f.quantity == quantity and "depth" in f.at]
        points = [(row["depth"], row[quantity]) for row in ours if row[quantity] and row["reached"] >= FEWEST]
        pictures[title] = curves(title, {"printed": printed, "recomputed": points}, logarithmic=logarithmic)
    return pictures


def _hugging(_figure: Figure, results: Results) -> Computed | None:
    """Return the remark if the biased walks have at most half the finds of the uniform ones at their middle depth."""
    depths = {name: {row["depth"]: row for row in results[name]["depths"]} for name in ("uniform", "rotating")}
    means = [depths[name][5]["mean_moves"] for name in ("uniform", "rotating")]
    return Computed("tours hug the edges" if means[1] < means[0] else "they do not", "moves available at depth 5")


TABLES = (
    Table("uniform_random_walk_8x8", _by_depth, uniform, _pictures, missing="fewer than five walks got so far"),
    Table("biased_random_walk_8x8", _hugging, lambda full: uniform(full) | rotating(full)),
    Table("estimates_8x8", _estimates, by_class),
    Table(
        "third_family_8x8", _family, uniform, missing="a tally of the source's own walks, or fewer than five finds here"
    ),
)
