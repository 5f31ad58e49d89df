"""The API's own description: an index, the OpenAPI document, and a page to read and try it, all served from here."""

from __future__ import annotations

import json
from pathlib import Path

import flask_swagger_ui
from flask import Blueprint, Response, abort, current_app, render_template, send_from_directory, url_for
from pydantic import BaseModel, Field

from api.http import etags
from api.openapi.document import openapi_document, templates
from api.openapi.endpoint import Answer, operation
from api.openapi.responses import NOT_MODIFIED, TAGGED

blueprint = Blueprint("documentation", __name__, url_prefix="/api/v1")
ASSETS = Path(flask_swagger_ui.__file__).parent / "dist"
SERVED = {"swagger-ui.css", "swagger-ui-bundle.js", "favicon-32x32.png"}
CACHE = "CAVALIER_OPENAPI"


class Place(BaseModel):
    """An address."""

    href: str = Field(
        description="path, as a URI template where something is to be filled in", examples=["/api/v1/jobs"]
    )
    title: str
    methods: list[str]


class ServiceIndex(BaseModel):
    """The addresses of this service."""

    version: str = Field(description="of the service")
    api: str = Field(description="of its addresses")
    openapi: str
    documentation: str
    places: list[Place]


@blueprint.get("/")
@operation(
    "What there is", tag="documentation", answers={200: Answer("The index", ServiceIndex, TAGGED), 304: NOT_MODIFIED}
)
def show_index() -> Response:
    """Name every address; it changes only with the code."""
    places: dict[str, Place] = {}
    for path, method, endpoint in templates(current_app):
        place = places.setdefault(path, Place(href=path, title=endpoint.operation.summary, methods=[]))
        place.methods.append(method)
    index = ServiceIndex(
        version=current_app.config["CAVALIER_VERSION"],
        api="v1",
        openapi=url_for("documentation.show_openapi"),
        documentation=url_for("documentation.show_page"),
        places=list(places.values()),
    )
    return etags.tagged_response(index.model_dump_json())


@blueprint.get("/openapi.json")
def show_openapi() -> Response:
    """Send the document; it is written once, for routes do not change while the service runs."""
    if CACHE not in current_app.extensions:
        current_app.extensions[CACHE] = json.dumps(openapi_document(current_app))
    return etags.tagged_response(current_app.extensions[CACHE])


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
