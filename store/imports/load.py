"""A whole file, or nothing of it: one transaction, in which every faulty line is named."""

from __future__ import annotations

import gc
import hashlib
from collections.abc import Iterator
from contextlib import contextmanager
from dataclasses import dataclass, field
from io import BufferedIOBase
from itertools import groupby

import numpy as np
from sqlalchemy.orm import Session

from engine.boards.board import Board
from engine.boards.piece import Piece, directions_of, parse_piece
from engine.errors import InvalidProblemError
from engine.kinds.base import Plan
from engine.kinds.imported import ImportTarget
from engine.specification.kinds import ImportSpecification
from engine.specification.problem import Question
from store.arrays import digest, pack_arrays
from store.database.db import now
from store.imports.claims import claimed
from store.imports.records import BadLineError, CountRecord, TourRecord, numbered_lines, parse_line
from store.imports.tour_checks import checked, new_ones
from store.jobs.lifecycle import Submission, find_equal, submit
from store.jobs.merging import finish_at_once
from store.jobs.states import ShardState
from store.models.jobs import Job, Shard, Slice
from store.tours.boards import board_id, board_labelled
from store.tours.writing import write_tours

MAX_SQUARES = 4096
"""Tours of larger boards are not classified."""
SQUARES_AT_ONCE = 1 << 18
MOST_NAMED = 20
MOST_CLAIMS = 10_000

Numbered = tuple[int, TourRecord | CountRecord]


class ImportRefusedError(ValueError):
    """A file with faulty lines: nothing of it was kept. faults: line number and fault, the first of `number`."""

    def __init__(self, faults: list[tuple[int, str]], number: int) -> None:
        super().__init__(f"{number} lines are faulty, nothing was imported")
        self.faults = faults
        self.number = number


@dataclass
class Import:
    """An import at work. shards: by the id of the job elsewhere that has found what they hold."""

    session: Session
    job: Job
    shards: dict[str, Shard] = field(default_factory=dict)
    tallies: dict[str, list[int]] = field(default_factory=dict)
    faults: list[tuple[int, str]] = field(default_factory=list)
    faulty: int = 0
    claims: dict[str, list[dict[str, object]]] = field(default_factory=dict)

    def fault(self, line: int, reason: str) -> None:
        """Write a fault down; beyond MOST_NAMED they are counted only."""
        self.faulty += 1
        if self.faulty <= MOST_NAMED:
            self.faults.append((line, reason))


def file_digest(file: BufferedIOBase) -> str:
    """Return the SHA-256 (hex) of a file and rewind it."""
    found = hashlib.file_digest(file, "sha256").hexdigest()
    file.seek(0)
    return found


def import_file(session: Session, file: BufferedIOBase, name: str) -> tuple[Job, bool]:
    """Bring in an export in JSON Lines, tours and counts in any order; part of the caller's transaction.

    Return the job that stands for it and whether it was made now: the same file is brought in once. Every tour is
    checked and classified again; tours that are here already are left as they are. ImportRefusedError names the lines
    that are faulty; the caller rolls back.
    """
    specification = ImportSpecification(sha256=file_digest(file), label=f"import of {name}"[:200])
    known = find_equal(session, specification, any_engine=True)
    if known is not None:
        return known, False
    job = submit(session, Submission(Question(specification), Plan()))
    job.started_at = now(session)
    work = Import(session, job)
    with no_collection():
        for (board, piece), rows in groupby(_records(work, file), key=_subject):
            _take(work, board, piece, rows)
    if work.faulty:
        raise ImportRefusedError(sorted(work.faults), work.faulty)
    _finish(work)
    return job, True


@contextmanager
def no_collection() -> Iterator[None]:
    """Let Python look for no cycles meanwhile: among millions of short lists that takes most of the time."""
    enabled = gc.isenabled()
    gc.disable()
    try:
        yield
    finally:
        if enabled:
            gc.enable()


def _records(work: Import, file: BufferedIOBase) -> Iterator[Numbered]:
    for number, line in numbered_lines(file):
        try:
            yield number, parse_line(line)
        except BadLineError as error:
            work.fault(number, str(error))


def _subject(numbered: Numbered) -> tuple[str, str]:
    record = numbered[1]
    return record.board, record.piece


def _take(work: Import, label: str, components: str, rows: Iterator[Numbered]) -> None:
    """Take successive records of one board and piece."""
    try:
        board, piece = _board(work.session, label), parse_piece([int(part) for part in components.split(",")])
        directions_of(piece, board.dimensions)
    except InvalidProblemError as error:
        for number, _ in rows:
            work.fault(number, error.message)
        return
    tours: list[tuple[int, TourRecord]] = []
    for number, record in rows:
        if isinstance(record, CountRecord):
            _claim(work, number, record)
            continue
        tours.append((number, record))
        if len(tours) * board.size >= SQUARES_AT_ONCE:
            _store(work, board, piece, tours)
            tours = []
    _store(work, board, piece, tours)


def _board(session: Session, label: str) -> Board:
    """Return the board of a label, which may have been known here only."""
    board = board_labelled(session, label)
    if board.size > MAX_SQUARES:
        raise InvalidProblemError("/board", f"board: only boards of up to {MAX_SQUARES} squares are imported")
    return board


def _claim(work: Import, number: int, record: CountRecord) -> None:
    claim, fault = claimed(work.session, record)
    claims = work.claims.setdefault(record.job, [])
    if len(claims) == MOST_CLAIMS:
        fault = f"more than {MOST_CLAIMS} counts of one job"
    if fault is not None:
        work.fault(number, fault)
        return
    _shard(work, record.job, record.engine)
    claims.append(claim)


def _store(work: Import, board: Board, piece: Piece, rows: list[tuple[int, TourRecord]]) -> None:
    if not rows:
        return
    batch, faults = checked(board, piece, [record for _, record in rows])
    for place, reason in faults:
        work.fault(rows[place][0], reason)
    if work.faulty:
        return  # from the first fault on lines are only checked
    records = [record for _, record in rows]
    place, shards = board_id(work.session, board, piece), [_shard(work, one.job, one.engine).id for one in records]
    fresh, moment = new_ones(work.session, place, batch), now(work.session)
    times = [moment if one.found_at is None else min(moment, one.found_at.timestamp()) for one in records]
    if fresh.any():
        finders, found_at = np.array(shards)[fresh], np.array(times)[fresh]
        write_tours(work.session, batch.chosen(fresh), board_id=place, shard_id=finders, seq=0, found_at=found_at)
    for one, is_new in zip(records, fresh.tolist(), strict=True):
        work.tallies[one.job][0 if is_new else 1] += 1


def _shard(work: Import, finder: str, engine: str | None) -> Shard:
    """Return the shard of what one job elsewhere has found."""
    if finder not in work.shards:
        number, label = len(work.shards), f"found by job {finder}"
        target = ImportTarget(job=finder, engine=engine).written()
        shard = Shard(job_id=work.job.id, number=number, label=label, target=target)
        work.session.add(shard)
        work.session.flush()
        work.shards[finder], work.tallies[finder] = shard, [0, 0]
    return work.shards[finder]


def _finish(work: Import) -> None:
    """Write each shard's one slice into the ledger and end the job."""
    moment = now(work.session)
    for finder, shard in work.shards.items():
        imported, held = work.tallies[finder]
        statistics = {"imported": np.array([imported]), "held_before": np.array([held])}
        claims = {"claims": work.claims[finder]} if finder in work.claims else {}
        shard.target = {**shard.target, **claims}
        shard.state, shard.seq, shard.fence, shard.progress = ShardState.FINISHED, 1, 1, 1.0
        shard.work, shard.tours = imported + held, imported
        shard.checkpoint = shard.statistics = pack_arrays(statistics)
        work.session.add(
            Slice(
                shard_id=shard.id, seq=0, fence=1, worker="import", engine=work.job.engine, input_digest=digest(None),
                output_digest=digest(shard.checkpoint), work=shard.work, tours=imported, wall_seconds=0.0,
                cpu_seconds=0.0, done_at=moment,
            )
        )  # fmt: skip
    work.session.flush()
    finish_at_once(work.session, work.job)
