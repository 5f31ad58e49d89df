"""Searching tours by content: `python -m experiments.content_search --tours 10000000 [--database URL]`.

Loads the synthetic tours of `experiments.tour_database` (or takes an existing database). Prints for each search the
times of its first page, its slowest page and all pages, and the numbers of pages and of tours found.
"""

from __future__ import annotations

import os
import tempfile
from pathlib import Path
from time import perf_counter
from typing import cast

import click

from bench.database import BOARD, load
from engine.tours.content import Content, parse_fragments, parse_places
from findings.setup import upgrade
from store.database.db import Database, open_database
from store.queries.content_search import search
from store.queries.tours import TourFilter
from store.settings import Settings
from store.tours.square_index import fill_window, next_window

LIMIT = 50
SEARCHES = {
    "a move": Content(fragments=parse_fragments(BOARD, "a1-b3")),
    "four moves": Content(fragments=parse_fragments(BOARD, "a1-b3-c5-d7-f8")),
    "a move that is none": Content(fragments=parse_fragments(BOARD, "a1-a2")),
    "numbers on two squares": Content(places=parse_places(BOARD, "20:c4,40:f6")),
    "the first square": Content(places=parse_places(BOARD, "1:h8,2:g6")),
    "type none": Content(symmetry_type="none"),
    "type rotation180": Content(symmetry_type="rotation180"),
}


@click.command()
@click.option("--tours", "number", type=int, default=1_000_000, show_default=True)
@click.option("--database", help="SQLAlchemy URL of a database with such tours; else one is made and removed.")
@click.option("--postgresql", help="URL of an empty PostgreSQL database to load them into instead.")
def main(number: int, database: str | None, postgresql: str | None) -> None:
    """Measure searches by content, and print a table."""
    with tempfile.TemporaryDirectory() as folder:
        settings = Settings(data=Path(folder), database_url=database or postgresql or "")
        if database is None:
            upgrade(settings)
        opened = open_database(settings)
        if database is None:
            load(opened, number)
            fill_windows(opened)
        measure(opened)
        opened.close()


def fill_windows(database: Database) -> int:
    """Make the blocks that workers would make later; return the number of windows."""
    with database.reading() as session:
        begun = window = next_window(session)
    while fill_window(database, window):
        window += 1
    return window - begun


def measure(database: Database) -> None:
    """Print a line for each search."""
    load_average = ", ".join(f"{value:.1f}" for value in os.getloadavg())
    print(f"load {load_average}; seconds of the first page of {LIMIT}, slowest page, all pages; pages; tours found")
    for name, content in SEARCHES.items():
        seconds: list[float] = []
        found, after = 0, cast("int | None", 0)
        while after is not None:
            begin = perf_counter()
            with database.reading() as session:
                page = search(session, TourFilter(board="8x8", content=content), after=after, limit=LIMIT)
            seconds.append(perf_counter() - begin)
            found, after = found + len(page.tours), page.last
            if found >= 100 * LIMIT:
                break
        more = "" if after is None else " and more"
        print(
            f"{name:24}{seconds[0]:8.2f}{max(seconds):8.2f}{sum(seconds):8.2f}{len(seconds):6}{found:8,}{more}",
            flush=True,
        )


if __name__ == "__main__":
    main()
