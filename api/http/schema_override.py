"""JSON that is sent as it is stored, described by the type that it was made from."""

from __future__ import annotations

from collections.abc import Callable
from dataclasses import dataclass
from typing import Any

from pydantic import GetJsonSchemaHandler, TypeAdapter
from pydantic.json_schema import JsonSchemaValue
from pydantic_core import CoreSchema


@dataclass(frozen=True)
class ShownAs:
    """Marks a JSON value that has the schema of a type but is sent without being parsed. load: returns the type."""

    load: Callable[[], Any]

    def __get_pydantic_json_schema__(self, _schema: CoreSchema, handler: GetJsonSchemaHandler) -> JsonSchemaValue:
        """Describe the type in the value's stead."""
        return handler(TypeAdapter(self.load()).core_schema)
