"""Tours and counts as JSON Lines and CSV.

Lines of tours are put together by numpy from tables: what tours have in common is written once for each stretch, and
each square once for each board. Fields of different widths are padded with zero bytes, which are removed at the end.
"""

from __future__ import annotations

import json
from collections.abc import Callable, Iterable, Iterator, Mapping, Sequence

import numpy as np
from numpy.typing import NDArray

from findings.exports.table import csv_text
from store.queries.tour_pages import HEAD_FIELDS, TourPage
from store.tours.encoding import class_texts

TOUR_FIELDS = (*HEAD_FIELDS, "class", "squares")
LINES = 2048
"""Lines put together at a time."""

Bytes = NDArray[np.uint8]


def json_lines(records: Iterable[Mapping[str, object]]) -> Iterator[str]:
    """Yield each record as a line."""
    for record in records:
        yield json.dumps(record, separators=(",", ":")) + "\n"


def csv_lines(records: Iterable[Mapping[str, object]], names: Sequence[str] = ()) -> Iterator[str]:
    """Yield a line of names, then one per record; squares are written "1,1 2,3 ...".

    names: of the fields; by default those of the first record, and then nothing is written without a record.
    """
    fields = list(names)
    if fields:
        yield csv_text([fields])
    for record in records:
        if not fields:
            fields = list(record)
            yield csv_text([fields])
        yield csv_text([[_spell(record[field]) for field in fields]])


def tours_as_json(pages: Iterable[TourPage]) -> Iterator[bytes]:
    """Yield a line for each tour, many at a time; squares are lists of coordinates from 1."""

    def head(values: Sequence[object]) -> str:
        return json.dumps(dict(zip(HEAD_FIELDS, values, strict=True)), separators=(",", ":"))[:-1] + ',"class":"'

    for page in pages:
        squares = [json.dumps(square, separators=(",", ":")) for square in page.board.coordinates.tolist()]
        yield from _lines(page, head, '","squares":[', _table([f",{square}" for square in squares]), "]}\n")


def tours_as_csv(pages: Iterable[TourPage]) -> Iterator[bytes]:
    """Yield a line of names, then one for each tour, many at a time; squares are written "1,1 2,3 ..."."""
    yield csv_text([TOUR_FIELDS]).encode()

    def head(values: Sequence[object]) -> str:
        return csv_text([[_spell(value) for value in values]])[:-1] + ","

    for page in pages:
        squares = [" " + ",".join(map(str, square)) for square in page.board.coordinates.tolist()]
        yield from _lines(page, head, ',"', _table(squares), '"\n')


def _lines(
    page: TourPage, head: Callable[[Sequence[object]], str], middle: str, squares: Bytes, end: str
) -> Iterator[bytes]:
    """Yield lines of a head, the class and the squares, the first square without its separator."""
    heads = _table([head(page.head(stretch)) for stretch in page.stretches])
    for first in range(0, len(page), LINES):
        part = slice(first, first + LINES)
        paths = squares[page.squares[part]]
        paths[:, 0, 0] = 0
        classes = class_texts(page.class_keys[part])[:, None].view(np.uint8)
        columns = [heads[page.stretch[part]], classes, _repeat(middle, len(paths)), paths.reshape(len(paths), -1)]
        yield np.hstack([*columns, _repeat(end, len(paths))]).tobytes().translate(None, b"\0")


def _table(texts: Sequence[str]) -> Bytes:
    """Return texts as bytes (k, longest), padded with zeros."""
    return np.array([text.encode() for text in texts])[:, None].view(np.uint8)


def _repeat(text: str, number: int) -> Bytes:
    return np.broadcast_to(np.frombuffer(text.encode(), dtype=np.uint8), (number, len(text)))


def _spell(value: object) -> object:
    if isinstance(value, dict):
        return json.dumps(value, separators=(",", ":"))
    if isinstance(value, list):
        return " ".join(",".join(map(str, square)) for square in value)
    return value
