"""Workers: what each did lately, and the request to finish and stop."""

from __future__ import annotations

from datetime import datetime

from flask import Blueprint
from pydantic import BaseModel, Field

from api.http.base_document import RowDocument
from api.http.problems import not_found
from api.http.services import reading_replica, writing
from api.listing.tables import FILE, FORMS, TableQuery, whole_list
from api.openapi.endpoint import Answer, Reply, operation
from phrasing.texts import Whole
from store.jobs.maintenance import drain_worker
from store.queries.worker_records import MAX_WORKERS, WorkerRecord, WorkerState, worker_records
from store.trust.spot_checks import host_of

blueprint = Blueprint("workers", __name__, url_prefix="/api/v1/workers")
MAX_HOURS = 24 * 366
HOUR_SECONDS = 3600.0


class WorkersQuery(TableQuery):
    """How far back to look."""

    hours: Whole = Field(default=24, ge=1, le=MAX_HOURS, description="what was done within these hours")


class WorkerDocument(RowDocument):
    """A worker process, and what it did within the hours that were asked about."""

    name: str
    host: str
    state: WorkerState = Field(
        description="draining: it claims nothing more and stops; distrusted: it was found to err; gone: it ended, or "
        "was silent for more than a minute"
    )
    capacity: int | None = Field(description="slices at once; null of one that has signed off")
    stuck: int = Field(description="threads in a step that takes far too long")
    shortage: str | None = Field(description="what its machine lacked when its last work failed")
    started_at: datetime | None
    seen_at: datetime | None = Field(description="its last sign of life")
    slices: int = Field(description="that it committed")
    core_hours: float = Field(description="of processor time, for these slices")
    equal: int = Field(description="second runs of its slices that gave the same")
    different: int = Field(description="second runs of its slices that two others contradicted")
    failures: int = Field(description="shards whose work ended with an error")
    lost_leases: int = Field(description="shards that were given to others, as it was silent")


class WorkersDocument(BaseModel):
    """The workers, live ones first."""

    items: list[WorkerDocument]


class DrainDocument(BaseModel):
    """A worker that drains."""

    name: str
    state: WorkerState = "draining"


def worker_documents(hours: int) -> list[WorkerDocument]:
    """Return the documents of the workers that are live or did something within these hours."""
    with reading_replica() as session:
        return [_document(record) for record in worker_records(session, hours * HOUR_SECONDS)]


def _document(record: WorkerRecord) -> WorkerDocument:
    row = record.row
    return WorkerDocument.of(
        record,
        host=host_of(record.name),
        capacity=row and row.capacity,
        stuck=row.stuck if row else 0,
        shortage=row and row.shortage,
        started_at=row and row.started_at,
        core_hours=record.cpu_seconds / HOUR_SECONDS,
    )


@blueprint.get("")
@operation(
    f"List the workers and what they did lately, at most {MAX_WORKERS}",
    tag="health",
    query=WorkersQuery,
    answers={200: Answer("Live ones by name, then the others, newest first", WorkersDocument, FILE, FORMS)},
)
def list_workers(query: WorkersQuery) -> Reply:
    """Slices, core-hours, second runs and failures within the last `hours`."""
    return whole_list(WorkersDocument, worker_documents(query.hours), query)


@blueprint.post("/<name>/drain")
@operation(
    "Tell a worker to finish and stop",
    tag="health",
    scope="admin",
    answers={202: Answer("It claims nothing more", DrainDocument)},
)
def drain(name: str) -> tuple[DrainDocument, int, dict[str, str]]:
    """Let it commit its slice; its process then ends with code 0. Inside `serve` it stays idle instead."""
    request_drain(name)
    return DrainDocument(name=name), 202, {}


def request_drain(name: str) -> None:
    """Tell a worker to finish and stop; raise the 404 problem if there is none of this name."""
    with writing() as session:
        if not drain_worker(session, name):
            raise not_found(f"worker {name!r}")
