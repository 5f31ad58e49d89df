"""The documentation site at /docs/: pages that Sphinx made of docs/ when the service was installed."""

from __future__ import annotations

import sys
from mimetypes import guess_type
from pathlib import Path

from flask import Blueprint, Response, abort, make_response, render_template
from werkzeug.security import safe_join

from api.http import etags

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
    found = safe_join(str(FOLDER), name)
    if found is None or name.startswith(".") or not _is_file(Path(found)):
        abort(404)
    file = Path(found)
    state = file.stat()
    tag = etags.entity_tag((name, state.st_mtime_ns, state.st_size))
    kind = guess_type(name)[0] or "application/octet-stream"
    return etags.not_modified(tag) or Response(file.read_bytes(), headers=etags.headers(tag), mimetype=kind)


def _is_file(path: Path) -> bool:
    """Whether there is such a file; an address may be longer than any file's name."""
    try:
        return path.is_file()
    except OSError:
        return False
