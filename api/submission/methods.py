"""The catalogue of methods: what each kind of job can use, what it promises and what it costs."""

from __future__ import annotations

from collections.abc import Mapping
from typing import Any

from flask import Blueprint, Response
from pydantic import BaseModel, Field

from api.http import etags
from api.openapi.endpoint import Answer, operation
from api.openapi.responses import NOT_MODIFIED, TAGGED
from engine.kinds.common.method import Method, Promise
from engine.kinds.methods import described_methods

blueprint = Blueprint("methods", __name__, url_prefix="/api/v1/methods")


class MethodDocument(BaseModel):
    """A method: what it does, what it promises and what it costs."""

    name: str = Field(description="as in the specification's `method`")
    kinds: list[str] = Field(description="the kinds of job it serves")
    summary: str
    promise: Promise
    boards: str = Field(description="where it works")
    cost: str = Field(description="what its time and memory grow with")
    parameters: Mapping[str, str] = Field(description="the specification's fields it heeds, and what they mean to it")
    reference: str | None = Field(description="who described it")


class MethodsDocument(BaseModel):
    """All methods."""

    items: list[MethodDocument]


@blueprint.get("")
@operation(
    "List the methods",
    tag="methods",
    answers={200: Answer("The catalogue", MethodsDocument, TAGGED), 304: NOT_MODIFIED},
)
def list_methods() -> Response:
    """Send the catalogue; it changes only with the code."""
    items = [MethodDocument(name=name, kinds=[kind], **_describe(method)) for kind, name, method in described_methods()]
    return etags.tagged_response(MethodsDocument(items=items).model_dump_json())


def _describe(method: Method) -> dict[str, Any]:
    return {name: getattr(method, name) for name in MethodDocument.model_fields.keys() - {"name", "kinds"}}
