"""Keyset pages: some items, and where to go on."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from typing import Any, Generic, TypeVar
from urllib.parse import urlencode

from flask import request
from pydantic import BaseModel, Field

from api.context import services
from api.openapi.query import Query, Whole

MAX_LIMIT = 500
Item = TypeVar("Item")


class Page(BaseModel, Generic[Item]):
    """One page of a list."""

    items: list[Item]
    next: str | None = Field(description="path and query of the next page; null on the last one")


class PageQuery(Query):
    """What every paged list understands."""

    cursor: str | None = Field(default=None, max_length=1000, description="from the `next` of the page before")
    limit: Whole = Field(default=50, ge=1, le=MAX_LIMIT, description="items on a page")

    def filters(self) -> dict[str, Any]:
        """Return everything given that decides which items are in the list; a cursor holds for these alone."""
        return {"path": request.path} | self.model_dump(mode="json", exclude_none=True, exclude={"cursor", "limit"})

    def position(self) -> int | None:
        """Return the id after which the page begins; None on the first page."""
        if self.cursor is None:
            return None
        (key,) = services().cursors.open(self.cursor, self.filters())
        return int(key)

    def next_page(self, rows: Sequence[Any], last_id: int | None) -> str | None:
        """Return the address of the page after `rows`, which end at `last_id`; None where they did not fill a page."""
        if last_id is None or len(rows) < self.limit:
            return None
        cursor = services().cursors.seal([last_id], self.filters())
        return address(request.path, self.model_dump(mode="json", exclude_defaults=True) | {"cursor": cursor})


def address(path: str, parameters: Mapping[str, Any]) -> str:
    """Return path and query of a page."""
    return f"{path}?{urlencode(list(_pairs(parameters)))}" if parameters else path


def _pairs(parameters: Mapping[str, Any]) -> list[tuple[str, Any]]:
    pairs: list[tuple[str, Any]] = []
    for name, value in parameters.items():
        values = value if isinstance(value, list) else [value]
        pairs.extend((name, str(one).lower() if isinstance(one, bool) else one) for one in values)
    return pairs
