"""What code computed something: the version, commit and packages behind an engine digest."""

from __future__ import annotations

from datetime import datetime

from flask import Blueprint
from pydantic import Field

from api.http.base_document import RowDocument
from api.http.problems import not_found
from api.http.services import reading
from api.openapi.endpoint import Answer, operation
from store.trust.code_versions import find_code_version

blueprint = Blueprint("engines", __name__, url_prefix="/api/v1/engines")


class EngineDocument(RowDocument):
    """An engine digest, and what it stands for."""

    digest: str = Field(description="of the code that can change a result, and of the versions of numba and numpy")
    version: str = Field(description="of the service")
    commit: str | None = Field(description="of its source where that is known; ends in -dirty where files were changed")
    python: str
    programs: list[str] = Field(description="the kinds of job, with their methods, that this code computes")
    packages: dict[str, str] = Field(description="versions of all packages that were installed, by name")
    first_seen: datetime = Field(description="when a worker of this code first met this database")


@blueprint.get("/<digest>")
@operation("What an engine digest stands for", tag="provenance", answers={200: Answer("The code", EngineDocument)})
def show_engine(digest: str) -> EngineDocument:
    """Send version, commit and packages; 404 for code that no worker here has had."""
    return engine_document(digest)


def engine_document(digest: str) -> EngineDocument:
    """Return the code behind a digest; a 404 problem if it is unknown."""
    with reading() as session:
        row = find_code_version(session, digest)
    if row is None:
        raise not_found(f"engine {digest!r} that a worker of this database has had")
    return EngineDocument.model_validate(row)
