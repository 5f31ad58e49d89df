"""The database of tours under load: `python -m bench.tour_database --tours 10000000 [--postgresql URL]`.

Loads synthetic tours of 8x8 in slices of 50,000 through the function that commits slices, and prints the rate, the
bytes a tour takes, how long pages, facets and classes take, first page and last, and what an export needs, each beside
what is asked of it. The tours are Warnsdorff tours from every square, repeated; their class keys are random, as digests
of different classes are, which is the hardest case for the index. Ten million tours take about 700 MB on SQLite, and
their export as JSON Lines 5 GB for as long as it runs.
"""

from __future__ import annotations

import os
import statistics
import subprocess
import sys
import tempfile
from collections.abc import Callable
from pathlib import Path
from time import perf_counter, process_time

import click
import numpy as np
from numpy.typing import NDArray
from sqlalchemy import func, select, text, update

from engine.boards.labels import parse_board
from engine.boards.move_graph import move_graph
from engine.construction.heuristics.warnsdorff import warnsdorff_walk
from engine.specification.parse import parse_problem
from engine.tours.verify import closing, valid
from store.database.db import Database, open_database
from store.database.migrate import upgrade
from store.jobs.lifecycle import prepare, submit
from store.models.boards import TourRow, TourRun
from store.models.jobs import Shard
from store.queries.facets import tour_counts
from store.queries.found_tours import TourFilter, find_tours
from store.settings import Settings
from store.tours.stored import RUN_ORDER, TourBatch, packer
from store.tours.writing import write_tours

BOARD, KNIGHT = parse_board("8x8"), (1, 2)
SLICE, EACH, REPEATS, PAGE = 50_000, 100, 7, 50
RATE, BYTES, PAGE_MS, FACETS_MS = 100_000, 80, 20.0, 200.0
"""What is asked: tours a second, bytes a tour on SQLite, milliseconds."""
JOB = {"kind": "enumerate", "board": "8x8", "method": "warnsdorff", "store": "all"}


def base_tours(start: int) -> TourBatch:
    """Return EACH different-looking Warnsdorff tours from one square, with random keys to be replaced."""
    graph, found = move_graph(BOARD, KNIGHT), []
    attempt = 0
    while len(found) < EACH:
        walk = warnsdorff_walk(graph, start, seed=1, attempt=attempt)
        attempt += 1
        if walk.complete:
            found.append(walk.squares)
    tours = np.array(found, dtype=np.int32)
    assert valid(BOARD, KNIGHT, tours).all()
    symmetry = np.ones(EACH, dtype=np.int32)
    paths = packer(BOARD, KNIGHT).pack(tours)
    return TourBatch(
        tours[:, 0], tours[:, -1], closing(BOARD, KNIGHT, tours), symmetry, np.zeros(EACH, np.int64), paths
    )


def enlarged(base: TourBatch, number: int, rng: np.random.Generator) -> TourBatch:
    """Return `number` tours drawn from a base."""
    rows: NDArray[np.int64] = rng.integers(0, EACH, number)
    keys = rng.integers(-(2**63), 2**63, number)
    return TourBatch(base.start[rows], base.end[rows], base.closed[rows], base.symmetry[rows], keys, base.paths[rows])


def load(database: Database, number: int) -> tuple[float, float]:
    """Store so many tours, each slice in its own transaction; return the seconds of writing, wall and CPU."""
    with database.writing() as session:
        job = submit(session, prepare(parse_problem(JOB)))
    with database.reading() as session:
        shards = list(session.scalars(select(Shard.id).where(Shard.job_id == job.id)))
    assert job.board_id is not None
    bases = [base_tours(start) for start in range(BOARD.size)]
    rng, wall, cpu = np.random.default_rng(1), 0.0, 0.0
    for piece in range(-(-number // SLICE)):
        batch = enlarged(bases[piece % BOARD.size], min(SLICE, number - piece * SLICE), rng)
        shard, begin, cpu_begin = shards[piece % len(shards)], perf_counter(), process_time()
        with database.writing() as session:
            place = {"board_id": job.board_id, "shard_id": shard, "seq": piece}
            write_tours(session, batch, found_at=1.0e9 + piece, **place)
            session.execute(update(Shard).where(Shard.id == shard).values(tours=Shard.tours + len(batch)))
        wall += perf_counter() - begin
        cpu += process_time() - cpu_begin
    return wall, cpu


def size(database: Database) -> int:
    """Return the bytes that everything takes."""
    with database.engine.execution_options(isolation_level="AUTOCOMMIT").connect() as connection:
        if not database.is_sqlite:
            connection.execute(text("VACUUM ANALYZE"))
            return int(connection.execute(text("SELECT pg_database_size(current_database())")).scalar_one())
        connection.exec_driver_sql("PRAGMA wal_checkpoint(TRUNCATE)")
        pages = connection.exec_driver_sql("SELECT * FROM pragma_page_count(), pragma_page_size()").one()
        return int(pages[0] * pages[1])


def milliseconds(work: Callable[[], object], limit: float) -> str:
    """Return the median and the worst of some repetitions, marked where the median is above the limit.

    The first, which fills caches, is not counted.
    """
    work()
    times = []
    for _ in range(REPEATS):
        begin = perf_counter()
        work()
        times.append(1000 * (perf_counter() - begin))
    median = statistics.median(times)
    return f"{median:7.2f} ({max(times):.2f}){' TOO SLOW' if median > limit else ''}"


def measure(database: Database) -> None:
    """Print how long every query takes, on its first page and its last."""
    with database.reading() as session:
        key = session.scalars(select(TourRow.class_key).order_by(TourRow.id).offset(1000).limit(1)).one()
        end = session.scalars(select(TourRun.end).where(TourRun.start == 0).limit(1)).one()
        job = find_tours(session, TourFilter(), after=0, limit=1)[0].job
    filters = {
        "all": TourFilter(), "board": TourFilter(board="8x8"), "job": TourFilter(job=job),
        "closed": TourFilter(board="8x8", closed=True), "start": TourFilter(board="8x8", start=1),
        "end": TourFilter(board="8x8", end=end), "start, end": TourFilter(board="8x8", start=0, end=end),
        "symmetry": TourFilter(board="8x8", symmetry=1), "time": TourFilter(board="8x8", since=1.0e9 + 20),
        "class": TourFilter(class_key=key),
    }  # fmt: skip
    print(f"  milliseconds, median (worst): a page at most {PAGE_MS:.0f}, facets at most {FACETS_MS:.0f}")
    for name, wanted in filters.items():
        last = last_tour(database, wanted)
        print(f"  {name:12} first page {milliseconds(lambda w=wanted: page(database, w, 0), PAGE_MS)}", end="")
        print(f"   last page {milliseconds(lambda w=wanted, a=last: page(database, w, a), PAGE_MS)}", end="")
        print(f"   facets {milliseconds(lambda w=wanted: counts(database, w), FACETS_MS)}", flush=True)


def page(database: Database, wanted: TourFilter, after: int) -> object:
    """Read one page."""
    with database.reading() as session:
        return find_tours(session, wanted, after=after, limit=PAGE)


def counts(database: Database, wanted: TourFilter) -> object:
    """Count and divide."""
    with database.reading() as session:
        return tour_counts(session, wanted)


def last_tour(database: Database, wanted: TourFilter) -> int:
    """Return the id of a tour a page or so before the end of a list."""
    order = RUN_ORDER if wanted.board or wanted.job else (TourRun.id,)
    asked = [] if wanted.start is None else [TourRun.start == wanted.start]
    asked += [] if wanted.end is None else [TourRun.end == wanted.end]
    asked += [] if wanted.closed is None else [TourRun.closed == wanted.closed]
    backwards = [column.desc() for column in (*([TourRun.shard_id] if wanted.job else []), *order)]
    with database.reading() as session:
        run = session.scalars(select(TourRun).where(*asked).order_by(*backwards).limit(1)).one()
    return run.id + max(0, run.count - PAGE - 1)


def run_on(database: Database, number: int) -> None:
    """Fill one database and measure it."""
    empty = size(database)
    wall, cpu = load(database, number)
    with database.reading() as session:
        runs = session.execute(select(func.count()).select_from(TourRun)).scalar_one()
    load_average = ", ".join(f"{one:.1f}" for one in os.getloadavg())
    print(f"{database.engine.dialect.name}: {number:,} tours in {runs:,} runs; load of the machine {load_average}")
    rates = f"{number / wall:,.0f} tours/s by the clock, {number / cpu:,.0f} per CPU second of the loading process"
    print(f"  load: {rates} (at least {RATE:,})")
    limit = f" (at most {BYTES})" if database.is_sqlite else ""
    print(f"  {(size(database) - empty) / number:.1f} bytes a tour{limit}", flush=True)
    measure(database)
    url = database.engine.url.render_as_string(hide_password=False)
    database.close()
    command = [sys.executable, "-m", "bench.export", url, "--tours", str(number)]
    subprocess.run(command, check=True)


@click.command()
@click.option("--tours", default=10_000_000, show_default=True)
@click.option("--folder", type=click.Path(path_type=Path), default=None, help="Where SQLite's file is made.")
@click.option("--postgresql", default="", help="URL of an empty database.")
@click.option("--sqlite/--no-sqlite", default=True)
def main(*, tours: int, folder: Path | None, postgresql: str, sqlite: bool) -> None:
    """Measure SQLite and, where a URL is given, PostgreSQL."""
    if sqlite:
        with tempfile.TemporaryDirectory(dir=folder) as place:
            settings = Settings(data=Path(place))
            upgrade(settings)
            run_on(open_database(settings), tours)
    if postgresql:
        settings = Settings(database_url=postgresql)
        upgrade(settings)
        run_on(open_database(settings), tours)


if __name__ == "__main__":
    main()
