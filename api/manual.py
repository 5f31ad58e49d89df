"""The documentation site at /docs/: pages that Sphinx made of docs/ when the service was installed."""

from __future__ import annotations

import sys
from pathlib import Path

from flask import Blueprint, Response, abort, make_response, render_template, send_from_directory

blueprint = Blueprint("manual", __name__, url_prefix="/docs")
FOLDER = Path(sys.prefix) / "share" / "cavalier" / "docs"
"""Beside the installed packages, so that pages and code are of one version."""

FIRST = "index.html"


@blueprint.get("/", defaults={"name": FIRST})
@blueprint.get("/<path:name>")
def show_page(name: str) -> Response:
    """Send a page or what it needs; where none were built, a page that says how to build them."""
    if not (FOLDER / FIRST).is_file():
        return make_response(render_template("manual.html", folder=FOLDER), 404)
    if Path(name).parts[0] == ".doctrees":
        abort(404)
    return send_from_directory(FOLDER, name)
