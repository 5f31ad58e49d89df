"""Documents that are read off a row of the database, field by field of the same name."""

from __future__ import annotations

from pydantic import BaseModel, ConfigDict


class RowDocument(BaseModel):
    """`model_validate` takes a row: seconds since 1970 become moments, and whole numbers strings where those are."""

    model_config = ConfigDict(from_attributes=True, coerce_numbers_to_str=True)
