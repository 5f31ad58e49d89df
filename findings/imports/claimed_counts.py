"""Imported counts: claims of another database, confirmed if a job here counted the same."""

from __future__ import annotations

from sqlalchemy import select
from sqlalchemy.orm import Session

from findings.imports.records import CountRecord
from store.models.boards import BoardRow
from store.models.jobs import Job
from store.models.results import CountRow
from store.tours.completeness import asks_for_all, exhaustive


def check_claim(session: Session, record: CountRecord) -> tuple[dict[str, object], str | None]:
    """Return a count as stored, and the fault if a job here has another value."""
    claim = record.model_dump(mode="json") | {"confirmed_by": None}
    if record.outcome != "complete" or not asks_for_all(record.specification):
        return claim, None
    for value, job in _own(session, record):
        if str(value) != record.value:
            return claim, f"value: {record.value} in the file, {value} counted here by job {job}"
        claim["confirmed_by"] = job
    return claim, None


def _own(session: Session, record: CountRecord) -> list[tuple[int, str]]:
    """Return the values of the same quantity by exhaustive jobs here, with the jobs."""
    statement = (
        select(CountRow.value, Job)
        .join(Job, Job.id == CountRow.job_id)
        .join(BoardRow, BoardRow.id == Job.board_id)
        .where(
            BoardRow.label == record.board,
            BoardRow.piece == record.piece,
            CountRow.quantity == ("tours" if record.quantity == "open" else record.quantity),
            CountRow.convention == record.convention,
        )
        .order_by(Job.id)
    )
    tours = record.specification.get("tours", "any")
    rows = [(value, job) for value, job in session.execute(statement) if exhaustive(job)]
    return [(value, job.public_id) for value, job in rows if job.specification.get("tours", "any") == tours]
