"""The store: claims with commits, submissions, exports and imports of tours, on SQLite."""

from __future__ import annotations

import itertools
import json
from collections.abc import Iterator
from pathlib import Path
from typing import Any

import pytest

from bench.conftest import TOURS, Measure
from bench.database import BOARD, EACH, KNIGHT, base_tours, claim_and_commit, open_wide_job
from engine.kinds.admission import plan_now
from engine.kinds.parse import parse_problem
from findings.exports.formats import TOURS as FORMATS
from findings.exports.formats import tour_file
from findings.imports.load import import_file
from findings.setup import upgrade
from store.database.db import Database, open_database
from store.jobs.lifecycle import cancel, submit
from store.queries.tours import TourFilter
from store.settings import Settings
from store.tours.encoding import TourBatch, packer

SLICES = 50
STARTS = 20
JOBS: dict[str, dict[str, Any]] = {
    "of 64 shards": {"kind": "enumerate", "board": "8x8", "method": "warnsdorff", "starts": [[1, 1]]},
    "small": {"kind": "enumerate", "board": "5x5"},
}


@pytest.mark.parametrize("shards", [100, 10_000])
def test_claims(measure: Measure, database: Database, shards: int) -> None:
    """Claims, each with the commit of an empty slice, in a job of this many shards."""
    job = open_wide_job(database, shards)

    def work() -> None:
        for _ in range(SLICES):
            claim_and_commit(database)

    measure(work, SLICES)
    with database.writing() as session:
        cancel(session, job)


@pytest.mark.parametrize("job", JOBS)
def test_submissions(measure: Measure, database: Database, job: str) -> None:
    """Jobs that are planned and stored, one by one."""
    ids = []

    def send() -> None:
        for _ in range(SLICES):
            with database.writing() as session:
                ids.append(submit(session, plan_now(parse_problem(JOBS[job]))).public_id)

    measure(send, SLICES)
    with database.writing() as session:
        for public_id in ids:
            cancel(session, public_id)


@pytest.mark.parametrize("form", FORMATS)
def test_exports(measure: Measure, database: Database, tmp_path: Path, form: str) -> None:
    """Tours of 8x8 written to a file."""

    def export() -> None:
        with database.reading() as session, (tmp_path / "tours").open("wb") as file:
            file.writelines(tour_file(session, TourFilter(board="8x8"), form))

    measure(export, TOURS)


def test_import(measure: Measure, tmp_path: Path) -> None:
    """Tours read from a file, checked, classified and stored in an empty database."""
    path, folders = tmp_path / "tours.jsonl", (tmp_path / f"data{number}" for number in itertools.count())
    path.write_text("".join(f"{json.dumps(line)}\n" for start in range(STARTS) for line in _lines(base_tours(start))))

    def prepare() -> Database:
        settings = Settings(data=next(folders), log_level="warning")
        upgrade(settings)
        return open_database(settings)

    def bring(empty: Database) -> None:
        with empty.writing() as session, path.open("rb") as file:
            import_file(session, file, path.name)

    measure(bring, STARTS * EACH, prepare)


def _lines(batch: TourBatch) -> Iterator[dict[str, Any]]:
    """Yield tours as lines of a file of another service."""
    for tour, closed in zip(packer(BOARD, KNIGHT).unpack(batch.paths), batch.closed, strict=True):
        squares = [BOARD.square(int(square)) for square in tour]
        yield {"board": "8x8", "piece": "1,2", "job": "elsewhere", "closed": bool(closed), "squares": squares}
