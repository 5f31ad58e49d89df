"""Import of a whole file in one transaction, or of nothing; every faulty line is named."""

from __future__ import annotations

import gc
import hashlib
from collections.abc import Iterator, Mapping, Sequence
from contextlib import contextmanager
from dataclasses import dataclass, field
from functools import lru_cache
from io import BufferedIOBase

import numpy as np
from numpy.typing import NDArray
from sqlalchemy import bindparam, insert, select, update
from sqlalchemy.orm import Session

from engine.boards.board import Board
from engine.boards.piece import Piece, directions_of, piece_of_key
from engine.errors import InvalidProblemError
from engine.kinds.admission import Submission
from engine.kinds.common.kind import Plan, ShardPlan, ShardRecord
from engine.kinds.imported.planner import ImportTarget
from engine.kinds.imported.specification import ImportSpecification
from engine.specification.problem import ParsedSpecification
from findings.imports.claimed_counts import check_claim
from findings.imports.records import (
    BadLineError,
    CountRecord,
    JobRecord,
    LineRecord,
    SourceRecord,
    TourLine,
    numbered_lines,
    read_line,
)
from findings.imports.tour_checks import check_tours, new_ones
from language.translate import gettext_noop
from store.arrays import digest, pack_arrays
from store.database.db import now
from store.jobs.lifecycle import find_equal, submit
from store.jobs.shards import add_shards
from store.jobs.step_commits import finish_at_once
from store.models.jobs import Job
from store.models.shards import IMPORTER, Shard, Slice
from store.models.states import ShardState
from store.tours.boards import board_id, board_labelled
from store.tours.insertion import write_tours

MAX_SQUARES = 4096
"""Tours of larger boards are not classified."""
SQUARES_AT_ONCE = 1 << 18
MIN_SQUARES = 25
"""Least number of squares that a line counts for: lines of small boards take time too."""

MAX_NAMED = 20
MAX_FAULTS = 1000
MAX_CLAIMS = 10_000

ONLY_SLICE = {"seq": 0, "fence": 1, "worker": IMPORTER, "wall_seconds": 0.0, "cpu_seconds": 0.0}
FINISHED = {"state": ShardState.FINISHED, "seq": 1, "fence": 1, "progress": 1.0}
SHARDS = Shard.__table__
FINISH = (
    update(SHARDS)  # type: ignore[arg-type]  # it is a Table
    .where(SHARDS.c.id == bindparam("key"))
    .values(
        **FINISHED,
        target=bindparam("goal"),
        **{name: bindparam(name) for name in ("work", "tours", "checkpoint", "statistics")},
    )
)


class ImportRefusedError(ValueError):
    """The file has faulty lines; nothing was stored. faults: line number and fault, the first of `number`."""

    def __init__(self, faults: list[tuple[int, str]], number: int) -> None:
        super().__init__(f"{number} lines are faulty, nothing was imported")
        self.faults = faults
        self.number = number


@dataclass(frozen=True)
class Subject:
    """A board and piece, with the tours not yet stored and their line numbers."""

    board: Board
    piece: Piece
    tours: list[tuple[int, TourLine]] = field(default_factory=list)


@dataclass
class Import:
    """State of an import. shards: their ids, in order, by the id of the original job; targets: likewise.

    subjects: by board and piece as lines name them; for unknown ones the reason. waiting: squares read since tours
    were stored.
    """

    session: Session
    job: Job
    shards: dict[str, int] = field(default_factory=dict)
    targets: dict[str, dict[str, object]] = field(default_factory=dict)
    tallies: dict[str, list[int]] = field(default_factory=dict)
    faults: list[tuple[int, str]] = field(default_factory=list)
    faulty: int = 0
    claims: dict[str, list[dict[str, object]]] = field(default_factory=dict)
    subjects: dict[tuple[str, str], Subject | str] = field(default_factory=dict)
    waiting: int = 0

    def fault(self, line: int, reason: str) -> None:
        """Record a fault; of many only those of the first lines are kept."""
        self.faulty += 1
        self.faults.append((line, reason))
        if len(self.faults) > MAX_FAULTS:
            self.faults = self.first_faults()

    def first_faults(self) -> list[tuple[int, str]]:
        """Return the faults of the first lines."""
        return sorted(self.faults)[:MAX_NAMED]


def file_digest(file: BufferedIOBase) -> str:
    """Return the SHA-256 (hex) of a file and rewind it."""
    found = hashlib.file_digest(file, "sha256").hexdigest()
    file.seek(0)
    return found


def import_file(session: Session, file: BufferedIOBase, name: str) -> tuple[Job, bool]:
    """Import a JSON Lines export, tours and counts in any order, in the caller's transaction.

    Returns the import job and whether it is new: each file is imported once. Every tour is checked and classified
    again; tours already stored stay as they are. ImportRefusedError names the faulty lines; the caller rolls back.
    """
    label = gettext_noop(f"import of {name}")
    problem = ParsedSpecification(ImportSpecification(sha256=file_digest(file), label=label[:200]))
    known = find_equal(session, problem, any_code=True)
    if known is not None:
        return known, False
    job = submit(session, Submission(problem, Plan()))
    job.started_at = now(session)
    work = Import(session, job)
    with no_collection():
        for number, line in numbered_lines(file):
            try:
                _take(work, number, read_line(line))
            except BadLineError as error:
                work.fault(number, str(error))
        _store_all(work)
    if work.faulty:
        raise ImportRefusedError(work.first_faults(), work.faulty)
    _finish(work)
    return job, True


@contextmanager
def no_collection() -> Iterator[None]:
    """Suspend Python's cycle collector: with millions of short lists it takes most of the time."""
    enabled = gc.isenabled()
    gc.disable()
    try:
        yield
    finally:
        if enabled:
            gc.enable()


def _take(work: Import, number: int, record: TourLine | LineRecord) -> None:
    """Handle one record. Tours are stored in batches, those of a board together."""
    fields = record.head if isinstance(record, TourLine) else record
    subject = _subject(work, fields.board, fields.piece)
    if isinstance(subject, str):
        work.waiting += MIN_SQUARES
        work.fault(number, subject)
        return
    work.waiting += max(MIN_SQUARES, subject.board.size)
    if isinstance(record, TourLine):
        subject.tours.append((number, record))
    elif isinstance(record, JobRecord):
        asked = {"specification": record.specification, "cpu_seconds": record.cpu_seconds}
        _open(work, {record.job: record.engine})
        work.targets[record.job]["asked"] = asked
    elif isinstance(record, SourceRecord):
        _open(work, {record.job: None})
        work.targets[record.job]["source"] = record.source
    else:
        _claim(work, number, record)
    if work.waiting >= SQUARES_AT_ONCE:
        _store_all(work)


def _subject(work: Import, label: str, components: str) -> Subject | str:
    """Return the board and piece that a line names, or why there is none."""
    known = work.subjects.get((label, components))
    if known is None:
        try:
            board, piece = _board(work.session, label), piece_of_key(components)
            directions_of(piece, board.dimensions)
            known = Subject(board, piece)
        except InvalidProblemError as error:
            known = error.message
        work.subjects[label, components] = known
    return known


def _board(session: Session, label: str) -> Board:
    """Return the board of a label, which may be known to this database only."""
    board = board_labelled(session, label)
    if board.size > MAX_SQUARES:
        raise InvalidProblemError("/board", f"board: only boards of up to {MAX_SQUARES} squares are imported")
    return board


def _claim(work: Import, number: int, record: CountRecord) -> None:
    claim, fault = check_claim(work.session, record)
    claims = work.claims.setdefault(record.job, [])
    if len(claims) == MAX_CLAIMS:
        fault = f"more than {MAX_CLAIMS} counts of one job"
    if fault is not None:
        work.fault(number, fault)
        return
    _open(work, {record.job: record.engine})
    claims.append(claim)


def _store_all(work: Import) -> None:
    for subject in work.subjects.values():
        if isinstance(subject, Subject) and subject.tours:
            _store(work, subject.board, subject.piece, subject.tours)
    work.subjects.clear()
    work.waiting = 0


def _store(work: Import, board: Board, piece: Piece, rows: list[tuple[int, TourLine]]) -> None:
    lines = [line for _, line in rows]
    batch, faults = check_tours(board, piece, lines)
    for place, reason in faults:
        work.fault(rows[place][0], reason)
    if work.faulty:
        return  # after the first fault, lines are only checked
    place, finders = board_id(work.session, board, piece), [line.head.job for line in lines]
    _open(work, _engines(work, lines))
    fresh, moment = new_ones(work.session, place, batch), now(work.session)
    if fresh.any():
        shards = np.array([work.shards[finder] for finder in finders])[fresh]
        times = np.array([moment if line.found_at is None else line.found_at for line in lines])[fresh]
        found_at = np.minimum(times, moment)
        write_tours(work.session, batch.select(fresh), board_id=place, shard_id=shards, seq=0, found_at=found_at)
    for finder, is_new in zip(finders, fresh.tolist(), strict=True):
        work.tallies[finder][0 if is_new else 1] += 1


def _engines(work: Import, lines: Sequence[TourLine]) -> dict[str, str | None]:
    """Return the original jobs without a shard yet, each with the first code named."""
    engines: dict[str, str | None] = {}
    for line in lines:
        if line.head.job not in work.shards:
            engines.setdefault(line.head.job, line.head.engine)
    return engines


def _open(work: Import, engines: Mapping[str, str | None]) -> None:
    """Create the shards of original jobs, with their code; existing ones stay unchanged."""
    first, new = len(work.shards), {finder: code for finder, code in engines.items() if finder not in work.shards}
    if not new:
        return
    targets = {finder: dict(ImportTarget(job=finder, engine=engine).to_json()) for finder, engine in new.items()}
    labelled = enumerate(targets.items(), first)
    plans = [ShardPlan(number, f"found by job {finder}", target) for number, (finder, target) in labelled]
    add_shards(work.session, work.job, plans)
    work.targets.update(targets)
    added = select(Shard.id).where(Shard.job_id == work.job.id, Shard.number >= first).order_by(Shard.number)
    work.shards.update(zip(new, work.session.scalars(added), strict=True))
    work.tallies.update((finder, [0, 0]) for finder in new)


def _finish(work: Import) -> None:
    """Write each shard's one slice into the ledger and end the job."""
    moment, records = now(work.session), []
    shards: list[dict[str, object]] = []
    slices: list[dict[str, object]] = []
    for number, (finder, shard_id) in enumerate(work.shards.items()):
        imported, held = work.tallies[finder]
        target = work.targets[finder] | ({"claims": work.claims[finder]} if finder in work.claims else {})
        packed, common = _pack(imported, held), {"work": imported + held, "tours": imported}
        statistics = _statistics(imported, held)
        records.append(ShardRecord(number, target, is_finished=True, cpu_seconds=0.0, statistics=statistics))
        shards.append(common | {"key": shard_id, "goal": target, "checkpoint": packed, "statistics": packed})
        slices.append(common | {"shard_id": shard_id, "output_digest": digest(packed)})
    if shards:
        known = ONLY_SLICE | {"job_id": work.job.id, "input_digest": digest(None), "done_at": moment}
        work.session.connection().execute(FINISH, shards)
        work.session.connection().execute(insert(Slice).values(**known, code_digest=work.job.code_digest), slices)
    finish_at_once(work.session, work.job, records)


def _statistics(imported: int, held: int) -> dict[str, NDArray[np.generic]]:
    return {"imported": np.array([imported]), "held_before": np.array([held])}


@lru_cache(maxsize=1 << 10)
def _pack(imported: int, held: int) -> bytes:
    return pack_arrays(_statistics(imported, held))
