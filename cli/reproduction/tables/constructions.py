"""Statements that a tour exists or that a rule finds one, and rates of success."""

from __future__ import annotations

import math
from collections.abc import Callable, Mapping
from typing import Any

from cli.reproduction.table import Results, Specification, Table, count_of
from cli.reproduction.verdict import Computed
from store.references.data_files import Figure, all_figures

ATTEMPTS = 100_000
SIDES = (10, 20, 30, 40, 100, 200)


def _each_board(table: str, search: Mapping[str, Any]) -> Callable[[bool], dict[str, Specification]]:
    """Return one job for each board of a table."""
    boards = dict.fromkeys(figure.board for figure in all_figures() if figure.table == table)
    return lambda _full: {f"{table} {board}": {**search, "board": board} for board in boards}


def _found(figure: Figure, results: Results) -> Computed:
    """Return whether a tour was found; the job's own words say how."""
    job = results[f"{figure.table} {figure.board}"]["job"]
    return Computed("yes" if job["outcome"] == "complete" else "no", job["explanation"] or job["spec"]["method"])


def _counted(figure: Figure, results: Results) -> Computed | None:
    cycles = count_of(results[f"{figure.table} {figure.board}"], "cycles")
    return None if cycles is None else Computed("yes" if int(cycles) else "no", f"{cycles} cycles by frontier sweep")


def _closed_attempts(_full: bool) -> dict[str, Specification]:
    """Return the attempts themselves, and the tree of all ties, which gives their exact probability."""
    walks = {"kind": "construct", "board": "8x8", "method": "warnsdorff", "tours": "closed", "start": [1, 1]}
    ties = {"kind": "sample", "board": "8x8", "method": "warnsdorff", "starts": [[1, 1]], "exact": True}
    return {"closed attempts": walks | {"attempts": ATTEMPTS, "until": "all"}, "exact attempts": ties}


def _closed(_figure: Figure, results: Results) -> Computed:
    """Return how many attempts close on average, exactly; those that were made stand beside it."""
    probability = results["exact attempts"]["extra"]["closing_probability"]
    closed = int(count_of(results["closed attempts"], "successes") or 0)
    made = f"{closed} +- {math.sqrt(closed):.0f} closed in {ATTEMPTS:,} walks made"
    return Computed(str(round(ATTEMPTS * probability)), f"probability {probability:.6f} from the tree of ties; {made}")


def _rates(_full: bool) -> dict[str, Specification]:
    walks = {"kind": "construct", "method": "warnsdorff", "start": [1, 1], "attempts": 100, "until": "all"}
    return {f"rate {side}": {**walks, "board": f"{side}x{side}"} for side in SIDES}


def _rate(figure: Figure, results: Results) -> Computed:
    rates = [int(count_of(results[f"rate {side}"], "successes") or 0) / 100 for side in SIDES]
    told = ", ".join(f"{rate:.0%} at side {side}" for side, rate in zip(SIDES, rates, strict=True))
    small, large = [rates[n] for n, side in enumerate(SIDES) if side < 50], rates[-1]
    holds = min(small) >= 0.85 if figure.at["side"] == "below 50" else large < min(small) / 2
    return Computed(figure.value if holds else "it does not", told)


TABLES = (
    Table(
        "existence", _counted, _each_board("existence", {"kind": "enumerate", "tours": "closed", "method": "frontier"})
    ),
    Table("existence_open", _found, _each_board("existence_open", {"kind": "construct"})),
    Table("three_rows", _found, _each_board("three_rows", {"kind": "construct"})),
    Table("first_tours", _found, _each_board("first_tours", {"kind": "construct"})),
    Table("squirrel", _found, _each_board("squirrel", {"kind": "construct", "method": "squirrel-cull"})),
    Table("warnsdorff_closed_8x8", _closed, _closed_attempts),
    Table("warnsdorff_random_ties", _rate, _rates),
)
