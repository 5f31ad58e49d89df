"""Tours and counts as JSON Lines and CSV."""

from __future__ import annotations

import csv
import io
import json
from collections.abc import Iterable, Iterator, Mapping
from typing import Any

from store.exports.tour_pages import TourPage

TOUR_FIELDS = ("board", "piece", "job", "closed", "symmetry", "class", "squares")


def tour_records(pages: Iterable[TourPage]) -> Iterator[dict[str, object]]:
    """Yield one record per tour; squares are lists of coordinates from 1."""
    for page in pages:
        paths = page.board.coordinates[page.squares].tolist()
        columns = zip(page.jobs, page.closed, page.symmetry, page.classes, paths, strict=True)
        for values in columns:
            yield dict(zip(TOUR_FIELDS, (page.board.label, page.piece, *values), strict=True))


def json_lines(records: Iterable[Mapping[str, object]]) -> Iterator[str]:
    """Yield each record as a line."""
    for record in records:
        yield json.dumps(record, separators=(",", ":")) + "\n"


def csv_lines(records: Iterable[Mapping[str, object]]) -> Iterator[str]:
    """Yield a line of names, then one per record; squares are written "1,1 2,3 ..."; nothing at all without records."""
    fields: list[str] = []
    for record in records:
        if not fields:
            fields = list(record)
            yield _csv_line(fields)
        yield _csv_line([_spelled(record[field]) for field in fields])


def _spelled(value: Any) -> Any:  # noqa: ANN401  any value of a record
    if isinstance(value, dict):
        return json.dumps(value, separators=(",", ":"))
    if isinstance(value, list):
        return " ".join(",".join(map(str, square)) for square in value)
    return str(value).lower() if isinstance(value, bool) else value


def _csv_line(values: list[Any]) -> str:
    line = io.StringIO()
    csv.writer(line, lineterminator="\n").writerow(values)
    return line.getvalue()
