"""Keyset pages: some items, and where to go on."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from typing import Annotated, Any, Generic, TypeVar
from urllib.parse import urlencode

from flask import request
from pydantic import BaseModel, Field

from api.openapi.query import Query, Whole

MAX_LIMIT = 500
Item = TypeVar("Item")


class Page(BaseModel, Generic[Item]):
    """One page of a list."""

    items: list[Item]
    next: str | None = Field(description="path and query of the next page; null on the last one")


class PageQuery(Query):
    """What every paged list understands."""

    cursor: Annotated[Whole, Field(ge=0)] | None = Field(default=None, description="from the `next` of the page before")
    limit: Whole = Field(default=50, ge=1, le=MAX_LIMIT, description="items on a page")

    def next_page(self, rows: Sequence[Any], last_id: int | None) -> str | None:
        """Return the address of the page after `rows`, which end at `last_id`; None where they did not fill a page."""
        if last_id is None or len(rows) < self.limit:
            return None
        return address(request.path, self.model_dump(mode="json", exclude_defaults=True) | {"cursor": last_id})


def address(path: str, parameters: Mapping[str, object]) -> str:
    """Return path and query of a page."""
    return f"{path}?{urlencode(list(_pairs(parameters)))}" if parameters else path


def _pairs(parameters: Mapping[str, object]) -> list[tuple[str, Any]]:
    pairs: list[tuple[str, Any]] = []
    for name, value in parameters.items():
        values = value if isinstance(value, list) else [value]
        pairs.extend((name, str(one).lower() if isinstance(one, bool) else one) for one in values)
    return pairs
