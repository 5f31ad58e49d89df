"""Entries of the atlas as its data file holds them: one line of JSON for each job, all compressed."""

from __future__ import annotations

import gzip
import hashlib
import json
from collections.abc import Iterable, Mapping
from dataclasses import asdict, dataclass
from functools import cache
from pathlib import Path
from typing import Any

from store.models.atlas import EVERYWHERE

FILE = Path(__file__).resolve().parent / "data" / "atlas.jsonl.gz"
VERSION_LENGTH = 16


@dataclass(frozen=True)
class AtlasFigure:
    """One figure of a board. value: exact decimal digits, or an estimate as a number. method: by which.

    by_start: directed tours from the first square ("row,column") of each class of squares that symmetry makes equal,
    as decimal digits; None where they were not counted. by_end: of these those to each end, likewise. starts: of tours
    from this one square alone, or "all".
    """

    quantity: str
    convention: str
    value: str
    method: str
    exact: bool = True
    standard_error: float | None = None
    samples: int | None = None
    by_start: Mapping[str, str] | None = None
    by_end: Mapping[str, Mapping[str, str]] | None = None
    starts: str = EVERYWHERE


@dataclass(frozen=True)
class Entry:
    """What one job found. cpu_seconds: its processor time. engine: the digest of its code.

    certificate: of its counts, how they were found a second time; None where they were not.
    """

    board: str
    piece: str
    specification: Mapping[str, Any]
    engine: str
    cpu_seconds: float
    certificate: Mapping[str, Any] | None
    figures: tuple[AtlasFigure, ...]

    @property
    def key(self) -> str:
        """Return its permanent name: board, piece, kind of job, sort of tours, and what `entry_key` adds."""
        return entry_key(self.board, self.piece, self.specification)


def square_key(square: Iterable[int]) -> str:
    """Return what the atlas calls a square: "row,column"."""
    return ",".join(map(str, square))


def entry_key(board: str, piece: str, specification: Mapping[str, Any]) -> str:
    """Return the permanent name of the entry that a job makes. piece: components, such as "1,2".

    Where the tours begin at one square alone, or are counted by both ends, that is added.
    """
    starts = specification.get("starts", EVERYWHERE)
    named = [] if starts == EVERYWHERE else [";".join(map(square_key, starts))]
    ends = ["by-end"] if specification.get("by_end") else []
    return "/".join([board, piece, specification["kind"], specification.get("tours", "any"), *named, *ends])


@cache
def all_entries() -> tuple[Entry, ...]:
    """Return the entries that come with this version."""
    return read_entries(FILE)


@cache
def atlas_version() -> str:
    """Return the version of the data: hexadecimal digits of the file's SHA-256."""
    return hashlib.sha256(FILE.read_bytes()).hexdigest()[:VERSION_LENGTH]


def read_entries(file: Path) -> tuple[Entry, ...]:
    """Return the entries of a file, none where there is no such file."""
    if not file.exists():
        return ()
    with gzip.open(file, "rt", encoding="utf-8") as lines:
        return tuple(map(_entry, lines))


def write_entries(file: Path, entries: Iterable[Entry]) -> None:
    """Write entries by their names; equal ones give equal files."""
    ordered = sorted(entries, key=lambda entry: entry.key)
    text = "".join(f"{json.dumps(_document(entry), separators=(',', ':'))}\n" for entry in ordered)
    file.write_bytes(gzip.compress(text.encode(), mtime=0))


def _entry(line: str) -> Entry:
    document = json.loads(line)
    return Entry(**document | {"figures": tuple(AtlasFigure(**figure) for figure in document["figures"])})


def _document(entry: Entry) -> dict[str, Any]:
    return vars(entry) | {"figures": [_to_json(figure) for figure in entry.figures]}


def _to_json(figure: AtlasFigure) -> dict[str, Any]:
    return {name: value for name, value in asdict(figure).items() if value not in (None, EVERYWHERE)}
