"""The lines of an export as records, or what is wrong with them.

Besides tours and counts, a line may describe the job or the publication of the tours after it, as in the atlas.

A line of a tour in the form of `cavalier export` is cut into its parts. The part that says whose tour it is repeats
from line to line, and is parsed once; the squares stay text, which numpy parses many at a time (tour_checks.py). Any
other line is parsed whole.
"""

from __future__ import annotations

import json
import re
from collections.abc import Iterator, Mapping
from datetime import UTC, datetime
from functools import lru_cache
from io import BufferedIOBase
from typing import Annotated, Literal, NamedTuple

from pydantic import AwareDatetime, BaseModel, ConfigDict, Field, ValidationError
from pydantic_core import from_json

from engine.specification.model_errors import error_words

MAX_LINE_BYTES = 1 << 24
MARK = b'"squares"'
"""The mark of a line that is first tried as a tour: most are tours."""

BEFORE_TIME, BEFORE_CLASS, BEFORE_SQUARES = b',"found_at":"', b',"class":"', b'","squares":'
CLASS_DIGITS = 16
FOUND = re.compile(rb'(\d{4}-\d\d-\d\dT\d\d:\d\d:\d\d(?:\.\d{6})?)Z"(,"closed":[a-z]+,"symmetry":\d+)')
"""The text between `BEFORE_TIME` and `BEFORE_CLASS`."""

MAX_HEADS = 1 << 14
"""Beginnings of lines that are remembered: a job elsewhere has a few."""

Name = Annotated[str, Field(min_length=1, max_length=64, pattern=r"^[\x20-\x7e]+$")]
Label = Annotated[str, Field(min_length=1, max_length=1100)]
Components = Annotated[str, Field(pattern=r"^[0-9]{1,6}(,[0-9]{1,6}){0,9}$")]


class Record(BaseModel):
    """The fields of every line. job: the id of the job elsewhere that found it, or the name of a publication."""

    model_config = ConfigDict(strict=True, extra="ignore")

    board: Label
    piece: Components
    job: Name


class TourRecord(Record):
    """A tour. The claims besides its squares are checked where given."""

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


class JobRecord(Record):
    """The job elsewhere that found the tours of the lines with its id. cpu_seconds: its processor time."""

    engine: Name
    specification: dict[str, object]
    cpu_seconds: float = Field(ge=0, allow_inf_nan=False)


class SourceRecord(Record):
    """The publication that printed the tours of the lines with its name (`job`). source: author, title and year."""

    source: str = Field(min_length=1, max_length=300)


LineRecord = CountRecord | JobRecord | SourceRecord
"""The record of a line that is not a tour."""


class TourLine(NamedTuple):
    """A tour whose squares are still text.

    line: all of it. head: its fields except time, class and squares. found_at: seconds since 1970. squares: in the
    form of the export, else they are not sound.
    """

    line: bytes
    head: TourRecord
    found_at: float | None
    class_: bytes | None
    squares: bytes


class BadLineError(ValueError):
    """A line that is not a record; the message says why."""


def numbered_lines(file: BufferedIOBase) -> Iterator[tuple[int, bytes]]:
    """Yield the lines that are not empty, numbered from 1; one too long comes in pieces, which are no records."""
    number = 0
    while line := file.readline(MAX_LINE_BYTES):
        number += 1
        if line.strip():
            yield number, line


def read_line(line: bytes) -> TourLine | LineRecord:
    """Return what a line says; BadLineError where it is no record.

    Squares that are not in the form of the export may be returned unread; `parse_line` says what is wrong with them.
    """
    exported = _parse_exported(line)
    if exported is not None:
        return exported
    record = parse_line(line)
    if not isinstance(record, TourRecord):
        return record
    try:
        moment = None if record.found_at is None else record.found_at.astimezone(UTC).timestamp()
    except OverflowError:
        raise BadLineError("found_at: is not within the years 1 to 9999 of UTC") from None
    key = None if record.class_ is None else record.class_.encode()
    squares = json.dumps(record.squares, separators=(",", ":")).encode()
    return TourLine(line, record.model_copy(update={"squares": []}), moment, key, squares)


def parse_line(line: bytes) -> TourRecord | LineRecord:
    """Return the record of a line; BadLineError where it is none."""
    if MARK in line:
        try:
            return TourRecord.model_validate_json(line)
        except ValidationError:
            pass  # parsed below, for the message
    try:
        document = from_json(line)
    except ValueError as error:
        raise BadLineError("is not JSON") from error
    if not isinstance(document, dict):
        raise BadLineError("is not an object")
    model = _model(document)
    try:  # from JSON: with strict types, a Python text is no time
        return model.model_validate_json(line)
    except ValidationError as error:
        fault = error.errors(include_url=False)[0]
        raise BadLineError(f"{'.'.join(map(str, fault['loc']))}: {error_words(fault)}") from error


def _model(document: Mapping[str, object]) -> type[TourRecord | LineRecord]:
    if "squares" in document:
        return TourRecord
    if "source" in document:
        return SourceRecord
    return JobRecord if "cpu_seconds" in document else CountRecord


def _parse_exported(line: bytes) -> TourLine | None:
    """Cut a line into its parts; None where it is not written as the export writes it."""
    begin, _, end = line.rstrip().partition(BEFORE_CLASS)
    head, _, more = begin.partition(BEFORE_TIME)
    found, after = FOUND.fullmatch(more), CLASS_DIGITS + len(BEFORE_SQUARES)
    if found is None or end[CLASS_DIGITS:after] != BEFORE_SQUARES or not end.endswith(b"]]}"):
        return None
    key, (time, rest) = end[:CLASS_DIGITS], found.groups()
    if not key.isalnum():
        return None
    try:
        return TourLine(
            line, _head(head + rest), datetime.fromisoformat(f"{time.decode()}+00:00").timestamp(), key, end[after:-1]
        )
    except ValueError:
        return None


@lru_cache(maxsize=MAX_HEADS)
def _head(text: bytes) -> TourRecord:
    """Return the record of an object without its end; ValueError if a text or an inner object is still open."""
    return TourRecord.model_validate_json(text + b',"squares":[]}')
