"""`cavalier rates`: how often the heuristics succeed, as tables and pictures."""

from __future__ import annotations

import csv
import json
from collections.abc import Mapping, Sequence
from dataclasses import dataclass
from pathlib import Path

import click

from drawing.amounts import amount
from drawing.charts import Chart, Series
from drawing.square_values import Value, heat_map_svg
from engine.boards.existence.verdict import Tours
from engine.boards.labels import parse_board
from engine.construction.heuristics.success_rates import SuccessRate, success_rates
from language.translate import gettext

METHODS = ("warnsdorff", "pohl", "roth")
BY_TABLE = "squirrel-cull"
COLUMNS = ("method", "rows", "columns", "attempts", "successes", "rate", "low_95", "high_95")


@dataclass(frozen=True)
class Experiment:
    """Walks of some heuristics on some boards. largest, attempts: the defaults."""

    tours: Tours
    methods: tuple[str, ...]
    title: str
    smallest: int
    largest: int
    attempts: int

    def boards(self, largest: int) -> list[tuple[int, int]]:
        """Return the boards: squares, with even sides for closed tours; all rectangles for the map."""
        sides = range(self.smallest, largest + 1)
        if self.is_map:
            return [(rows, columns) for rows in sides for columns in sides]
        return [(side, side) for side in sides if self.tours == "any" or side % 2 == 0]

    @property
    def is_map(self) -> bool:
        """Whether it is about rectangles."""
        return len(self.methods) == 1

    def picture(self, series: dict[str, list[SuccessRate]]) -> str:
        """Return its picture."""
        return _map(self.title, series[self.methods[0]]) if self.is_map else _curves(self.title, series)


def _curves(title: str, series: Mapping[str, Sequence[SuccessRate]]) -> str:
    """Return a chart of rates over the side of the square, one curve with its confidence band for each series."""
    lines = [
        Series(
            name,
            [(float(point.rows), 100 * point.rate) for point in points],
            band=[(100 * low, 100 * high) for low, high in (point.interval for point in points)],
        )
        for name, points in series.items()
    ]
    return Chart("rates", title, "squares a side", "%", lines).svg(alone=True) + "\n"


def _map(title: str, points: Sequence[SuccessRate]) -> str:
    """Return a map of rates over rows (down) and columns, dark for success; each cell tells its numbers."""
    board = parse_board(f"{max(point.rows for point in points)}x{max(point.columns for point in points)}")
    values: list[Value] = [None] * board.size
    cells = [""] * board.size
    for point in points:
        square, (low, high) = board.index([point.rows, point.columns]), point.interval
        found = f"{point.successes} of {point.attempts}, 95 % {low:.3f} to {high:.3f}"
        values[square], cells[square] = point.rate, f"{point.rows}x{point.columns}: {found}"
    return heat_map_svg(board, values, title, labels=cells, scale=(0.0, 1.0))


SQUARES = "Share of walks from the corner that give a {} of n x n (band: 95 %)"
EXPERIMENTS = {
    "squares": Experiment("any", (*METHODS, BY_TABLE), SQUARES.format("tour"), 5, 200, 100),
    "rectangles": Experiment("any", METHODS[:1], "Share of walks by Warnsdorff's rule that tour m x n", 3, 60, 100),
    "closed": Experiment("closed", METHODS, SQUARES.format("closed tour"), 6, 60, 10_000),
}


@click.command(short_help="Measure how often the heuristics succeed.")
@click.argument("experiment", type=click.Choice(["all", *EXPERIMENTS]), default="all")
@click.option("--out", type=click.Path(path_type=Path, file_okay=False), default=Path("rates"), show_default=True)
@click.option("--largest", type=click.IntRange(5, 1000), help="Largest side.  [default: 200, rectangles and closed 60]")
@click.option("--attempts", type=click.IntRange(1, 10**6), help="Walks on each board.  [default: 100, closed 10,000]")
@click.option("--seed", type=click.IntRange(0), default=1, show_default=True)
def rates(*, experiment: str, out: Path, largest: int | None, attempts: int | None, seed: int) -> None:
    """Measure success rates of walks from the corner, and write tables (CSV, JSON) and pictures (SVG) to a folder.

    squares: tours of n x n by the rules of Warnsdorff, Pohl and Roth, and by Squirrel and Cull's table, which draws
    nothing. rectangles: tours of m x n by Warnsdorff's rule. closed: closed tours of n x n, n even, by the three rules.
    Each rate has its 95 % confidence interval (Wilson).
    """
    out.mkdir(parents=True, exist_ok=True)
    for name in EXPERIMENTS if experiment == "all" else (experiment,):
        _run(name, out, largest, attempts, seed)


def _run(name: str, out: Path, largest: int | None, attempts: int | None, seed: int) -> None:
    """Make one experiment and write its table, its document and its picture."""
    experiment = EXPERIMENTS[name]
    boards, walks = experiment.boards(largest or experiment.largest), attempts or experiment.attempts
    series = {
        method: list(success_rates(boards, method, walks, tours=experiment.tours, seed=seed))
        for method in experiment.methods
    }
    rows = [_row(method, rate) for method, measured in series.items() for rate in measured]
    _write_table(out / f"{name}.csv", rows)
    facts = {"experiment": name, "tours": experiment.tours, "start": [1, 1], "seed": seed, "interval": "Wilson, 95 %"}
    (out / f"{name}.json").write_text(json.dumps(facts | {"rates": rows}), encoding="utf-8")
    (out / f"{name}.svg").write_text(experiment.picture(series), encoding="utf-8")
    by, files = ", ".join(series), out / name
    ran = gettext("%(boards)s, %(walks)s each", boards=amount(len(boards), "board"), walks=amount(walks, "walk"))
    click.echo(f"{name}: {ran}, {by}; {files}.csv, .json, .svg")


def _row(method: str, rate: SuccessRate) -> dict[str, object]:
    values = (method, rate.rows, rate.columns, rate.attempts, rate.successes, rate.rate, *rate.interval)
    return dict(zip(COLUMNS, values, strict=True))


def _write_table(file: Path, rows: Sequence[dict[str, object]]) -> None:
    with file.open("w", newline="", encoding="utf-8") as stream:
        writer = csv.DictWriter(stream, COLUMNS)
        writer.writeheader()
        writer.writerows(rows)
