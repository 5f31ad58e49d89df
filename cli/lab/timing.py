"""`cavalier timing`: how long constructions take, by the side of the board."""

from __future__ import annotations

import csv
import io
from pathlib import Path
from time import perf_counter, process_time

import click

from cli.options import FILE
from cli.settings import keep_kernels
from drawing.charts import Chart, Series
from engine.kinds.construct.specification import ConstructSpecification
from engine.kinds.parse import parse_problem
from engine.specification.problem import BoardProblem

SMALLEST, MAX_SIDE = 6, 10_000
METHODS = ("auto", "blocks", "squirrel-cull")
"""Methods that find a tour of nearly every board at once."""
COLUMNS = ("side", "squares", "method", "processor_seconds", "wall_seconds")

Row = tuple[int, int, str, float, float]


@click.command(short_help="Measure how long constructions take, by side.")
@click.option("--largest", type=click.IntRange(8, MAX_SIDE), default=1000, show_default=True, help="Largest side.")
@click.option("--points", type=click.IntRange(2, 100), default=12, show_default=True, help="How many sides.")
@click.option("--closed", is_flag=True, help="Closed tours, of even sides.")
@click.option("--method", type=click.Choice(METHODS), default="auto", show_default=True, help="Method of construction.")
@click.option("--csv", "table", type=FILE, help="Write the table to this file.  [default: standard output]")
@click.option("--svg", type=FILE, help="Draw the curve to this file.")
def timing(*, largest: int, points: int, closed: bool, method: str, table: Path | None, svg: Path | None) -> None:
    """Construct tours of n x n for n up to --largest, and tell the seconds that each took."""
    keep_kernels()
    measure(SMALLEST, method, closed=closed)  # compiles
    measure(min(largest, 60), method, closed=closed)
    rows = [measure(side, method, closed=closed) for side in sides(largest, points, closed=closed)]
    text = io.StringIO()
    writer = csv.writer(text, lineterminator="\n")
    writer.writerow(COLUMNS)
    writer.writerows((*row[:3], f"{row[3]:.6f}", f"{row[4]:.6f}") for row in rows)
    if table is None:
        click.echo(text.getvalue(), nl=False)
    else:
        table.write_text(text.getvalue(), encoding="utf-8")
    if svg is not None:
        kind = "closed tours" if closed else "tours"
        series = Series("seconds", [(float(row[0]), row[3]) for row in rows if row[3] > 0])
        chart = Chart("timing", f"Construction of {kind} of n x n", "n", "processor seconds", [series], log=True)
        svg.write_text(chart.svg(alone=True), encoding="utf-8")


def sides(largest: int, points: int, *, closed: bool) -> list[int]:
    """Return sides from SMALLEST to the largest in a constant ratio, about; even ones for closed tours."""
    ratio = (largest / SMALLEST) ** (1 / (points - 1))
    found = [round(SMALLEST * ratio**point) for point in range(points)]
    return sorted({side - side % 2 for side in found} if closed else set(found))


def measure(side: int, method: str, *, closed: bool) -> Row:
    """Construct one tour and return its row."""
    from engine.kinds.construct.runner import construct  # noqa: PLC0415  loads numba, which reads its cache folder's name now

    tours = "closed" if closed else "any"
    asked = {"kind": "construct", "board": f"{side}x{side}", "method": method, "store": "none", "tours": tours}
    problem = parse_problem(asked)
    assert isinstance(problem, BoardProblem)
    assert isinstance(problem.spec, ConstructSpecification)
    wall, cpu = perf_counter(), process_time()
    report, tour = construct(problem)
    cpu, wall = process_time() - cpu, perf_counter() - wall
    assert tour is not None
    return side, len(tour), str(report["tour"]["method"]), cpu, wall
