"""The code behind an engine digest."""

from __future__ import annotations

from flask import render_template

from api.http.problems import not_found
from api.http.services import reading_replica
from api.pages.blueprint import blueprint
from api.system.code_versions import EngineDocument
from findings.results.code_finds import code_finds
from store.trust.code_versions import find_code_version


@blueprint.get("/engines/<digest>")
def engine(digest: str) -> str:
    """Version, commit, packages and programs of code that ran here; of all code, what it found here and elsewhere."""
    with reading_replica() as session:
        row, finds = find_code_version(session, digest), code_finds(session, digest)
    if row is None and not finds:
        raise not_found(f"engine {digest!r} that a worker, an import or the atlas of this database has had")
    known = None if row is None else EngineDocument.model_validate(row)
    return render_template("engine.html", digest=digest, engine=known, finds=finds)
