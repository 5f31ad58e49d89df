"""Atlas entries in their data file: one line of JSON per job, compressed."""

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
    """One figure of a board. value: exact decimal digits, or an estimate as a number.

    method: how it was found. by_start: directed tours from the first square ("row,column") of each symmetry class of
    squares, as decimal digits; None unless counted. by_end: the same split by end square. starts: the only start
    square, or "all". by_value: a census's tours by the value of its statistic. by_move: its tours by a move that they
    use ("row,column;row,column").
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
    by_value: Mapping[str, str] | None = None
    by_move: Mapping[str, str] | None = None

    @property
    def values(self) -> dict[str, str]:
        """The values by start: the figure's own, then that of the first square of each class that was counted."""
        return {self.starts: self.value, **(self.by_start or {})}


@dataclass(frozen=True)
class Entry:
    """Findings of one job. cpu_seconds: its processor time. engine: the digest of its code.

    certificate: how its counts were confirmed, by another order of squares or by a `program`; None if they were not.
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
        """Return its permanent key: board, piece, kind of job, type of tours, and what `entry_key` adds."""
        return entry_key(self.board, self.piece, self.specification)

    @property
    def exact_values(self) -> int:
        """The number of its exact values, including those by start square."""
        return sum(len(figure.values) for figure in self.figures if figure.exact)


def square_key(square: Iterable[int]) -> str:
    """Return the atlas's name of a square: "row,column"."""
    return ",".join(map(str, square))


def move_key(squares: Iterable[Iterable[int]]) -> str:
    """Return the atlas's name of a move: its two squares."""
    return ";".join(map(square_key, squares))


def entry_key(board: str, piece: str, specification: Mapping[str, Any]) -> str:
    """Return the permanent key of a job's entry. piece: components, such as "1,2".

    The key also names given start squares, counting by both ends, and a census's statistics and moves.
    """
    starts = specification.get("starts", EVERYWHERE)
    named = [] if starts == EVERYWHERE else [";".join(map(square_key, starts))]
    ends = ["by-end"] if specification.get("by_end") else []
    sums = [*(specification.get("statistics") or ()), *(["moves"] if specification.get("moves") else [])]
    return "/".join([board, piece, specification["kind"], specification.get("tours", "any"), *named, *ends, *sums])


@cache
def all_entries() -> tuple[Entry, ...]:
    """Return the entries of this version."""
    return read_entries(FILE)


@cache
def atlas_version() -> str:
    """Return the version of the data: hexadecimal digits of the file's SHA-256."""
    return hashlib.sha256(FILE.read_bytes()).hexdigest()[:VERSION_LENGTH]


def read_entries(file: Path) -> tuple[Entry, ...]:
    """Return the entries of a file, none if there is no such file."""
    if not file.exists():
        return ()
    with gzip.open(file, "rt", encoding="utf-8") as lines:
        return tuple(map(_entry, lines))


def write_entries(file: Path, entries: Iterable[Entry]) -> None:
    """Write entries in the order of their keys; equal entries give equal files."""
    ordered = sorted(entries, key=lambda entry: entry.key)
    text = "".join(f"{json.dumps(_document(entry), separators=(',', ':'))}\n" for entry in ordered)
    write_compressed(file, text)


def write_compressed(file: Path, text: str) -> None:
    """Write a text compressed, and create its folder if missing; equal texts give equal files."""
    file.parent.mkdir(parents=True, exist_ok=True)
    file.write_bytes(gzip.compress(text.encode(), mtime=0))


def _entry(line: str) -> Entry:
    document = json.loads(line)
    return Entry(**document | {"figures": tuple(AtlasFigure(**figure) for figure in document["figures"])})


def _document(entry: Entry) -> dict[str, Any]:
    return vars(entry) | {"figures": [_to_json(figure) for figure in entry.figures]}


def _to_json(figure: AtlasFigure) -> dict[str, Any]:
    return {name: value for name, value in asdict(figure).items() if value not in (None, EVERYWHERE)}
