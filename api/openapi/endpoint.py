"""Endpoints that declare themselves: what they take, what they give, who may call them."""

from __future__ import annotations

from collections.abc import Callable, Mapping
from dataclasses import dataclass, field
from functools import update_wrapper
from typing import Any

from flask import Response, request
from pydantic import BaseModel, TypeAdapter

from api.http.security.keys import authorise
from api.openapi.body import Body, read_json
from api.openapi.query import NoParameters, Query, parse_query
from store.api_keys import Scope

View = Callable[..., Any]
Reply = Any
"""What a view returns: a Response, a model or plain JSON values, or (one of these, status, headers)."""


@dataclass(frozen=True)
class Answer:
    """One way in which an operation succeeds. `media` names what is sent where that is not JSON."""

    description: str
    content: Any = None
    headers: Mapping[str, str] = field(default_factory=dict)
    media: tuple[str, ...] = ("application/json",)


@dataclass(frozen=True)
class RequestHeader:
    """A request header that an operation understands."""

    name: str
    description: str
    pattern: str = r"^[!-~]{1,255}$"


@dataclass(frozen=True)
class Operation:
    """What an endpoint declares. `scope` None: open to all."""

    summary: str
    tag: str
    answers: Mapping[int, Answer]
    query: type[Query] = NoParameters
    body: Body | None = None
    headers: tuple[RequestHeader, ...] = ()
    problems: tuple[int, ...] = ()
    scope: Scope | None = "read"


class Endpoint:
    """A view function behind its declaration: authorises, reads query and body, writes the answer."""

    __name__: str

    def __init__(self, view: View, operation: Operation) -> None:
        update_wrapper(self, view)
        self.view = view
        self.operation = operation

    def __call__(self, **arguments: object) -> Response:
        """Answer the current request; Flask calls this with the variable parts of its path."""
        declared = self.operation
        if declared.scope is not None:
            authorise(declared.scope)
        query = parse_query(declared.query, request.args)
        if declared.query is not NoParameters:
            arguments["query"] = query
        if declared.body is not None:
            arguments["body"] = declared.body.parse(read_json(request))
        return reply(self.view(**arguments))


def operation(
    summary: str,
    *,
    tag: str,
    answers: Mapping[int, Answer],
    **more: Any,  # noqa: ANN401  the other fields of Operation
) -> Callable[[View], Endpoint]:
    """Declare a view function as an operation of the API; `more` are further fields of Operation."""
    declared = Operation(summary=summary, tag=tag, answers=answers, **more)
    return lambda view: Endpoint(view, declared)


def reply(result: Reply) -> Response:
    """Turn what a view returned into a response."""
    if isinstance(result, Response):
        return result
    model, status, headers = result if isinstance(result, tuple) else (result, 200, {})
    text = model.model_dump_json() if isinstance(model, BaseModel) else _dump(model)
    return Response(text, status=status, headers=headers, mimetype="application/json")


def _dump(value: object) -> bytes:
    return TypeAdapter(Any).dump_json(value)
