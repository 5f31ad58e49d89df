"""The formats of exports by name."""

from __future__ import annotations

import json
from collections.abc import Callable, Iterable, Iterator, Mapping

from sqlalchemy.orm import Session

from findings.exports.counts import COUNT_FIELDS
from findings.exports.npy import npy_bytes
from findings.exports.parquet import parquet_bytes, records_as_parquet
from findings.exports.provenance import Tally
from findings.exports.text import csv_lines, json_lines, tours_as_csv, tours_as_json
from store.models.boards import BoardRow
from store.queries.facets import tours_by_board
from store.queries.tour_pages import TourPage, tour_pages
from store.queries.tours import TourFilter

Lines = Callable[[Iterable[Mapping[str, object]]], Iterator[str]]
RECORDS: Mapping[str, Lines] = {"jsonl": json_lines, "csv": csv_lines}
"""The functions that write records as lines."""

COUNTS = (*RECORDS, "parquet")
"""Formats of counts."""

TOURS = {
    "jsonl": "application/x-ndjson",
    "csv": "text/csv",
    "npy": "application/octet-stream",
    "parquet": "application/vnd.apache.parquet",
}
"""Formats of tours, and their media types."""

BINARY = ("npy", "parquet")


class MixedBoardsError(ValueError):
    """An array has rows of one length: it holds the tours of one board and piece."""


def tour_file(
    session: Session, tour_filter: TourFilter, form: str, *, classes: bool = False, tally: Tally | None = None
) -> Iterator[bytes]:
    """Return the chosen tours in one of the formats, piece by piece; memory does not grow with their number.

    classes: adds the keys of classes to Parquet. tally: counts the tours; a Parquet file stores its facts at the end.
    Raises MixedBoardsError at once, before the first piece.
    """
    pages: Iterator[TourPage] = tour_pages(session, tour_filter)
    pages = pages if tally is None else tally.passing(pages)
    if form == "npy":
        if tour_filter.beyond_runs:
            raise MixedBoardsError(
                "an NPY file tells first how many rows it has: search by content or statistics in another format"
            )
        return npy_bytes(pages, *_shape(session, tour_filter))
    if form == "parquet":
        return parquet_bytes(pages, classes=classes, metadata=dict if tally is None else tally.facts)
    return (tours_as_json if form == "jsonl" else tours_as_csv)(pages)


def count_file(
    records: Iterable[Mapping[str, object]], form: str, metadata: Callable[[], Mapping[str, object]] = dict
) -> Iterator[bytes]:
    """Return counts in one of the formats, piece by piece; in Parquet all values are text, lists and objects as JSON.

    metadata: returns the notes on a Parquet file; called at the end.
    """
    if form == "parquet":
        texts = ({name: _text(value) for name, value in record.items()} for record in records)
        return records_as_parquet(texts, dict.fromkeys(COUNT_FIELDS, "text"), metadata)
    return map(str.encode, RECORDS[form](records))


def _text(value: object) -> object:
    return json.dumps(value) if isinstance(value, list | dict) else value


def _shape(session: Session, tour_filter: TourFilter) -> tuple[int, int]:
    """Return the rows and columns of the array."""
    numbers = tours_by_board(session, tour_filter)
    if len(numbers) > 1:
        raise MixedBoardsError("an NPY file holds tours of one board and piece: name the board, and the piece")
    return sum(numbers.values()), sum(session.get_one(BoardRow, board_id).size for board_id in numbers)
