"""Many jobs of many kinds on many boards: a few are run to their ends, then stored again and again as copies.

A copy has the shards, slices, events, counts, estimates and figures by square of its original, and a specification,
board, seed and time of its own; the times are a while apart. A copy has ended, so what only an unfinished job needs is
left out.
"""

from __future__ import annotations

import hashlib
import secrets
from collections.abc import Iterator
from dataclasses import dataclass, replace
from itertools import count, islice
from typing import Any

from sqlalchemy import ColumnElement, Connection, Table, func, insert, select, text

from engine.boards.labels import parse_board
from engine.kinds.admission import plan_now
from engine.kinds.parse import parse_problem
from store.database.db import Database
from store.jobs.lifecycle import get_job, submit
from store.models.base import Base
from store.models.jobs import Event, Job
from store.models.results import CountRow, EndRow, EstimateRow, PartRow, SquareRow
from store.models.shards import Shard, Slice
from store.models.states import TERMINAL, JobState
from store.settings import Settings
from store.tours.boards import board_id

SMALL = "5x5"
LOOK_SECONDS, THREADS, BATCH = 0.1, 2, 500
APART_SECONDS = 600.0
"""Time between jobs: 50,000 jobs take a year."""

TIMES = {"created_at", "started_at", "finished_at", "at", "done_at"}
AT_HOME = 10
"""Each tenth copy is of the small board itself."""

KINDS: tuple[dict[str, Any], ...] = (
    {"kind": "sample", "board": SMALL, "method": "uniform", "budget": {"walks": 1000}, "rng": {"streams": 2}},
    {"kind": "enumerate", "board": SMALL, "method": "backtrack"},
    {"kind": "sample", "board": SMALL, "method": "warnsdorff", "budget": {"walks": 1000}, "rng": {"streams": 2}},
    {"kind": "construct", "board": SMALL},
    {"kind": "distance", "board": SMALL, "from": [1, 1]},
    {"kind": "enumerate", "board": SMALL, "by_end": True},
)
WIDE = 10_000
"""Number of shards of the last copy, a sampling job, and of the streams in its specification."""

STORED = {"kind": "enumerate", "board": SMALL, "method": "backtrack", "store": "all"}
LEFT_OUT = {"checkpoint", "statistics", "input_seq", "input_target", "input_checkpoint"}
TABLES = Base.metadata.tables
OF_JOBS = tuple(TABLES[_.__tablename__] for _ in (Event, CountRow, EstimateRow, SquareRow, EndRow, PartRow))
JOBS, SHARDS, SLICES = (TABLES[_.__tablename__] for _ in (Job, Shard, Slice))


@dataclass(frozen=True)
class Template:
    """The rows of a job. slices: by the id of their shard. more: of all other tables."""

    job: dict[str, Any]
    shards: list[dict[str, Any]]
    slices: dict[int, list[dict[str, Any]]]
    more: dict[Table, list[dict[str, Any]]]


def fill(database: Database, settings: Settings, jobs: int, boards: int) -> None:
    """Store this many more jobs on this many boards."""
    templates = [_template(database, one) for one in run(database, settings, [*KINDS, STORED])[: len(KINDS)]]
    with database.writing() as session:
        places = [(board.label, board_id(session, board, (1, 2))) for board in islice(_boards(), boards)]
    for first in range(0, jobs, BATCH):
        with database.writing() as session:
            numbers = range(first, min(first + BATCH, jobs))
            _copy(session.connection(), templates, places, numbers, [APART_SECONDS * (jobs - one) for one in numbers])
    with database.writing() as session:
        widest = range(jobs * AT_HOME, jobs * AT_HOME + 1)
        _copy(session.connection(), [_widen(templates[0])], places, widest, [APART_SECONDS])
    if not database.is_sqlite:
        with database.writing() as session:
            for name in ("jobs", "shards"):
                statement = f"SELECT setval(pg_get_serial_sequence('{name}', 'id'), max(id)) FROM {name}"
                session.execute(text(statement))


def run(database: Database, settings: Settings, specifications: list[dict[str, Any]]) -> list[str]:
    """Run jobs to their ends by threads of this process; return their ids."""
    from workers.local_worker import LocalWorker

    with database.writing() as session:
        ids = [submit(session, plan_now(parse_problem(one))).public_id for one in specifications]
    worker = LocalWorker(settings, database, THREADS)
    worker.start()
    worker.notifier.notify(THREADS)
    for public_id in ids:
        while _state(database, public_id) not in TERMINAL:
            worker.notifier.notify()
            worker.wait(LOOK_SECONDS)
    worker.stop()
    assert all(_state(database, public_id) == JobState.SUCCEEDED for public_id in ids)
    return ids


def _state(database: Database, public_id: str) -> JobState:
    with database.reading() as session:
        return get_job(session, public_id).state


def _boards() -> Iterator[Any]:
    """Yield boards at least as large as the small one."""
    return (parse_board(f"{rows}x{total - rows}") for total in count(11) for rows in range(5, total - 4))


def _template(database: Database, public_id: str) -> Template:
    with database.reading() as session:
        connection = session.connection()
        (job,) = _rows(connection, JOBS, JOBS.c.public_id == public_id)
        shards = _rows(connection, SHARDS, SHARDS.c.job_id == job["id"])
        slices = {shard["id"]: _rows(connection, SLICES, SLICES.c.shard_id == shard["id"]) for shard in shards}
        more = {table: _rows(connection, table, table.c.job_id == job["id"]) for table in OF_JOBS}
    return Template(job, shards, slices, more)


def _widen(narrow: Template) -> Template:
    """Return a job of many streams."""
    given = narrow.shards * (WIDE // len(narrow.shards))
    shards = [shard | {"number": number, "label": f"stream {number}"} for number, shard in enumerate(given)]
    specification = narrow.job["specification"]
    rng = specification["rng"] | {"streams": len(shards)}
    return replace(narrow, shards=shards, job=narrow.job | {"specification": specification | {"rng": rng}})


def _rows(connection: Connection, table: Table, condition: ColumnElement[bool]) -> list[dict[str, Any]]:
    """Return rows without NULL values, which a JSON column would store as JSON nulls."""
    found = connection.execute(select(table).where(condition).order_by(*table.primary_key)).mappings()
    return [{name: value for name, value in row.items() if value is not None} for row in found]


def _copy(
    connection: Connection,
    templates: list[Template],
    places: list[tuple[str, int]],
    numbers: range,
    ago: list[float],
) -> None:
    """Store one job for each number. ago: how many seconds ago each was run."""
    job_ids, shard_ids = _following(connection, JOBS), _following(connection, SHARDS)
    rows: dict[tuple[Table, tuple[str, ...]], list[dict[str, Any]]] = {}

    def add(table: Table, row: dict[str, Any], seconds: float) -> None:
        moved = {name: value - seconds if name in TIMES else value for name, value in row.items()}
        rows.setdefault((table, tuple(row)), []).append(moved)

    for number, seconds in zip(numbers, ago, strict=True):
        template = templates[number % len(templates)]
        label, board = places[number % len(places)] if number % AT_HOME else (SMALL, template.job["board_id"])
        job, seed = _job(template.job, next(job_ids), number, label, board)
        add(JOBS, job, seconds)
        for shard in template.shards:
            kept = {name: value for name, value in shard.items() if name not in LEFT_OUT}
            own = kept | {"id": next(shard_ids), "job_id": job["id"]}
            add(SHARDS, own, seconds)
            for one in template.slices[shard["id"]]:
                add(SLICES, _drop_numbers(one) | {"job_id": job["id"], "shard_id": own["id"]}, seconds)
        for table, given in template.more.items():
            for row in given:
                own = {"job_id": job["id"], "board_id": board, "seed": seed}
                add(table, _drop_numbers(row) | {name: own[name] for name in own if name in row}, seconds)
    order: list[Table] = list(Base.metadata.sorted_tables)
    for (table, _), given in sorted(rows.items(), key=lambda item: order.index(item[0][0])):
        connection.execute(insert(table), given)


def _following(connection: Connection, table: Table) -> Iterator[int]:
    return count(connection.execute(select(func.max(table.c.id))).scalar_one() + 1)


def _job(job: dict[str, Any], job_id: int, number: int, label: str, board: int) -> tuple[dict[str, Any], str]:
    """Return the row of a copy, and the name of its streams."""
    specification = job["specification"] | {"board": label}
    if "rng" in specification:
        specification["rng"] = specification["rng"] | {"seed": number}
    own = {
        "id": job_id,
        "public_id": secrets.token_hex(8),
        "board_id": board,
        "specification": specification,
        "fingerprint": hashlib.sha256(f"{number}".encode()).hexdigest(),
    }
    return job | own, f"{specification.get('rng', {}).get('generator')}:{number}"


def _drop_numbers(row: dict[str, Any]) -> dict[str, Any]:
    return {name: value for name, value in row.items() if name != "id"}
