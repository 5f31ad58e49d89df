"""JSON schemas of everything the operations declare, collected so that equal models are described once."""

from __future__ import annotations

import json
from collections.abc import Iterator, Mapping
from typing import Any, Literal, cast

from pydantic import TypeAdapter

from api.http.problems import Problem
from api.openapi.endpoint import Endpoint
from api.openapi.json_schema import Schema

Mode = Literal["validation", "serialization"]
Key = tuple[str, Mode]
TEMPLATE = "#/components/schemas/{model}"
BODY = ":body"
PROBLEM: Key = ("problem", "serialization")


def body_key(name: str) -> Key:
    """Return the key of an operation's request body."""
    return (f"{name}{BODY}", "validation")


def query_key(name: str) -> Key:
    """Return the key of an operation's query."""
    return (f"{name}:query", "validation")


def answer_key(name: str, status: int) -> Key:
    """Return the key of one of an operation's answers."""
    return (f"{name}:{status}", "serialization")


class Schemas:
    """The schemas of all endpoints: `of(key)` returns one, `components` has those that it refers to."""

    def __init__(self, endpoints: dict[str, Endpoint]) -> None:
        models: list[tuple[str, Mode, TypeAdapter[Any]]] = [(*PROBLEM, TypeAdapter(Problem))]
        for name, endpoint in endpoints.items():
            models.extend(_list_adapters(name, endpoint))
        found, shared = TypeAdapter.json_schemas(models, ref_template=TEMPLATE)
        self._found = found
        self.components = cast("Schema", shared).get("$defs", {})
        bodies = [found[key] for key in found if str(key[0]).endswith(BODY)]
        for name in _find_references(bodies, self.components):
            _tell_defaults(self.components[name])

    def of(self, key: Key) -> Schema:
        """Return the schema kept under `key`."""
        return cast("Schema", self._found[key])

    def resolve(self, key: Key) -> Schema:
        """Return the schema kept under `key`, a reference at its top followed."""
        schema = self.of(key)
        return self.components[schema["$ref"].rsplit("/", 1)[1]] if "$ref" in schema else schema


def _list_adapters(name: str, endpoint: Endpoint) -> list[tuple[str, Mode, TypeAdapter[Any]]]:
    declared = endpoint.operation
    models: list[tuple[str, Mode, TypeAdapter[Any]]] = [(*query_key(name), TypeAdapter(declared.query))]
    if declared.body is not None:
        models.append((*body_key(name), declared.body.adapter))
    for status, answer in declared.answers.items():
        if answer.content is not None:
            models.append((*answer_key(name, status), TypeAdapter(answer.content)))
    return models


def _find_references(schemas: object, components: Mapping[str, Schema]) -> set[str]:
    """Return the names of the components that these schemas refer to, directly or not."""
    found: set[str] = set()
    waiting: list[object] = [schemas]
    while waiting:
        new = {name for node in waiting for name in _references(node)} - found
        found |= new
        waiting = [components[name] for name in new]
    return found


def _references(node: object) -> Iterator[str]:
    if isinstance(node, dict):
        if "$ref" in node:
            yield node["$ref"].rpartition("/")[2]
        for part in node.values():
            yield from _references(part)
    elif isinstance(node, list):
        for part in node:
            yield from _references(part)


def _tell_defaults(schema: Schema) -> None:
    """State the default of each field of a body in its description.

    Given a `default`, client generators either make the field required or cannot read an object there.
    """
    for field in schema.get("properties", {}).values():
        default = field.pop("default", None)
        if default is not None:
            field["description"] = "; ".join(
                [*filter(None, [field.get("description")]), f"default {json.dumps(default)}"]
            )
