"""Specification of an import, and what found its tours."""

from __future__ import annotations

from typing import Literal

from pydantic import Field, JsonValue

from engine.specification.fields import Specification
from engine.specification.result import Part


class Finder(Part):
    """A job elsewhere that found tours of an import."""

    job: str = Field(description="its id there")
    engine: str = Field(description="digest of its code")
    specification: dict[str, JsonValue]
    cpu_seconds: float = Field(description="its processor time")
    tours: int = Field(description="tours of it that were imported, not here before")


class Publication(Part):
    """A publication that printed tours of an import."""

    name: str = Field(description="its short name")
    source: str = Field(description="author, title and year")
    tours: int = Field(description="tours of it that were imported, not here before")


class ImportSpecification(Specification):
    """Tours and counts from another database's file. It cannot be submitted: only an import makes it."""

    kind: Literal["import"] = "import"
    sha256: str = Field(pattern="^[0-9a-f]{64}$", description="of the file")
