"""Published figures in the data files of `data/`: one file per source, its tables, one record per figure."""

from __future__ import annotations

import hashlib
import json
from collections.abc import Mapping
from dataclasses import dataclass
from functools import cache
from pathlib import Path
from typing import Any

IMPLIED = "implied"
"""Status of a figure that follows from its source without being printed there."""
CLAIMED = "claimed"
"""Status of a figure that one person has announced and no one has confirmed."""
UNKNOWN = "unknown"
"""Value of a printed figure whose number is not known here."""

FOLDER = Path(__file__).resolve().parent / "data"
VERSION_LENGTH = 16

SOURCES = (
    "marche-du-cavalier",
    "math0499-liege",
    "delphi",
    "algorithmique-iii",
    "knights-luxembourg",
    "known-counts",
    "knuth-8a",
)
"""The five documents with reproduced tables, counts of the literature, proved extremes: the order of all lists."""


@dataclass(frozen=True)
class Figure:
    """One published figure, or one grid or string that is printed as a whole.

    key: permanent name, made of the other fields.
    value: exact whole numbers as decimal text, estimates as numbers, grids as lists of rows (None: no square); UNKNOWN.
    at: what the figure belongs to beside board and quantity, such as {"square": [1, 1]} or {"depth": 5}.
    error: one standard error as printed. exact: whether the source claims to be exact.
    right: what it should read, where the print is wrong. finding: why, or what else is known about it.
    status: "verified", "refuted", "sampled" (agrees with an estimate), "quoted", "unchecked", CLAIMED,
    or IMPLIED.
    """

    key: str
    source: str
    title: str
    table: str
    what: str
    quantity: str
    value: Any
    board: str | None
    piece: str | None
    convention: str | None
    at: Mapping[str, Any]
    error: float | None
    exact: bool
    right: Any
    finding: str | None
    note: str | None
    status: str


@cache
def all_figures() -> tuple[Figure, ...]:
    """Return every figure, source by source, in printed order."""
    return tuple(figure for source in SOURCES for figure in _read(source))


@cache
def data_version() -> str:
    """Return the version of the data: hexadecimal digits of the files' SHA-256."""
    content = b"".join(_path(source).read_bytes() for source in SOURCES)
    return hashlib.sha256(content).hexdigest()[:VERSION_LENGTH]


def _path(source: str) -> Path:
    return FOLDER / f"{source}.json"


def _read(source: str) -> list[Figure]:
    document = json.loads(_path(source).read_text(encoding="utf-8"))
    return [
        _figure(document, table, {"board": table.get("board"), **record})
        for table in document["tables"]
        for record in table["figures"]
    ]


def _figure(document: Mapping[str, Any], table: Mapping[str, Any], record: Mapping[str, Any]) -> Figure:
    at = record.get("at", {})
    refuted = "right" in record or table["status"] == "refuted"
    return Figure(
        key=_key(document["source"], table, record, at),
        source=document["source"],
        title=document["title"],
        table=table["table"],
        what=table["what"],
        quantity=record["quantity"],
        value=record["value"],
        board=record["board"],
        piece=table.get("piece"),
        convention=record.get("convention"),
        at=at,
        error=record.get("error"),
        exact=record.get("exact", True),
        right=record.get("right"),
        finding=record.get("finding") or table.get("finding"),
        note=record.get("note"),
        status="refuted" if refuted else record.get("status", table["status"]),
    )


def _key(source: str, table: Mapping[str, Any], record: Mapping[str, Any], at: Mapping[str, object]) -> str:
    """Return source/table/quantity, then the board unless it is the whole table's, then the place."""
    own_board = [record["board"]] if record["board"] != table.get("board") else []
    place = [f"{name}={_spell(value)}" for name, value in at.items()]
    return "/".join([source, table["table"], record["quantity"], *own_board, *place])


def _spell(value: object) -> str:
    return ",".join(map(str, value)) if isinstance(value, list) else str(value)
