"""The API's own description: the OpenAPI document and a page to read and try it, all of it served from here."""

from __future__ import annotations

import json
from pathlib import Path

import flask_swagger_ui
from flask import Blueprint, Response, abort, current_app, render_template, send_from_directory

from api import etags
from api.openapi.document import openapi_document

blueprint = Blueprint("documentation", __name__, url_prefix="/api/v1")
ASSETS = Path(flask_swagger_ui.__file__).parent / "dist"
SERVED = {"swagger-ui.css", "swagger-ui-bundle.js", "favicon-32x32.png"}
CACHE = "CAVALIER_OPENAPI"


@blueprint.get("/openapi.json")
def show_openapi() -> Response:
    """Send the document; it is written once, for routes do not change while the service runs."""
    if CACHE not in current_app.extensions:
        current_app.extensions[CACHE] = json.dumps(openapi_document(current_app))
    return etags.tagged(current_app.extensions[CACHE])


@blueprint.get("/docs")
def show_page() -> str:
    """Swagger UI from its wheel, started by a script of ours: no inline script, no outside address."""
    return render_template("documentation.html")


@blueprint.get("/docs/<name>")
def show_asset(name: str) -> Response:
    """One of the files that the page needs."""
    if name not in SERVED:
        abort(404)
    return send_from_directory(ASSETS, name, max_age=86400)
