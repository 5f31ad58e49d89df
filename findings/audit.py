"""The audit: checks everything stored for consistency and against the engine, and names each discrepancy."""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from dataclasses import dataclass, field

import numpy as np
from numpy.typing import NDArray
from sqlalchemy import func, select, text
from sqlalchemy.exc import DatabaseError
from sqlalchemy.orm import Session, undefer

from engine.boards.symmetry import symmetries
from engine.tours.canonical import class_keys, classify
from engine.tours.pack import TourPacker
from engine.tours.verify import closing, valid
from findings.atlas.load import atlas_faults
from findings.audit_results import digest_faults, is_of_this_code, result_faults
from store.arrays import digest
from store.database.db import number_of
from store.jobs.retention import Tidied
from store.models.boards import BoardRow
from store.models.jobs import KEPT, Job
from store.models.shards import Shard, Slice
from store.models.states import JobState
from store.models.tours import TourRow, TourRun
from store.tours.encoding import row_packer, runs_with_tours, short_keys

PAGE = 200


@dataclass(frozen=True)
class Discrepancy:
    """A discrepancy: `subject` names the row, checkpoint or ledger entry, `fault` says what is wrong."""

    subject: str
    fault: str


@dataclass
class Audit:
    """What was checked and found. dropped: jobs whose checkpoints and statistics are no longer kept.

    of_other_code: jobs with results by other code; only their exact counts were compared with the shards.
    checked_itself: whether the database has checked its own files too.
    """

    tours: int = 0
    shards: int = 0
    slices: int = 0
    jobs: int = 0
    dropped: int = 0
    of_other_code: int = 0
    checked_itself: bool = True
    findings: list[Discrepancy] = field(default_factory=list)

    def report(self, subject: str, fault: str) -> None:
        """Record a discrepancy."""
        self.findings.append(Discrepancy(subject, fault))


def audit(session: Session, *, sample: float = 1.0, seed: int = 0) -> Audit:
    """Audit everything; of the stored tours a random share `sample` (0 to 1), chosen by `seed`, is verified again."""
    result = Audit(checked_itself=checks_itself(session))
    for fault in file_faults(session):
        result.report("the database file", fault)
    if result.findings:
        return result  # what is read from damaged files proves nothing
    _audit_ledger(session, result)
    _audit_results(session, result)
    for subject, fault in atlas_faults(session):
        result.report(subject, fault)
    _audit_tours(session, result, sample, np.random.default_rng(seed))
    return result


AMCHECK = text("SELECT count(*) FROM pg_extension WHERE extname = 'amcheck'")
OWN_INDEXES = text(
    "SELECT c.oid, c.relname FROM pg_class c JOIN pg_am a ON a.oid = c.relam AND a.amname = 'btree' "
    "WHERE c.relkind = 'i' AND c.relnamespace = current_schema()::regnamespace ORDER BY c.relname"
)
CHECK_INDEX = text("SELECT bt_index_check(CAST(:oid AS oid)::regclass, true)")


def checks_itself(session: Session) -> bool:
    """Whether the database can check its own files: SQLite can, PostgreSQL with the extension amcheck."""
    return session.get_bind().dialect.name == "sqlite" or session.execute(AMCHECK).scalar_one() > 0


def file_faults(session: Session) -> list[str]:
    """Return the faults the database finds in its files: damaged pages, indexes that miss rows."""
    if not checks_itself(session):
        return []
    if session.get_bind().dialect.name != "sqlite":
        return [
            fault for oid, name in session.execute(OWN_INDEXES).all() for fault in _index_faults(session, oid, name)
        ]
    try:
        found = session.execute(text("PRAGMA integrity_check(20)")).scalars().all()
    except DatabaseError as error:
        return [str(error.orig)]
    return [str(fault) for fault in found if fault != "ok"]


def _index_faults(session: Session, oid: int, name: str) -> list[str]:
    """Return the faults PostgreSQL finds in an index, including missing rows."""
    try:
        with session.begin_nested():
            session.execute(CHECK_INDEX, {"oid": oid})
    except DatabaseError as error:
        return [f"{name}: {error.orig}"]
    return []


def _audit_ledger(session: Session, result: Audit) -> None:
    shards = select(Shard, Job.public_id, Job.tidied).join(Job, Job.id == Shard.job_id).where(KEPT).order_by(Shard.id)
    for shard, job, tidied in session.execute(
        shards.options(undefer(Shard.checkpoint)).execution_options(yield_per=PAGE)
    ):
        name = f"job {job}, shard {shard.number} ({shard.label})"
        slices = session.scalars(select(Slice).where(Slice.shard_id == shard.id).order_by(Slice.seq)).all()
        result.shards += 1
        result.slices += len(slices)
        for subject, fault in _chain(shard, slices, dropped=tidied >= Tidied.GOING):
            result.report(f"{name}{subject}", fault)
        runs = select(func.coalesce(func.sum(TourRun.count), 0)).where(TourRun.shard_id == shard.id)
        sums = {
            "seq": (shard.seq, len(slices)),
            "work": (shard.work, sum(entry.work for entry in slices)),
            "tours": (shard.tours, sum(entry.tours for entry in slices)),
            "tours stored": (shard.tours, int(session.execute(runs).scalar_one())),
        }
        for what, (own, ledger) in sums.items():
            if own != ledger:
                result.report(name, f"{what}: {own} by the shard's row, {ledger} by what is kept of it")


def _chain(shard: Shard, slices: Sequence[Slice], *, dropped: bool) -> Iterator[tuple[str, str]]:
    """Yield breaks of the chain of digests: from the empty input over each slice's checkpoint to the stored one."""
    before = digest(None)
    for number, entry in enumerate(slices):
        if entry.seq != number:
            yield f", slice {number}", "is missing in the ledger"
            return
        if entry.input_digest != before:
            yield f", slice {entry.seq}", "began with another checkpoint than the slice before left"
        before = entry.output_digest
    if digest(shard.checkpoint) != before and not (dropped and shard.checkpoint is None):
        yield ", checkpoint", "is not the one that the last slice left"


def _audit_results(session: Session, result: Audit) -> None:
    """Merge the shards of every finished job again and compare with its result.

    Dropped shards cannot be merged. The digest of every stored result is checked.
    """
    for job in session.scalars(select(Job).where(Job.result_digest.is_not(None), KEPT).order_by(Job.id)).all():
        for fault in digest_faults(session, job):
            result.report(f"job {job.public_id}", fault)
    with_shards = select(Shard.job_id).distinct()
    jobs = select(Job).where(Job.state == JobState.SUCCEEDED, Job.id.in_(with_shards), KEPT).order_by(Job.id)
    for job in session.scalars(jobs).all():
        result.jobs += 1
        if job.tidied >= Tidied.GOING:
            result.dropped += 1
            continue
        result.of_other_code += not is_of_this_code(job)
        for fault in result_faults(session, job):
            result.report(f"job {job.public_id}", fault)


def _audit_tours(session: Session, result: Audit, sample: float, rng: np.random.Generator) -> None:
    described = session.execute(select(func.coalesce(func.sum(TourRun.count), 0))).scalar_one()
    held = number_of(session, TourRow)
    if described != held:
        result.report("tours", f"{held} are there, {described} are described by runs")
    for row in session.scalars(select(BoardRow).order_by(BoardRow.id)).all():
        packer = row_packer(row)
        for run, tours in runs_with_tours(session, TourRun.board_id == row.id):
            chosen = [tour for tour in tours if sample >= 1.0 or rng.random() < sample]
            result.tours += len(chosen)
            for tour, fault in _faults(packer, run, chosen):
                result.report(f"tour {tour.id} of {row.label}", fault)


def _faults(packer: TourPacker, run: TourRun, tours: Sequence[TourRow]) -> Iterator[tuple[TourRow, str]]:
    """Yield the tours that differ from their rows, each with its first fault."""
    sound: list[tuple[TourRow, NDArray[np.int32]]] = []
    for tour in tours:
        try:
            squares = packer.unpack_one(tour.path)
        except ValueError as error:
            yield tour, f"its path cannot be unpacked: {error}"
        else:
            sound.append((tour, squares))
    if not sound:
        return
    batch = np.array([squares for _, squares in sound])
    legal = valid(packer.board, packer.piece, batch)
    closed = closing(packer.board, packer.piece, batch)
    classes = classify(batch, closed, symmetries(packer.board))
    keys = short_keys(class_keys(packer.pack(classes.canonical))) if legal.all() else None
    ends = (run.start, run.end, run.closed, run.symmetry)
    for index, (tour, squares) in enumerate(sound):
        if not legal[index]:
            yield tour, "its path is no tour"
        elif (squares[0], squares[-1], closed[index], classes.stabiliser[index]) != ends:
            yield tour, f"its start, end, closure or symmetry is not that of its run {run.id}"
        elif keys is not None and keys[index] != tour.class_key:
            yield tour, "its class key is not that of its canonical form"
