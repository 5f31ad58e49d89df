"""The database under load: python -m experiments.tour_database [--postgresql URL] [--keep FOLDER] [--part NAME ...].

Fills SQLite and, where the URL of an empty database is given, PostgreSQL: all 6,637,920 directed tours of 6x6, found by
a job; synthetic tours of 8x8 up to the number asked for; jobs of many kinds on many boards. Then prints times, each
beside its target: of every query of tours, every route and page, imports, exports of all tours in each format, claims
and commits, and submissions. With --keep the databases stay and are reused, and parts can be named. Ten million tours
take 2 GB on SQLite and 3 GB on PostgreSQL, and their export as JSON Lines 6 GB for as long as it runs.
"""

from __future__ import annotations

import os
import tempfile
import time
from collections.abc import Iterator
from contextlib import contextmanager
from pathlib import Path

import click
from sqlalchemy import create_engine, func, make_url, select, text

from bench.database import load
from engine.code_digest import own_code_digests, use_cache_folder
from experiments import content_search
from experiments.table import Row, line, machine
from experiments.tour_database import rates
from experiments.tour_database.history import WIDE, fill, run
from experiments.tour_database.questions import measure
from experiments.tour_database.routes import address, print_routes, routes
from findings.setup import upgrade
from store.database.db import Database, open_database
from store.models.boards import BoardRow
from store.models.campaigns import Campaign
from store.models.jobs import Job
from store.models.shards import Shard
from store.models.tours import TourRun
from store.settings import Settings
from store.tours.square_index import WINDOW

PARTS = ("fill", "questions", "content", "routes", "import", "exports", "claims", "submissions")
ALL_OF_6X6 = 6_637_920
FIND = {"kind": "enumerate", "board": "6x6", "store": "all"}
RATE, BYTES = 100_000, 80
"""Targets: stored tours a second, bytes a tour on SQLite."""

IMPORTED = 300_000


def measure_all(settings: Settings, parts: tuple[str, ...], sizes: tuple[int, int, int], folder: Path) -> None:
    """Fill one database, if it is empty, and measure it. sizes: numbers of tours, jobs, boards."""
    upgrade(settings)
    database = open_database(settings)
    if _number(database, Job) == 0:
        _fill(database, settings, *sizes)
    held, jobs, shards, boards = (_number(database, one) for one in (None, Job, Shard, BoardRow))
    load_average = ", ".join(f"{one:.1f}" for one in os.getloadavg())
    summary = f"{held:,} tours, {jobs:,} jobs of {shards:,} shards, {boards:,} boards"
    print(f"{database.engine.dialect.name}: {summary}; load of the machine {load_average}", flush=True)
    if "questions" in parts:
        measure(database)
    if "content" in parts:
        _fill_windows(database)
        content_search.measure(database)
    if "routes" in parts:
        names, more = _names(database)
        print_routes(routes(database, settings, names, more))
    rows: list[Row] = []
    if "import" in parts:
        rows.append(_import(database, settings, folder))
    if "claims" in parts:
        rows += rates.claiming(database)
    if "submissions" in parts:
        rows += rates.submitting(database, settings)
    for row in rows:
        print(line(row), flush=True)
    database.close()
    if "exports" in parts:
        rates.exports(settings.url, ["6x6", "8x8"] if held >= ALL_OF_6X6 else ["8x8"], folder)


def _fill(database: Database, settings: Settings, tours: int, jobs: int, boards: int) -> None:
    empty = _size(database)
    found = 0
    if tours >= ALL_OF_6X6:
        taken = rates.time_work(lambda: run(database, settings, [FIND]))
        found = ALL_OF_6X6
        print(f"  found, checked and stored: {taken.rate(found, 'tours of 6x6')}", flush=True)
    wall, cpu = load(database, tours - found)
    print(f"  stored: {rates.Taken(wall, cpu).rate(tours - found, 'tours of 8x8')} (at least {RATE:,})", flush=True)
    limit = f" (at most {BYTES})" if database.is_sqlite else ""
    print(f"  {(_size(database) - empty) / tours:.1f} bytes a tour{limit}", flush=True)
    taken = rates.time_work(lambda: fill(database, settings, jobs, boards))
    print(f"  {jobs:,} jobs on {boards:,} boards: {taken.wall:.0f} s", flush=True)
    _size(database)


def _fill_windows(database: Database) -> None:
    begun, used = time.perf_counter(), time.process_time()
    windows = content_search.fill_windows(database)
    taken = rates.Taken(time.perf_counter() - begun, time.process_time() - used)
    if windows:
        print(f"  blocks for searches by content: {taken.rate(windows * WINDOW, 'tours')}", flush=True)


def _number(database: Database, model: type[Job | Shard | BoardRow] | None) -> int:
    """Return the number of rows of a model; None: of tours."""
    counted = func.coalesce(func.sum(TourRun.count), 0) if model is None else func.count(model.id)
    with database.reading() as session:
        return int(session.execute(select(counted)).scalar_one())


def _size(database: Database) -> int:
    """Return the size of the database in bytes."""
    with database.engine.execution_options(isolation_level="AUTOCOMMIT").connect() as connection:
        if not database.is_sqlite:
            connection.execute(text("VACUUM ANALYZE"))
            return int(connection.execute(text("SELECT pg_database_size(current_database())")).scalar_one())
        connection.exec_driver_sql("PRAGMA wal_checkpoint(TRUNCATE)")
        pages = connection.exec_driver_sql("SELECT * FROM pragma_page_count(), pragma_page_size()").one()
        return int(pages[0] * pages[1])


def _names(database: Database) -> tuple[dict[str, list[str]], list[str]]:
    """Return values for the variable parts of addresses, and addresses with parameters."""
    with database.reading() as session:
        newest = select(Job.public_id).join(BoardRow, BoardRow.id == Job.board_id).order_by(Job.id)
        streams = Job.specification["rng"]["streams"].as_integer() == WIDE
        wide = session.scalars(newest.where(Job.kind == "sample", streams).limit(1)).one()
        stored = session.scalars(newest.where(Job.specification["store"].as_string() == "all")).all()
        distance = session.scalars(newest.where(Job.kind == "distance").limit(1)).one()
        sampled = session.scalars(newest.where(Job.kind == "sample", Job.public_id != wide).limit(1)).one()
        tour = session.scalars(select(func.max(TourRun.id))).one()
        campaign = session.scalars(select(Campaign.public_id).limit(1)).first()
    labels = ["5x5", "8x8", *(["6x6"] if len(stored) > 2 else []), "9x10"]
    names = {
        "job_id": [*stored, wide, distance, sampled],
        "tour_id": [str(tour)],
        "label": labels,
        "number": ["1"],
        "piece": ["1,2"],
        "packed": ["none"],
        "quantity": ["tours"],
        "digest": [min(own_code_digests())],
        "campaign_id": [] if campaign is None else [campaign],
        "name": ["first", "progress"],
        "table": ["counts"],
        "filename": ["none"],
        "language": ["fr"],
    }
    pair = [("job", stored[-1]), ("job", wide)]
    more = [
        *(address(f"/api/v1/jobs/{job}/tours", closed="true", limit=100) for job in stored),
        *(address(f"/api/v1/jobs/{job}/shards", limit=100) for job in (*stored, wide)),
        *(address("/api/v1/tours", board=label, closed="true", limit=100) for label in labels),
        *(address("/api/v1/tours/counts", board=label) for label in labels),
        *(address("/api/v1/tours/random", board=label) for label in labels),
        *(address("/tours", board=label) for label in labels),
        address("/api/v1/boards", limit=100),
        address("/api/v1/jobs", limit=100),
        address("/api/v1/jobs", board="5x5", kind="sample", limit=100),
        address("/jobs", board="5x5"),
        address("/api/v1/exports/tours", board="5x5"),
        address("/api/v1/exports/sequence", family="nxn", first=5, last=20),
        *(f"{path}?job={pair[0][1]}&job={pair[1][1]}&exact=true" for path in ("/api/v1/compare", "/compare")),
    ]
    return names, more


def _import(database: Database, settings: Settings, folder: Path) -> Row:
    """Import tours of the filled database into an empty one of the same kind."""
    path = folder / "some.jsonl"
    number = rates.exported_lines(database, path, IMPORTED)
    with _empty(settings, folder) as other:
        row = rates.import_tours(other, path, number)
    path.unlink()
    return row


@contextmanager
def _empty(settings: Settings, folder: Path) -> Iterator[Database]:
    with tempfile.TemporaryDirectory(dir=folder) as place:
        if not settings.database_url:
            own = Settings(data=Path(place))
            upgrade(own)
            database = open_database(own)
            yield database
            database.close()
            return
        url = make_url(settings.database_url)
        other = f"{url.database}_import"
        server = create_engine(url, isolation_level="AUTOCOMMIT")
        with server.connect() as connection:
            connection.exec_driver_sql(f'CREATE DATABASE "{other}"')
            own = Settings(database_url=url.set(database=other).render_as_string(hide_password=False))
            upgrade(own)
            database = open_database(own)
            yield database
            database.close()
            connection.exec_driver_sql(f'DROP DATABASE "{other}"')
        server.dispose()


@click.command()
@click.option("--tours", default=10_000_000, show_default=True)
@click.option("--jobs", default=50_000, show_default=True)
@click.option("--boards", default=10_000, show_default=True)
@click.option("--keep", type=click.Path(path_type=Path), default=None, help="Folder where SQLite's file stays.")
@click.option("--postgresql", default="", help="URL of a database that is empty, or was filled before.")
@click.option("--sqlite/--no-sqlite", default=True)
@click.option("--part", "parts", multiple=True, type=click.Choice(PARTS), default=PARTS)
def main(
    *, tours: int, jobs: int, boards: int, keep: Path | None, postgresql: str, sqlite: bool, parts: tuple[str, ...]
) -> None:
    """Measure SQLite and, where a URL is given, PostgreSQL."""
    print(machine(), flush=True)
    use_cache_folder(Path(os.environ.get("XDG_CACHE_HOME", tempfile.gettempdir())) / "cavalier")
    with tempfile.TemporaryDirectory() as place:
        folder = keep or Path(place)
        folder.mkdir(parents=True, exist_ok=True)
        named = [Settings(data=folder / "data", log_level="warning")] if sqlite else []
        named += [Settings(database_url=postgresql, log_level="warning")] if postgresql else []
        for settings in named:
            measure_all(settings, parts, (tours, jobs, boards), folder)


if __name__ == "__main__":
    main()
