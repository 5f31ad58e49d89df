"""The document of an answer to a question in SQL."""

from __future__ import annotations

from pydantic import BaseModel, Field


class AskedDocument(BaseModel):
    """How this was asked: enough to ask it again, and to see whether the answer is the same."""

    date: str = Field(description="when it was answered, UTC")
    query: str = Field(description="the question, as an address says it")
    version: str = Field(description="of Cavalier")
    commit: str | None = Field(description="of Cavalier's source, where it is known")
    rows: int
    csv_sha256: str = Field(description="of the same rows as CSV: equal answers have equal digests")


class AnswerDocument(BaseModel):
    """The rows that a question in SQL has chosen."""

    columns: list[str] = Field(description="names, all different")
    rows: list[list[object]] = Field(
        description="values in the order of the columns: text, number, true, false or null; whole numbers of 2^53 or "
        "more are texts, bytes hexadecimal digits"
    )
    more: bool = Field(description="there are more rows, which were left out: ask for fewer, or for more by `limit`")
    asked: AskedDocument


class ColumnDocument(BaseModel):
    """A column of a view."""

    name: str
    about: str


class ViewDocument(BaseModel):
    """A view that questions may read: what a row of it is, and its columns."""

    name: str
    about: str
    columns: list[ColumnDocument]


class ExampleDocument(BaseModel):
    """A question that can be asked as it is."""

    title: str
    sql: str
    after: str | None = Field(default=None, description="what must be done here before it has an answer; null: nothing")


class ViewsDocument(BaseModel):
    """What questions in SQL may be about."""

    on: bool = Field(description="whether this service answers them")
    off_because: str | None = Field(description="where it does not: why, and what to do about it")
    dialect: str = Field(description="sqlite or postgresql")
    views: list[ViewDocument]
    functions: list[str] = Field(description="that may be called, where the database has them")
    examples: list[ExampleDocument]
