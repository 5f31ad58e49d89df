"""Notes and tags as the API takes and shows them."""

from __future__ import annotations

from datetime import datetime
from typing import Annotated

from pydantic import AfterValidator, BaseModel, Field, TypeAdapter, WithJsonSchema

from api.http.base_document import RowDocument
from api.openapi import examples
from api.openapi.body import Body, body_checker
from engine.specification.fields import Model
from store.notes import MAX_NAME, MAX_TAGS, MAX_TEXT, NAME, check_tag, check_text

TagName = Annotated[
    str,
    AfterValidator(check_tag),
    WithJsonSchema({"type": "string", "pattern": f"^{NAME}$", "maxLength": MAX_NAME, "examples": ["to-check"]}),
]


def _check_number(names: list[str]) -> list[str]:
    if len(names) > MAX_TAGS:
        raise ValueError(f"a job, campaign or board has at most {MAX_TAGS} tags")
    return names


Tags = Annotated[list[TagName], AfterValidator(_check_number), Field(json_schema_extra={"maxItems": MAX_TAGS})]


class NoteRequest(Model):
    """A note, with tags for what it is about."""

    text: Annotated[
        str,
        AfterValidator(check_text),
        WithJsonSchema({"type": "string", "minLength": 1, "maxLength": MAX_TEXT, "pattern": r"\S"}),
    ] = Field(description="Markdown")
    tags: Tags = Field(default=[], description="tags to add to what the note is about")


class TagsRequest(Model):
    """The tags to replace those of a job, a campaign or a board."""

    tags: Tags = Field(description="these and no others")


class AddedTagsRequest(Model):
    """The tags to add to those of a job, a campaign or a board."""

    tags: Tags = Field(description="these, besides those that it has")


class NoteDocument(RowDocument):
    """A note."""

    id: int
    text: str = Field(description="as it was written, Markdown")
    author: str | None = Field(description="name of the API key that wrote it")
    created_at: datetime


class TagDocument(RowDocument):
    """A tag."""

    name: str
    author: str | None = Field(description="name of the API key that gave it")
    created_at: datetime


class TagsDocument(BaseModel):
    """All tags of a job, a campaign or a board."""

    tags: list[TagDocument] = Field(description="by name")


def _body(model: type[Model], shown: examples.Examples) -> Body:
    adapter = TypeAdapter(model)
    return Body(adapter, body_checker(adapter), shown)


NOTE = _body(NoteRequest, examples.NOTES)
TAGS = _body(TagsRequest, examples.TAGS)
MORE_TAGS = _body(AddedTagsRequest, examples.TAGS)
"""Bodies, which forms are checked as, too."""
