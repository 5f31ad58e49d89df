"""Memory and speed of exports: `python -m bench.export [tours]` fills a store with copies of the tours of 5x5."""

from __future__ import annotations

import resource
import sys
import tempfile
import time
from pathlib import Path

import numpy as np

from engine.kinds.registry import KINDS
from store.db import Database, open_database
from store.exports.arrays import write_npy, write_parquet
from store.exports.text import csv_lines, json_lines, tour_records
from store.exports.tours import tour_pages
from store.migrate import upgrade
from store.models.boards import TourRun
from store.queries.tours import TourFilter
from store.settings import Settings
from store.tour_writing import write_tours
from tests.store.tours import all_tours, batch, store_all
from tests.toy import ToyKind

COPIES = 50


def fill(database: Database, tours: int) -> None:
    """Store all tours of 5x5 over and over, as slices of one shard."""
    KINDS["enumerate"] = ToyKind()  # type: ignore[assignment]  # the kind that the store's tests use
    store_all(database)
    many = batch(np.tile(all_tours(), (COPIES, 1)))
    with database.reading() as session:
        run = session.query(TourRun).first()
        assert run is not None
    for seq in range(2, 2 + tours // len(many)):
        with database.writing() as session:
            write_tours(session, many, board_id=run.board_id, shard_id=run.shard_id, seq=seq, found_at=1.0)


def export(database: Database, form: str, path: Path) -> None:
    """Write every stored tour."""
    with database.reading() as session:
        pages = tour_pages(session, TourFilter())
        if form in ("jsonl", "csv"):
            lines = (json_lines if form == "jsonl" else csv_lines)(tour_records(pages))
            with path.open("w") as file:
                file.writelines(lines)
        else:
            with path.open("wb") as binary:
                (write_npy if form == "npy" else write_parquet)(binary, pages)


def main() -> None:
    """Print tours a second and the peak of resident memory after each format."""
    tours = int(sys.argv[1]) if len(sys.argv) > 1 else 10_000_000
    with tempfile.TemporaryDirectory() as folder:
        settings = Settings(data=Path(folder))
        upgrade(settings)
        database = open_database(settings)
        fill(database, tours)
        print(f"filled: peak {peak():.0f} MiB")
        for form in ("npy", "csv", "jsonl", "parquet"):
            path, begun = Path(folder) / f"tours.{form}", time.perf_counter()
            export(database, form, path)
            seconds = time.perf_counter() - begun
            size = path.stat().st_size / 2**20
            print(f"{form}: {tours / seconds:,.0f} tours/s, {size:.0f} MiB, peak {peak():.0f} MiB")
            path.unlink()
        database.close()


def peak() -> float:
    """Return the most memory this process has had, in MiB."""
    return resource.getrusage(resource.RUSAGE_SELF).ru_maxrss / 1024


if __name__ == "__main__":
    main()
