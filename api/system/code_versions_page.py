"""The code behind an engine digest."""

from __future__ import annotations

from flask import render_template

from api.pages.blueprint import blueprint
from api.system.code_versions import engine_document


@blueprint.get("/engines/<digest>")
def engine(digest: str) -> str:
    """Version, commit, packages and programs."""
    return render_template("engine.html", engine=engine_document(digest))
