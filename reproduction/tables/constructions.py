"""Statements that a tour exists or that a rule finds one, and rates of success."""

from __future__ import annotations

import json
import math
from collections.abc import Callable, Mapping, Sequence
from functools import partial
from pathlib import Path

from drawing.charts import Chart, Series
from drawing.square_values import heat_map_svg
from engine.boards.labels import parse_board
from findings.references.data_files import Figure, all_figures
from language.translate import gettext_noop, translate
from reproduction.pictures import found_tours, tour_detail
from reproduction.table import Pictures, Results, Specification, Table, count_of
from reproduction.verdict import Comparison, Computed

TIMING = Path(__file__).resolve().parents[1] / "timing.json"
"""What `cavalier timing` measured, and where."""
ATTEMPTS = 100_000
ATTEMPTS_PER_SIDE = 100
SIDES = (10, 20, 30, 40, 100, 200)


def _each_board(table: str, search: Mapping[str, object]) -> Callable[[bool], dict[str, Specification]]:
    """Return one job for each board of a table."""
    boards = dict.fromkeys(figure.board for figure in all_figures() if figure.table == table)
    return lambda _full: {f"{table} {board}": {**search, "board": board} for board in boards}


def _find_tour(figure: Figure, results: Results) -> Computed:
    """Return whether a tour was found; the job's own words say how."""
    result = results[f"{figure.table} {figure.board}"]
    job = result["job"]
    how = job["explanation"] or job["spec"]["method"]
    return Computed("yes" if job["outcome"] == "complete" else "no", how, detail=tour_detail(result))


def _count_tours(figure: Figure, results: Results) -> Computed | None:
    cycles = count_of(results[f"{figure.table} {figure.board}"], "cycles")
    return None if cycles is None else Computed("yes" if int(cycles) else "no", f"{cycles} cycles by frontier sweep")


def _closed_attempts(_full: bool) -> dict[str, Specification]:
    """Return the attempts themselves, and the tree of all ties, which gives their exact probability."""
    walks = {"kind": "construct", "board": "8x8", "method": "warnsdorff", "tours": "closed", "start": [1, 1]}
    ties = {"kind": "sample", "board": "8x8", "method": "warnsdorff", "starts": [[1, 1]], "exact": True}
    return {"closed attempts": walks | {"attempts": ATTEMPTS, "until": "all"}, "exact attempts": ties}


def _count_closed(_figure: Figure, results: Results) -> Computed:
    """Return the exact mean number of attempts that close; the method names the attempts made."""
    probability = results["exact attempts"]["extra"]["closing_probability"]
    closed = int(count_of(results["closed attempts"], "successes") or 0)
    made = f"{closed} +- {math.sqrt(closed):.0f} closed in {ATTEMPTS:,} walks made"
    return Computed(str(round(ATTEMPTS * probability)), f"probability {probability:.6f} from the tree of ties; {made}")


def _rates(_full: bool) -> dict[str, Specification]:
    walks = {
        "kind": "construct",
        "method": "warnsdorff",
        "start": [1, 1],
        "attempts": ATTEMPTS_PER_SIDE,
        "until": "all",
    }
    return {f"rate {side}": {**walks, "board": f"{side}x{side}"} for side in SIDES}


def _rate(figure: Figure, results: Results) -> Computed:
    rates = [int(count_of(results[f"rate {side}"], "successes") or 0) / ATTEMPTS_PER_SIDE for side in SIDES]
    summary = ", ".join(f"{rate:.0%} at side {side}" for side, rate in zip(SIDES, rates, strict=True))
    small, large = [rates[n] for n, side in enumerate(SIDES) if side < 50], rates[-1]
    holds = min(small) >= 0.85 if figure.at["side"] == "below 50" else large < min(small) / 2
    return Computed(
        figure.value if holds else "it does not", summary, detail={"curve": [*zip(SIDES, rates, strict=True)]}
    )


def _squirrel(comparisons: Sequence[Comparison]) -> Pictures:
    """Return the tours, and how long tours of n x n took here (`cavalier timing`)."""
    found = found_tours(comparisons, what=gettext_noop("The tour by Squirrel and Cull's rule of %(board)s"))
    measured = json.loads(TIMING.read_text(encoding="utf-8"))
    curves: dict[str, list[tuple[float, float]]] = measured["curves"]
    series = [Series(name, [(float(side), seconds) for side, seconds in curve]) for name, curve in curves.items()]
    title = f"Processor seconds for a tour of n x n ({measured['load']}); the source's own are not among the data here"
    chart = Chart("timing", title, "n", "processor seconds", series, log=True)
    return found | {title: chart.svg()}


def _curve(comparisons: Sequence[Comparison]) -> Pictures:
    """Draw the share of successes by side, with the binomial error of 100 attempts."""
    detail = comparisons[0].computed.detail if comparisons[0].computed else None
    if not detail:
        return {}
    title = "Attempts by Warnsdorff's rule that give a tour of n x n, ties at random, 100 from a corner"
    points = [(float(side), rate) for side, rate in detail["curve"]]
    errors = [math.sqrt(rate * (1 - rate) / ATTEMPTS_PER_SIDE) for _, rate in points]
    chart = Chart("success", title, "side", "share", [Series("success", points, errors=errors)])
    return {title: chart.svg()}


def _exists(comparisons: Sequence[Comparison]) -> Pictures:
    """Draw which boards have a closed tour: a row for each height, a column for each width."""
    answers = {
        tuple(map(int, str(one.figure.board).split("x"))): one.computed.value == "yes"
        for one in comparisons
        if one.computed is not None
    }
    if not answers:
        return {}
    height, width = (max(side[axis] for side in answers) for axis in (0, 1))
    board, title = parse_board(f"{height}x{width}"), "Boards that have closed tours (dark) and that have none (light)"
    squares = [tuple(square) for square in board.coordinates.tolist()]
    labels = ["x".join(map(str, square)) if square in answers else "" for square in squares]
    shades = [_shade(answers.get(square)) for square in squares]
    return {title: heat_map_svg(board, shades, translate(title), labels, named=False)}


def _shade(answer: bool | None) -> int | None:
    return None if answer is None else int(answer)


def _shown_by_name(_figure: Figure, _results: Results) -> None:
    return None


TABLES = (
    Table(
        "existence",
        _count_tours,
        _each_board("existence", {"kind": "enumerate", "tours": "closed", "method": "frontier"}),
        pictures=_exists,
    ),
    Table("existence_open", _find_tour, _each_board("existence_open", {"kind": "construct"})),
    Table("hamiltonian_paths", _find_tour, _each_board("hamiltonian_paths", {"kind": "construct"})),
    Table("historic_tours", _shown_by_name, missing="the source shows it; its squares are not among the data here"),
    Table(
        "three_rows",
        _find_tour,
        _each_board("three_rows", {"kind": "construct"}),
        pictures=partial(found_tours, what=gettext_noop("A tour of %(board)s")),
    ),
    Table(
        "first_tours",
        _find_tour,
        _each_board("first_tours", {"kind": "construct"}),
        pictures=partial(found_tours, what=gettext_noop("A tour of %(board)s")),
    ),
    Table(
        "squirrel",
        _find_tour,
        _each_board("squirrel", {"kind": "construct", "method": "squirrel-cull"}),
        pictures=_squirrel,
    ),
    Table("warnsdorff_closed_8x8", _count_closed, _closed_attempts),
    Table("warnsdorff_random_ties", _rate, _rates, pictures=_curve),
)
