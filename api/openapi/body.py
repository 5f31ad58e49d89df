"""Request bodies, read as strict JSON before their content is checked."""

from __future__ import annotations

import json
from collections.abc import Callable
from dataclasses import dataclass
from typing import Any, TypeVar

from flask import Request
from pydantic import TypeAdapter, ValidationError

from api.http.problems import ProblemError
from api.openapi.examples import Examples
from engine.kinds.parse import Fault, InvalidSpecificationError
from engine.specification.json_document import read_document
from engine.specification.model_errors import error_words

Model = TypeVar("Model")


@dataclass(frozen=True)
class Body:
    """A JSON body: the adapter whose schema documents it, the function that checks a decoded one, and examples."""

    adapter: TypeAdapter[Any]
    parse: Callable[[object], Any]
    examples: Examples


def body_checker(adapter: TypeAdapter[Model]) -> Callable[[object], Model]:
    """Return the function that checks a decoded body; InvalidSpecificationError names each wrong field."""

    def check(raw: object) -> Model:
        try:
            return adapter.validate_python(raw)
        except ValidationError as error:
            faults = [
                Fault("".join(f"/{part}" for part in item["loc"][:1]), error_words(item))
                for item in error.errors(include_url=False)
            ]
            raise InvalidSpecificationError(faults) from error

    return check


def read_json(request: Request) -> object:
    """Return the decoded body; 415 for another media type, 400 for what is not JSON, 422 for a repeated key."""
    if request.mimetype != "application/json":
        given = request.mimetype or "none"
        raise ProblemError(
            415,
            "unsupported-media-type",
            "Unsupported media type",
            f"send the body as application/json, not {given}",
            headers={"Accept": "application/json"},
        )
    sent = request.get_data(cache=False)
    if not sent.strip():
        raise ProblemError(400, "malformed-json", "Malformed JSON", "the body is empty: send a JSON object")
    try:
        read, twice = read_document(sent)
    except RecursionError as error:
        raise ProblemError(400, "malformed-json", "Malformed JSON", "nested too deeply") from error
    except json.JSONDecodeError as error:
        detail = f"the body is not valid JSON at line {error.lineno}, column {error.colno}"
        raise ProblemError(400, "malformed-json", "Malformed JSON", detail) from error
    except UnicodeDecodeError as error:
        raise ProblemError(400, "malformed-json", "Malformed JSON", "the body is not text in UTF-8") from error
    except ValueError as error:
        raise ProblemError(400, "malformed-json", "Malformed JSON", str(error)) from error
    if twice is not None:
        raise InvalidSpecificationError([Fault(twice, "stands twice in the body: give it once")])
    return read
