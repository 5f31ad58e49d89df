"""Filters of lists by the tags and notes of what they list."""

from __future__ import annotations

from typing import Annotated

from pydantic import Field

from api.openapi.query import Query
from store.notes import MAX_TAGS

Name = Annotated[str, Field(min_length=1, max_length=200)]


class NotedQuery(Query):
    """Entries that have one of these tags, and a note with this text."""

    tag: list[Name] = Field(default=[], max_length=MAX_TAGS, description="one of its tags")
    note: Name | None = Field(default=None, description="part of the text of a note on it")
