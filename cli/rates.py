"""`cavalier rates`: how often the heuristics succeed, as tables and pictures."""

from __future__ import annotations

import csv
from collections.abc import Sequence
from dataclasses import dataclass
from pathlib import Path
from typing import cast

import click

from engine.construction.rate_pictures import curves, heat_map
from engine.construction.success_rates import SuccessRate, success_rates
from engine.specification.fields import Tours

METHODS = ("warnsdorff", "pohl", "roth")


@dataclass(frozen=True)
class Settings:
    """What every experiment needs."""

    folder: Path
    largest: int
    attempts: int
    seed: int

    def measure(self, boards: Sequence[tuple[int, int]], method: str, tours: str, name: str) -> list[SuccessRate]:
        """Measure the boards, write the table and return the rates."""
        rates = list(success_rates(boards, method, self.attempts, tours=cast("Tours", tours), seed=self.seed))
        with (self.folder / f"{name}.csv").open("w", newline="") as file:
            writer = csv.writer(file)
            writer.writerow(["rows", "columns", "attempts", "successes", "rate", "low_95", "high_95"])
            writer.writerows([r.rows, r.columns, r.attempts, r.successes, r.rate, *r.interval] for r in rates)
        click.echo(f"{name}: {len(rates)} boards, {self.attempts} attempts each")
        return rates

    def draw(self, name: str, picture: str) -> None:
        """Write a picture."""
        (self.folder / f"{name}.svg").write_text(picture)


@click.command(short_help="Measure how often the heuristics succeed.")
@click.argument("experiment", type=click.Choice(["squares", "rectangles", "closed"]))
@click.option("--out", type=click.Path(path_type=Path, file_okay=False), default=Path("rates"), show_default=True)
@click.option("--largest", type=click.IntRange(5, 1000), help="Largest side.  [default: 200, rectangles 60]")
@click.option("--attempts", type=click.IntRange(1, 10**6), default=100, show_default=True)
@click.option("--seed", type=click.IntRange(0), default=1, show_default=True)
def rates(*, experiment: str, out: Path, largest: int | None, attempts: int, seed: int) -> None:
    """Measure success rates of walks from the corner, and write tables (CSV) and pictures (SVG) to a folder.

    squares: open tours of n x n by each heuristic. rectangles: open tours of m x n by Warnsdorff's rule. closed: closed
    tours of n x n, n even, by each heuristic. Each rate has its 95 % confidence interval (Wilson).
    """
    out.mkdir(parents=True, exist_ok=True)
    settings = Settings(out, largest or (60 if experiment == "rectangles" else 200), attempts, seed)
    if experiment == "rectangles":
        _rectangles(settings)
    else:
        _squares(settings, experiment, "closed" if experiment == "closed" else "any")


def _squares(settings: Settings, experiment: str, tours: str) -> None:
    boards = [(side, side) for side in range(5, settings.largest + 1) if tours == "any" or side % 2 == 0]
    series = {method: settings.measure(boards, method, tours, f"{experiment}-{method}") for method in METHODS}
    kind = "closed tour" if tours == "closed" else "tour"
    title = f"Share of walks from the corner that give a {kind} of n x n (band: 95 %)"
    settings.draw(experiment, curves(title, series))


def _rectangles(settings: Settings) -> None:
    sides = range(3, settings.largest + 1)
    boards = [(rows, columns) for rows in sides for columns in sides]
    measured = settings.measure(boards, "warnsdorff", "any", "rectangles-warnsdorff")
    settings.draw("rectangles", heat_map("Share of walks by Warnsdorff's rule that tour m x n (dark: all)", measured))
