"""Pictures and tables as files to keep."""

from __future__ import annotations

import hashlib
from collections.abc import Iterable, Sequence
from dataclasses import replace
from urllib.parse import quote

from flask import Response, request
from pydantic import BaseModel

from api.http.export_headers import origin_headers
from findings.exports.provenance import origin
from findings.exports.table import csv_text
from findings.statements.flat_rows import FLAT, flat
from findings.statements.statement import Statement


def csv_file(rows: Iterable[Sequence[object]]) -> Response:
    """Return a head and rows as a CSV file (RFC 4180).

    Headers say what was asked for here, when, how many rows there are below the head, and the file's digest.
    """
    written = list(rows)
    text = csv_text(written, "\r\n").encode()
    made = origin(quote(request.path), request.args.to_dict(flat=False))
    known = replace(made, rows=max(0, len(written) - 1), sha256=hashlib.sha256(text).hexdigest())
    return Response(text, mimetype="text/csv", headers=origin_headers(known))


def statements_file(statements: Iterable[Statement]) -> Response:
    """Return statements as a CSV file, each figure with what it is of, how sure it is and who says so."""
    rows = [flat(one) for one in statements]
    return csv_file([FLAT, *([row[name] for name in FLAT] for row in rows)])


def documents_file(documents: Iterable[BaseModel]) -> Response:
    """Return documents as a CSV file, one a line, with a column for each field that the first one has."""
    rows = [document.model_dump(mode="json") for document in documents]
    head = list(rows[0]) if rows else []
    return csv_file([head, *([row.get(name) for name in head] for row in rows)])
