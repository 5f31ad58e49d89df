"""The result document: a job's findings with the facts of the job that make it citable."""

from __future__ import annotations

from collections.abc import Collection
from typing import Any

from sqlalchemy.orm import Session

from engine.specification.result import Result
from findings.results.job_view import JobView
from phrasing.phrases import with_square_names
from phrasing.titles import job_title
from store.jobs.current_result import current_results
from store.jobs.shard_totals import NO_SHARDS, Sums, sums_of
from store.models.boards import BoardRow
from store.models.jobs import Job
from store.queries.tours import TourFilter, find_tours
from store.tours.boards import board_from
from store.tours.encoding import row_packer

ALWAYS = {"outcome", "explanation"}
MAX_TOURS = 10_000
"""Tours listed in a document; pages, exports and the tour queries have all."""

MAX_LISTED_SQUARES = 100_000
"""Larger tours are not listed, for the same reason."""


def result_document(session: Session, job: Job, *, named: bool = True) -> dict[str, Any]:
    """Return the result, or the result so far, as JSON values, with only the parts that the job has.

    It lists the first `MAX_TOURS` stored tours in the job's order, without those of more than `MAX_LISTED_SQUARES`
    squares, and none of an import, which may be of many boards. `tours_stored` is their number. named: the answer names
    squares.
    """
    return result_documents(session, [job], named=named)[job.id]


def result_documents(session: Session, jobs: Collection[Job], *, named: bool = True) -> dict[int, dict[str, object]]:
    """Return the documents of several jobs, by job id: two queries, and those for their stored tours."""
    found, sums = current_results(session, jobs), sums_of(session, [job.id for job in jobs])
    return {job.id: _document(session, job, found[job.id], sums.get(job.id, NO_SHARDS), named=named) for job in jobs}


def _document(session: Session, job: Job, so_far: Result, sums: Sums, *, named: bool) -> dict[str, object]:
    view = JobView(session, job, so_far)
    result = view.result.model_dump(mode="json")
    result["tours"] = _stored_tours(session, job) if sums.tours and job.board_id is not None else []
    head = {
        "id": job.public_id,
        "kind": job.kind,
        "state": str(job.state),
        "outcome": job.outcome,
        "explanation": job.explanation,
        "title": job_title(with_square_names(job.specification, named=named), view.label),
        "answer": view.answer(named=named),
        "spec": job.specification,
        "code_digest": job.code_digest,
        "engine": job.code_digest,
        "cpu_seconds": sums.cpu_seconds,
        "tours_stored": sums.tours,
    }
    return {"job": head} | {part: value for part, value in result.items() if value and part not in ALWAYS}


def _stored_tours(session: Session, job: Job) -> list[dict[str, object]]:
    row = session.get_one(BoardRow, job.board_id)
    board = board_from(row)
    if board.size > MAX_LISTED_SQUARES:
        return []
    found = find_tours(session, TourFilter(job=job.public_id), after=0, limit=MAX_TOURS)
    paths = board.coordinates[row_packer(row).unpack_each([entry.tour.path for entry in found])].tolist()
    return [{"squares": path, "closed": entry.run.closed} for path, entry in zip(paths, found, strict=True)]
