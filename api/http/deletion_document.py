"""A deleted job as the API shows it: what the ledger keeps of it."""

from __future__ import annotations

from datetime import datetime

from pydantic import AliasPath, Field

from api.http.base_document import OLD_NAME, RowDocument
from api.http.specification_field import SpecificationJson


class DeletionDocument(RowDocument):
    """A job that was deleted: what it was, who deleted it, when."""

    id: str = Field(validation_alias="public_id", description="of the job")
    title: str = Field(description="the job's question in a few words")
    specification: SpecificationJson
    code_digest: str = Field(description="digest of the code that computed it")
    engine: str = Field(validation_alias=AliasPath("code_digest"), description=OLD_NAME)
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
    reason: str | None = Field(description="why the service itself deleted it; null after a request")
    asked_at: datetime = Field(description="since then nothing of it is shown")
    done_at: datetime | None = Field(description="since then nothing of it is stored; null while something is")
