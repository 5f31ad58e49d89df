"""The result document: what a job has found, with the facts of the job that make it citable."""

from __future__ import annotations

from typing import Any

from sqlalchemy import func, select
from sqlalchemy.orm import Session

from store.models.jobs import Job, Shard
from store.models.results import EstimateRow
from store.progress import current_result

ALWAYS = {"outcome", "explanation"}


def result_document(session: Session, job: Job) -> dict[str, Any]:
    """Return the result, or the result so far, as JSON values; only the parts that the job has are present."""
    result = current_result(session, job).model_dump(mode="json")
    spent = select(func.coalesce(func.sum(Shard.cpu_seconds), 0.0)).where(Shard.job_id == job.id)
    head = {
        "id": job.public_id,
        "kind": job.kind,
        "state": str(job.state),
        "outcome": job.outcome,
        "explanation": job.explanation,
        "spec": job.specification,
        "engine": job.engine,
        "cpu_seconds": float(session.execute(spent).scalar_one()),
    }
    return {"job": head} | {part: value for part, value in result.items() if value and part not in ALWAYS}


def estimate_history(session: Session, job: Job) -> list[EstimateRow]:
    """Return the job's estimates after each of its rounds, oldest first."""
    statement = select(EstimateRow).where(EstimateRow.job_id == job.id).order_by(EstimateRow.round, EstimateRow.id)
    return list(session.scalars(statement))
