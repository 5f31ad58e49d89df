"""Findings of code, by its digest: jobs here, jobs elsewhere whose tours were imported, and figures of the atlas."""

from __future__ import annotations

from dataclasses import dataclass

from sqlalchemy import func, select
from sqlalchemy.orm import Session

from store.models.atlas import AtlasRow
from store.models.boards import BoardRow
from store.models.jobs import KEPT, Job
from store.models.shards import Shard
from store.models.tours import TourRun
from store.queries.tours import IMPORTED

MAX_JOBS = 10
"""Most jobs that are named."""


@dataclass(frozen=True)
class ImportedFinds:
    """Findings of this code in an import. job: the import. finders: jobs elsewhere. tours: stored by the import."""

    job: str
    finders: int
    tours: int


@dataclass(frozen=True)
class BoardFinds:
    """Imported tours of a board and piece. first: the id of one of them."""

    board: str
    piece: str
    tours: int
    first: int


@dataclass(frozen=True)
class CodeFinds:
    """Findings of code. jobs: public ids of MAX_JOBS jobs here at most. figures: how many in the atlas, by board."""

    jobs: list[str]
    imports: list[ImportedFinds]
    boards: list[BoardFinds]
    figures: dict[str, int]

    def __bool__(self) -> bool:
        """Whether there is anything."""
        return bool(self.jobs or self.imports or self.figures)


def code_finds(session: Session, digest: str) -> CodeFinds:
    """Return the stored findings of this code."""
    elsewhere = IMPORTED, KEPT, Shard.target["engine"].as_string() == digest
    jobs = select(Job.public_id).where(Job.code_digest == digest, KEPT).order_by(Job.id).limit(MAX_JOBS)
    imports = (
        select(Job.public_id, func.count(Shard.id), func.sum(Shard.tours))
        .join(Shard, Shard.job_id == Job.id)
        .where(*elsewhere)
        .group_by(Job.id, Job.public_id)
        .order_by(Job.id)
    )
    tours = (
        select(BoardRow.label, BoardRow.piece, func.sum(TourRun.count), func.min(TourRun.id))
        .join(TourRun, TourRun.board_id == BoardRow.id)
        .join(Shard, Shard.id == TourRun.shard_id)
        .join(Job, Job.id == Shard.job_id)
        .where(*elsewhere)
        .group_by(BoardRow.id, BoardRow.label, BoardRow.piece)
        .order_by(func.min(TourRun.id))
    )
    figures = (
        select(AtlasRow.board, func.count())
        .where(AtlasRow.code_digest == digest)
        .group_by(AtlasRow.board)
        .order_by(func.min(AtlasRow.id))
    )
    return CodeFinds(
        jobs=list(session.scalars(jobs)),
        imports=[ImportedFinds(job, int(finders), int(number)) for job, finders, number in session.execute(imports)],
        boards=[BoardFinds(label, piece, int(number), first) for label, piece, number, first in session.execute(tours)],
        figures={board: int(number) for board, number in session.execute(figures)},
    )
