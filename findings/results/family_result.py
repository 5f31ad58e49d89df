"""Results of jobs and of the atlas about a whole family of boards."""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import dataclass
from typing import Any

from sqlalchemy import Select, select
from sqlalchemy.orm import Session

from engine.boards.existence.verdict import Tours
from engine.boards.piece import Piece
from engine.kinds.strip.specification import StripSpecification
from findings.atlas.families import KIND, FamilyEntry, Subject, family_entries, subject_of
from findings.statements.atlas_facts import TITLE
from findings.statements.job_source import job_source
from findings.statements.statement import Source
from store.jobs.current_result import current_results
from store.models.jobs import Job
from store.models.states import JobState

MAX_JOBS = 1000
"""How many jobs of the kind are read, newest first."""


@dataclass(frozen=True)
class FoundFamily:
    """The known results for a family as a whole: the fields of `StripFigures`.

    source: the finished job here that found them, or the entry of the atlas. confirmed: how many terms of such an entry
    equal counts of single boards in the atlas.
    """

    figures: Mapping[str, Any]
    source: Source
    confirmed: int = 0

    @property
    def job(self) -> str | None:
        """The public id of the job that found it; None: it is in the atlas."""
        return self.source.id if self.source.kind == "job" else None

    @property
    def extent(self) -> tuple[bool, int]:
        """How complete it is, for comparison: first whether it has a recurrence, then its number of terms."""
        return self.figures.get("order") is not None, len(self.figures["terms"])

    def covers(self, asked: StripSpecification) -> bool:
        """Whether it answers a request: it has the terms asked for, and a recurrence unless order 0 is asked for."""
        enough = "terms" not in asked.model_fields_set or len(self.figures["terms"]) >= asked.terms
        return enough and (not asked.order or self.figures.get("order") is not None)


def find_family_result(session: Session, family: str, piece: Piece, tours: Tours) -> FoundFamily | None:
    """Return the most complete result for a family, of a finished job here or the atlas; None where there is none."""
    return find_family_results(session, (family, piece, tours)).get((family, piece, tours))


def find_family_results(session: Session, subject: Subject | None = None) -> dict[Subject, FoundFamily]:
    """Return the most complete result for each family, or for one, of finished jobs here and the atlas.

    Of equally complete results, jobs precede the atlas, and newer jobs older ones.
    """
    best = {about: _of_atlas(entry) for about, entry in family_entries().items() if subject in (None, about)}
    jobs = {
        job: about
        for job in session.scalars(_newest(select(Job)))
        if subject in (None, about := subject_of(job.specification))
    }
    results = current_results(session, list(jobs))
    for job, about in reversed(jobs.items()):
        figures = results[job.id].extra.get(KIND)
        if figures is None:
            continue
        found = FoundFamily(figures, job_source(job, KIND))
        if about not in best or found.extent >= best[about].extent:
            best[about] = found
    return best


def counted_families(session: Session, piece: Piece) -> set[str]:
    """Return the families whose tours of this piece were counted: by finished jobs, or in the atlas."""
    counted = [*family_entries(), *map(subject_of, session.scalars(_newest(select(Job.specification))))]
    return {family for family, moved, _ in counted if moved == piece}


def _newest(query: Select[Any]) -> Select[Any]:
    """Return the query, limited to the newest finished jobs of the kind."""
    return query.where(Job.kind == KIND, Job.state == JobState.SUCCEEDED).order_by(Job.id.desc()).limit(MAX_JOBS)


def _of_atlas(entry: FamilyEntry) -> FoundFamily:
    source = Source(
        kind="atlas",
        id=entry.key,
        title=TITLE,
        method=KIND,
        code=entry.code_digest,
        cpu_seconds=entry.cpu_seconds,
        specification=entry.specification,
    )
    return FoundFamily(entry.figures, source, entry.confirmed)
