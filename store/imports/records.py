"""The lines of an export as records, or what is wrong with them."""

from __future__ import annotations

from collections.abc import Iterator
from io import BufferedIOBase
from typing import Annotated, Literal

from pydantic import AwareDatetime, BaseModel, ConfigDict, Field, ValidationError
from pydantic_core import from_json

MAX_LINE_BYTES = 1 << 24
MARK = b'"squares"'
"""What a line that is read in one pass has: most are tours."""

Name = Annotated[str, Field(min_length=1, max_length=64, pattern=r"^[\x20-\x7e]+$")]
Label = Annotated[str, Field(min_length=1, max_length=1100)]
Components = Annotated[str, Field(pattern=r"^[0-9]{1,6}(,[0-9]{1,6}){0,9}$")]


class Record(BaseModel):
    """What every line says. job: the id of the job elsewhere that has found it."""

    model_config = ConfigDict(strict=True, extra="ignore")

    board: Label
    piece: Components
    job: Name


class TourRecord(Record):
    """A tour. What it says of itself beside its squares is checked where it is given."""

    squares: list[list[int]]
    closed: bool | None = None
    symmetry: int | None = None
    engine: Name | None = None
    found_at: AwareDatetime | None = None
    class_: str | None = Field(default=None, alias="class")


class CountRecord(Record):
    """A count of a finished job."""

    quantity: Name
    convention: Literal["directed", "undirected"]
    value: str = Field(pattern=r"^(0|[1-9][0-9]{0,4999})$")
    method: Name
    engine: Name
    outcome: Literal["complete", "limit", "impossible", "not-found", "cancelled", "failed"]
    specification: dict[str, object]


class BadLineError(ValueError):
    """A line that is neither; the message says why."""


def numbered_lines(file: BufferedIOBase) -> Iterator[tuple[int, bytes]]:
    """Yield the lines that are not empty, numbered from 1; one too long comes in pieces, which are no records."""
    number = 0
    while line := file.readline(MAX_LINE_BYTES):
        number += 1
        if line.strip():
            yield number, line


def parse_line(line: bytes) -> TourRecord | CountRecord:
    """Return the record of a line; BadLineError where it is none."""
    if MARK in line:
        try:
            return TourRecord.model_validate_json(line)
        except ValidationError:
            pass  # what is wrong is found out below
    try:
        document = from_json(line)
    except ValueError as error:
        raise BadLineError(f"is not JSON: {error}") from error
    if not isinstance(document, dict):
        raise BadLineError("is not an object")
    model = TourRecord if "squares" in document else CountRecord
    try:
        return model.model_validate(document)
    except ValidationError as error:
        fault = error.errors(include_url=False)[0]
        raise BadLineError(f"{'.'.join(map(str, fault['loc']))}: {fault['msg']}") from error
