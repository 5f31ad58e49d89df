"""A deleted job as the API shows it: what the ledger keeps of it."""

from __future__ import annotations

from datetime import datetime

from pydantic import BaseModel, Field

from api.documents.specifications import SpecificationJson
from api.documents.times import moment
from store.models.deletions import Deletion


class DeletionDocument(BaseModel):
    """A job that was deleted: what it was, who wanted it gone, when."""

    id: str = Field(description="of the job")
    title: str = Field(description="the job's question in a few words")
    specification: SpecificationJson
    engine: str = Field(description="digest of the code that computed it")
    owner: str | None = Field(description="name of the API key that submitted it")
    state: str
    outcome: str | None
    created_at: datetime
    finished_at: datetime | None
    work: str = Field(description="units done, an exact decimal")
    tours: str = Field(description="tours it had stored, an exact decimal")
    cpu_seconds: float
    result_digest: str | None = Field(description="SHA-256 of its result as sorted JSON; null where it was unreadable")
    deleted_by: str | None = Field(description="name of the API key that asked; null where none was needed")
    reason: str | None = Field(description="why the service itself deleted it; null where somebody asked")
    asked_at: datetime = Field(description="since then nothing of it is shown")
    done_at: datetime | None = Field(description="since then nothing of it is stored; null while something is")


def deletion_document(row: Deletion) -> DeletionDocument:
    """Return the document of an entry of the ledger."""
    return DeletionDocument(
        id=row.public_id,
        title=row.title,
        specification=row.specification,
        engine=row.engine,
        owner=row.owner,
        state=row.state,
        outcome=row.outcome,
        created_at=moment(row.created_at),
        finished_at=moment(row.finished_at),
        work=str(row.work),
        tours=str(row.tours),
        cpu_seconds=row.cpu_seconds,
        result_digest=row.result_digest,
        deleted_by=row.deleted_by,
        reason=row.reason,
        asked_at=moment(row.asked_at),
        done_at=moment(row.done_at),
    )
