"""Keyset pages: some items, and where the next page begins."""

from __future__ import annotations

from collections.abc import Callable, Iterable, Mapping, Sequence
from operator import attrgetter
from typing import Annotated, Any, Generic, TypeVar
from urllib.parse import urlencode

from flask import Response, request
from pydantic import BaseModel, Field, ValidationInfo, field_validator, model_validator

from api.http import etags
from api.http.problems import Fault, invalid
from api.listing.tables import FILE, TableQuery, sent_table
from phrasing.texts import Flag, Whole

MAX_LIMIT = 500
MAX_ROWS = 10_000
MAX_ADDRESS = 4000
"""Characters of a link: longer ones do not get through everywhere."""

LINKED = {
    "ETag": "of JSON: changes whenever the answer would",
    "Link": "the first page, and the next where there is one",
} | FILE
Item = TypeVar("Item", bound=BaseModel)


class Page(BaseModel, Generic[Item]):
    """One page of a list."""

    items: list[Item]
    next: str | None = Field(description="path and query of the next page; null on the last one")
    total: int | None = Field(default=None, description="entries of all pages; null unless `count` was asked for")


class PageQuery(TableQuery):
    """The parameters of every paged list."""

    cursor: Annotated[Whole, Field(ge=0)] | None = Field(default=None, description="from the `next` of the page before")
    limit: Whole = Field(
        default=50,
        ge=1,
        le=MAX_ROWS,
        description=f"items on a page, at most {MAX_LIMIT}; rows of a table, {MAX_ROWS:,} by default",
    )
    fields: str | None = Field(
        default=None,
        pattern="^[a-z_]+(,[a-z_]+)*$",
        examples=["id"],
        description="names of fields, separated by commas: each entry then has these alone",
    )
    count: Flag = Field(default=False, description="also count the entries of all pages")

    @model_validator(mode="before")
    @classmethod
    def _whole_tables(cls, given: dict[str, Any]) -> dict[str, Any]:
        return {"limit": MAX_ROWS, **given} if given.get("format", "json") != "json" else given

    @field_validator("limit")
    @classmethod
    def _short_pages(cls, limit: int, others: ValidationInfo) -> int:
        if others.data.get("format") == "json" and limit > MAX_LIMIT:
            raise ValueError(f"a page has at most {MAX_LIMIT} items, a table {MAX_ROWS:,} rows")
        return limit

    def next_page(self, rows: Sequence[Any], place: Callable[[Any], int] = attrgetter("id")) -> str | None:
        """Return the address of the page after `rows`, None if they do not fill a page; place: a row's cursor."""
        return None if len(rows) < self.limit else self.page_after(place(rows[-1]))

    def page_after(self, last_id: int) -> str:
        """Return the address of the page after the entry `last_id`."""
        return address(request.path, self._shared_parameters() | {"cursor": last_id})

    def total(self, count: Callable[[], int]) -> int | None:
        """Return how many entries there are, where that is asked for."""
        return count() if self.count else None

    def answer(self, kind: type[Page[Item]], items: Iterable[Item], after: str | None, total: int | None) -> Response:
        """Return the response with a page or a table; a 422 problem if its entries lack a requested field."""
        chosen = self._chosen_fields(kind)
        include: dict[str, Any] = {"items": {"__all__": chosen}, "next": True, "total": True}
        links = {"first": address(request.path, self._shared_parameters()), "next": after}
        link = ", ".join(f'<{target}>; rel="{relation}"' for relation, target in links.items() if target is not None)
        if self.format != "json":
            names = None if self.fields is None else list(chosen)
            model = entry_of(kind)
            return sent_table(model, items, self.format, names=names, more={"Link": link}, cut=after is not None)
        page = kind(items=list(items), next=after, total=total)
        text = page.model_dump_json(include=None if self.fields is None else include)
        return etags.tagged_response(text, {"Link": link})

    def _shared_parameters(self) -> dict[str, Any]:
        """Return the parameters that all pages of the list have."""
        return self.model_dump(mode="json", by_alias=True, exclude_defaults=True, exclude={"cursor", "count"})

    def _chosen_fields(self, page: type[Page[Any]]) -> set[str]:
        """Return the requested fields, by their names in the model of the entries."""
        asked = {} if self.fields is None else dict.fromkeys(self.fields.split(","))
        model = entry_of(page)
        names = {field.alias or name: name for name, field in model.model_fields.items()}
        unknown = [name for name in asked if name not in names]
        if unknown:
            detail = f"an entry has no {', '.join(unknown)}; it has {', '.join(names)}"
            raise invalid([Fault(parameter="fields", detail=detail)])
        return {names[name] for name in asked}


def entry_of(page: type[Page[Any]]) -> type[BaseModel]:
    """Return the model of the entries of a page."""
    model: type[BaseModel] = page.__pydantic_generic_metadata__["args"][0]
    return model


def address(path: str, parameters: Mapping[str, object]) -> str:
    """Return path and query of a page."""
    return f"{path}?{urlencode(list(_pairs(parameters)))}" if parameters else path


def _pairs(parameters: Mapping[str, object]) -> list[tuple[str, Any]]:
    pairs: list[tuple[str, Any]] = []
    for name, value in parameters.items():
        values = value if isinstance(value, list) else [value]
        pairs.extend((name, str(one).lower() if isinstance(one, bool) else one) for one in values)
    return pairs
