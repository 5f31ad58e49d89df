"""Query strings: read by a pydantic model, every wrong or unknown parameter named."""

from __future__ import annotations

from functools import cache
from typing import Any, TypeVar, get_origin

from pydantic import BaseModel, ConfigDict, ValidationError
from pydantic_core import ErrorDetails
from werkzeug.datastructures import MultiDict

from api.http.problems import Fault, invalid
from engine.specification.model_errors import error_words


class Query(BaseModel):
    """Base of all query models: unknown parameters are refused."""

    model_config = ConfigDict(extra="forbid", frozen=True)


class NoParameters(Query):
    """The query of an endpoint that takes no parameters."""


Model = TypeVar("Model", bound=Query)


def parse_query(model: type[Model], arguments: MultiDict[str, str]) -> Model:
    """Return the query as `model`; raise the 422 problem that names each wrong parameter."""
    repeatable = _repeatable(model)
    given: dict[str, Any] = arguments.to_dict(flat=False)
    faults = [
        Fault(parameter=name, detail="given more than once")
        for name, values in given.items()
        if name not in repeatable and len(values) > 1
    ]
    if faults:
        raise invalid(faults)
    raw = {name: values if name in repeatable else values[0] for name, values in given.items()}
    try:
        return model.model_validate(raw)
    except ValidationError as error:
        raise invalid([_fault(item) for item in error.errors(include_url=False)]) from error


@cache
def _repeatable(model: type[Query]) -> frozenset[str]:
    """Return the parameters that may be given more than once."""
    return frozenset(name for name, field in model.model_fields.items() if get_origin(field.annotation) is list)


def _fault(item: ErrorDetails) -> Fault:
    detail = "unknown parameter" if item["type"] == "extra_forbidden" else error_words(item)
    return Fault(parameter=str(item["loc"][0]) if item["loc"] else None, detail=detail)
