"""What the jobs here have found of a family of boards."""

from __future__ import annotations

from collections.abc import Mapping
from typing import Any

from sqlalchemy import Select, select
from sqlalchemy.orm import Session

from engine.boards.existence.verdict import Tours
from engine.boards.piece import Piece, parse_piece
from store.jobs.current_result import current_results
from store.models.jobs import Job
from store.models.states import JobState

KIND = "strip"
MAX_JOBS = 1000
"""The newest jobs of the kind that are looked through."""

Found = tuple[Job, dict[str, Any]]
"""A job, and what it found of a family."""

Subject = tuple[str, Piece, Tours]
"""A family's name, the piece, and which tours."""


def find_family_result(session: Session, family: str, piece: Piece, tours: Tours) -> Found | None:
    """Return the finished job that tells most of a family, and what it tells; None where there is none."""
    return find_family_results(session, (family, piece, tours)).get((family, piece, tours))


def find_family_results(session: Session, subject: Subject | None = None) -> dict[Subject, Found]:
    """Return of each family, or of one, the finished job that tells most, and what it tells.

    One with a recurrence tells more than one without, then the one with more terms, then the newer one.
    """
    jobs = {
        job: about
        for job in session.scalars(_newest(select(Job)))
        if subject in (None, about := _subject(job.specification))
    }
    results = current_results(session, list(jobs))
    best: dict[Subject, Found] = {}
    for job, about in jobs.items():
        figures = results[job.id].extra.get(KIND)
        if figures is not None and (about not in best or _rank(job, figures) > _rank(*best[about])):
            best[about] = job, figures
    return best


def counted_families(session: Session, piece: Piece) -> set[str]:
    """Return the families that finished jobs have counted the tours of this piece of."""
    found = map(_subject, session.scalars(_newest(select(Job.specification))))
    return {family for family, moved, _ in found if moved == piece}


def _newest(query: Select[Any]) -> Select[Any]:
    """Return the query of the newest finished jobs of the kind alone."""
    return query.where(Job.kind == KIND, Job.state == JobState.SUCCEEDED).order_by(Job.id.desc()).limit(MAX_JOBS)


def _rank(job: Job, figures: Mapping[str, Any]) -> tuple[bool, int, int]:
    return figures.get("order") is not None, len(figures["terms"]), job.id


def _subject(specification: Mapping[str, Any]) -> Subject:
    return specification["family"], parse_piece(specification["piece"]), specification["tours"]
