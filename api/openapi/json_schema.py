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
"""Of an object, an array, a value, or one of several; every keyword may be left out."""

BOUNDS = {"ge": "minimum", "gt": "exclusiveMinimum", "le": "maximum", "lt": "exclusiveMaximum"}
"""What pydantic calls the bounds of a number that a reader of ours comes before, and what JSON Schema does."""


def schema_of(model: type[BaseModel]) -> Schema:
    """Return the schema of what a model reads, its fields by the names that they have in JSON."""
    return cast("Schema", model.model_json_schema(by_alias=True))
