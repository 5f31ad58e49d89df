"""JSON schemas of everything the operations declare, collected so that equal models are described once."""

from __future__ import annotations

from typing import Any, Literal

from pydantic import TypeAdapter

from api.openapi.operation import Endpoint
from api.problems import Problem

Mode = Literal["validation", "serialization"]
Key = tuple[str, Mode]
TEMPLATE = "#/components/schemas/{model}"
PROBLEM: Key = ("problem", "serialization")


def body_key(name: str) -> Key:
    """Return the key of an operation's request body."""
    return (f"{name}:body", "validation")


def query_key(name: str) -> Key:
    """Return the key of an operation's query."""
    return (f"{name}:query", "validation")


def answer_key(name: str, status: int) -> Key:
    """Return the key of one of an operation's answers."""
    return (f"{name}:{status}", "serialization")


class Schemas:
    """The schemas of all endpoints: `of(key)` where a schema stands, `components` what it refers to."""

    def __init__(self, endpoints: dict[str, Endpoint]) -> None:
        wanted: list[tuple[str, Mode, TypeAdapter[Any]]] = [(*PROBLEM, TypeAdapter(Problem))]
        for name, endpoint in endpoints.items():
            wanted.extend(_wanted(name, endpoint))
        found, shared = TypeAdapter.json_schemas(wanted, ref_template=TEMPLATE)
        self._found = found
        self.components: dict[str, Any] = shared.get("$defs", {})

    def of(self, key: Key) -> dict[str, Any]:
        """Return the schema kept under `key`."""
        schema: dict[str, Any] = self._found[key]
        return schema

    def resolved(self, key: Key) -> dict[str, Any]:
        """Return the schema kept under `key`, a reference at its top followed."""
        schema = self.of(key)
        return self.components[schema["$ref"].rsplit("/", 1)[1]] if "$ref" in schema else schema


def _wanted(name: str, endpoint: Endpoint) -> list[tuple[str, Mode, TypeAdapter[Any]]]:
    declared = endpoint.operation
    wanted: list[tuple[str, Mode, TypeAdapter[Any]]] = [(*query_key(name), TypeAdapter(declared.query))]
    if declared.body is not None:
        wanted.append((*body_key(name), declared.body.adapter))
    for status, answer in declared.answers.items():
        if answer.content is not None:
            wanted.append((*answer_key(name, status), TypeAdapter(answer.content)))
    return wanted
