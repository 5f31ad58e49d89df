"""What is known of a board, statement by statement: each with its source, its completeness and its reliability.

"complete" is never asserted by hand: it is derived from a finished job that examined everything, and where no such
job is found the answer degrades to "unknown".
"""

from __future__ import annotations

from collections.abc import Iterator, Mapping
from dataclasses import dataclass
from typing import Any, Literal

from sqlalchemy import func, select
from sqlalchemy.orm import Session

from store.models.boards import BoardRow, TourRun
from store.models.jobs import Job, Shard
from store.models.references import ReferenceRow
from store.models.results import CountRow, EstimateRow, PartRow
from store.states import JobState

Completeness = Literal["complete", "unknown"]
Reliability = Literal["exact", "estimate", "verified", "published", "claimed"]

EXHAUSTIVE = {"auto", "backtrack", "frontier"}
"""Methods that examine every tour; any other enumeration counts a part of them."""

COUNTED = ("tours", "closed", "cycles")
WORDS = {"any": "tours", "closed": "closed tours", "open": "open tours"}


@dataclass(frozen=True)
class Statement:
    """One thing that is known.

    tours: the kind of tours it is about: any, closed or open. source: a job's public id, or a reference's key. error:
    one standard error of an estimate. Reliability: exact (counted), estimate, verified (every tour was checked before
    it was stored), published (by others; `text` says what this project found) or claimed (by another database whose
    file was imported).
    """

    subject: Literal["count", "held", "reference"]
    text: str
    tours: str | None
    quantity: str
    convention: str | None
    value: str
    error: float | None
    method: str
    source: str | None
    completeness: Completeness
    reliability: Reliability


def statements(session: Session, board: BoardRow) -> list[Statement]:
    """Return all that jobs and references say of a board and piece: counts, estimates, tours held, references."""
    finished = select(Job).where(Job.board_id == board.id, Job.state == JobState.SUCCEEDED).order_by(Job.id)
    jobs = list(session.scalars(finished))
    found = [statement for job in jobs for statement in _counts(session, job)]
    found += [statement for job in jobs for statement in _estimates(session, job)]
    found += [*_held(session, board, jobs), *_claims(session, board)]
    return [*found, *references(session, board.label, board.piece)]


def exhaustive(job: Job) -> bool:
    """Whether a finished job has examined every tour of its kind on its board."""
    return job.state == JobState.SUCCEEDED and job.outcome == "complete" and asks_for_all(job.specification)


def asks_for_all(asked: Mapping[str, Any]) -> bool:
    """Whether a job that is asked for this examines every tour of its kind on its board."""
    return (
        asked.get("kind") == "enumerate"
        and asked.get("method") in EXHAUSTIVE
        and asked.get("starts", "all") == "all"
        and asked.get("limit") is None
    )


def _counts(session: Session, job: Job) -> Iterator[Statement]:
    """Say what an exhaustive job has counted; counts of other jobs are of a part and say nothing of the board."""
    if not exhaustive(job):
        return
    rows = select(CountRow).where(CountRow.job_id == job.id, CountRow.quantity.in_(COUNTED)).order_by(CountRow.id)
    tours = job.specification.get("tours", "any")
    for row in session.scalars(rows):
        text = f"{row.value} {row.convention} {row.quantity} ({WORDS[tours]} asked for), counted by job {job.public_id}"
        yield Statement(
            "count", text, tours, row.quantity, row.convention, str(row.value), None, row.method, job.public_id,
            "complete", "exact",
        )  # fmt: skip


def _estimates(session: Session, job: Job) -> Iterator[Statement]:
    last = select(func.max(EstimateRow.round)).where(EstimateRow.job_id == job.id).scalar_subquery()
    rows = select(EstimateRow).where(EstimateRow.job_id == job.id, EstimateRow.round == last).order_by(EstimateRow.id)
    for row in session.scalars(rows):
        biased = "" if row.unbiased else ", biased"
        text = f"{row.value:.6g} +- {row.standard_error:.2g} {row.quantity} by {row.samples} samples{biased}"
        yield Statement(
            "count", text, job.specification.get("tours"), row.quantity, row.convention, repr(row.value),
            row.standard_error, row.estimator, job.public_id, "unknown", "estimate",
        )  # fmt: skip


def _held(session: Session, board: BoardRow, jobs: list[Job]) -> Iterator[Statement]:
    """Say what is held, and which jobs prove that it is everything."""
    held = select(func.coalesce(func.sum(TourRun.count), 0)).where(TourRun.board_id == board.id)
    total = int(session.execute(held).scalar_one())
    proofs = [proof for job in jobs if (proof := _proof(session, job)) is not None]
    yield from proofs
    if not proofs and total:
        text = f"{total} tours are held; no finished job proves that they are all"
        yield Statement(
            "held", text, None, "tours", "directed", str(total), None, "stored", None, "unknown", "verified"
        )


def _proof(session: Session, job: Job) -> Statement | None:
    """Return the statement that all tours are here, where the job counted as many as are still stored."""
    if not exhaustive(job) or job.specification.get("store") != "all":
        return None
    counts = select(CountRow).where(CountRow.job_id == job.id, CountRow.quantity == "tours")
    count = session.scalars(counts).first()
    runs = select(func.coalesce(func.sum(TourRun.count), 0)).join(Shard, Shard.id == TourRun.shard_id)
    stored = int(session.execute(runs.where(Shard.job_id == job.id)).scalar_one())
    if count is None or count.value != stored:
        return None
    tours = job.specification.get("tours", "any")
    text = f"all {stored} directed {WORDS[tours]} are here, proved by job {job.public_id}"
    return Statement(
        "held", text, tours, "tours", "directed", str(stored), None, count.method, job.public_id, "complete", "verified"
    )


def _claims(session: Session, board: BoardRow) -> Iterator[Statement]:
    """Quote the counts that imported files claim of a board."""
    parts = select(PartRow, Job.public_id).join(Job, Job.id == PartRow.job_id)
    for part, job in session.execute(parts.where(Job.kind == "import", PartRow.part == "extra").order_by(Job.id)):
        for claim in part.payload["claims"]:
            if (claim["board"], claim["piece"]) != (board.label, board.piece) or claim["quantity"] not in COUNTED:
                continue
            proof = f"equal to the count of job {claim['confirmed_by']}" if claim["confirmed_by"] else "not verified"
            text = (
                f"{claim['value']} {claim['convention']} {claim['quantity']}: imported, claimed by job {claim['job']}"
            )
            yield Statement(
                "count", f"{text} elsewhere, {proof}", claim["specification"].get("tours"), claim["quantity"],
                claim["convention"], claim["value"], None, claim["method"], job, "unknown", "claimed",
            )  # fmt: skip


def references(session: Session, label: str, piece: str) -> Iterator[Statement]:
    """Quote single figures that are published of a whole board and a piece."""
    rows = select(ReferenceRow).where(
        ReferenceRow.board == label, ReferenceRow.piece == piece, ReferenceRow.quantity.in_(COUNTED)
    )
    for row in session.scalars(rows.order_by(ReferenceRow.id)):
        if row.place or isinstance(row.value, list | dict):
            continue
        right = "" if row.right is None else f"; it should read {row.right}: {row.finding}"
        text = f"{row.title}: {row.value} {row.quantity} ({row.status}{right})"
        yield Statement(
            "reference", text, None, row.quantity, row.convention, str(row.value), row.error, row.table, row.key,
            "unknown", "published",
        )  # fmt: skip
