"""Documents that are read off a row of the database or another object, field by field of the same name."""

from __future__ import annotations

from typing import Self

from pydantic import BaseModel, ConfigDict

OLD_NAME = "`code_digest` under its old name, until the next major version"


class RowDocument(BaseModel):
    """Seconds since 1970 become moments, whole numbers strings where those are; a document within it may be a row."""

    model_config = ConfigDict(from_attributes=True, coerce_numbers_to_str=True)

    @classmethod
    def of(cls, row: object, **others: object) -> Self:
        """Return the document of a row; others: the fields that it does not have, or says otherwise."""
        return cls(**{name: getattr(row, name) for name in cls.model_fields if name not in others}, **others)
