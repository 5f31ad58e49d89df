"""JSON schemas as pydantic writes them: the keywords that we read."""

from __future__ import annotations

from typing import TypedDict, cast

from pydantic import BaseModel

Schema = TypedDict(
    "Schema",
    {
        "$ref": str,
        "$defs": "dict[str, Schema]",
        "type": str,
        "description": str,
        "default": object,
        "enum": list[object],
        "const": object,
        "anyOf": "list[Schema]",
        "oneOf": "list[Schema]",
        "items": "Schema",
        "properties": "dict[str, Schema]",
        "required": list[str],
        "minimum": float,
        "maximum": float,
    },
    total=False,
)
"""The schema of an object, an array, a value, or one of several; every keyword is optional."""

BOUNDS = {"ge": "minimum", "gt": "exclusiveMinimum", "le": "maximum", "lt": "exclusiveMaximum"}
"""Bounds of a number: pydantic's names for them behind a validator of ours, and those of JSON Schema."""


def schema_of(model: type[BaseModel]) -> Schema:
    """Return the schema of the input of a model, with the JSON names of its fields."""
    return cast("Schema", model.model_json_schema(by_alias=True))
