"""Documents that are read off a row of the database or another object, field by field of the same name."""

from __future__ import annotations

from typing import Self

from pydantic import BaseModel, ConfigDict

OLD_NAME = "`code_digest` under its old name, until the next major version"


class RowDocument(BaseModel):
    """A document made of a row: seconds since 1970 become times, and numbers strings where the document has strings."""

    model_config = ConfigDict(from_attributes=True, coerce_numbers_to_str=True)

    @classmethod
    def of(cls, row: object, **others: object) -> Self:
        """Return the document of a row. others: fields that the row lacks or stores in another form."""
        return cls(**{name: getattr(row, name) for name in cls.model_fields if name not in others}, **others)
