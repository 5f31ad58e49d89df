"""Speed and memory of exports: `python -m experiments.export URL` writes all tours of a board in each format.

`python -m experiments.tour_database` fills a database and runs this on it, in a process of its own whose memory is the
export's alone.
"""

from __future__ import annotations

import tempfile
import time
from pathlib import Path

import click

from findings.exports.formats import TOURS, tour_file
from store.database.db import Database
from store.queries.facets import tours_by_board
from store.queries.tours import TourFilter

LIMIT_MIB = 200


def export(database: Database, form: str, path: Path, tour_filter: TourFilter) -> None:
    """Write all tours of the board."""
    with database.reading() as session, path.open("wb") as file:
        file.writelines(tour_file(session, tour_filter, form))


def peak() -> float:
    """Return this program's peak memory in MiB (getrusage would return its parent's where that is larger)."""
    status = Path("/proc/self/status").read_text()
    return int(status.split("VmHWM:")[1].split()[0]) / 1024


@click.command()
@click.argument("url")
@click.option("--board", default="8x8", show_default=True)
@click.option("--format", "forms", multiple=True, type=click.Choice(list(TOURS)), default=list(TOURS))
@click.option("--folder", type=click.Path(path_type=Path), default=None, help="Where the files are made.")
def main(url: str, board: str, forms: tuple[str, ...], folder: Path | None) -> None:
    """Print tours a second of the clock and of processor time, and the peak of resident memory after each format."""
    database, tour_filter = Database(url), TourFilter(board=board)
    with database.reading() as session:
        tours = sum(tours_by_board(session, tour_filter).values())
    print(f"  {tours:,} tours of {board}", flush=True)
    with tempfile.TemporaryDirectory(dir=folder) as place:
        for form in forms:
            path, begun, used = Path(place) / f"tours.{form}", time.perf_counter(), time.process_time()
            export(database, form, path, tour_filter)
            wall, cpu = tours / (time.perf_counter() - begun), tours / (time.process_time() - used)
            each = f"{path.stat().st_size / tours:.1f} bytes a tour"
            summary = f"{each}, peak {peak():.0f} MiB (at most {LIMIT_MIB})"
            print(f"  export as {form}: {wall:,.0f} tours/s, {cpu:,.0f} per CPU second, {summary}", flush=True)
            path.unlink()
    database.close()


if __name__ == "__main__":
    main()
