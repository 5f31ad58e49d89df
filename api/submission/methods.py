"""The catalogue of methods: what each kind of job can use, what it promises and what it costs."""

from __future__ import annotations

from flask import Blueprint, Response
from pydantic import BaseModel

from api.http import etags
from api.openapi.endpoint import Answer, operation
from api.openapi.responses import NOT_MODIFIED, TAGGED
from drawing.method import Method
from drawing.methods import METHODS

blueprint = Blueprint("methods", __name__, url_prefix="/api/v1/methods")


class MethodsDocument(BaseModel):
    """All methods."""

    items: list[Method]


@blueprint.get("")
@operation(
    "List the methods",
    tag="methods",
    answers={200: Answer("The catalogue", MethodsDocument, TAGGED), 304: NOT_MODIFIED},
)
def list_methods() -> Response:
    """Send the catalogue; it changes only with the code."""
    return etags.tagged(MethodsDocument(items=list(METHODS)).model_dump_json())
