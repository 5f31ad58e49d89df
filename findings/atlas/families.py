"""Families of boards in the atlas: a compressed data file, one line of JSON for each family and sort of tours."""

from __future__ import annotations

import gzip
import json
from collections.abc import Iterable, Iterator, Mapping, Sequence
from dataclasses import dataclass, replace
from functools import cache
from pathlib import Path
from typing import Any

from engine.boards.existence.verdict import Tours
from engine.boards.piece import Piece, parse_piece, piece_key
from engine.number_theory.decimal_text import integer_of
from engine.search.strip.family import parse_family
from findings.atlas.build import asked_of
from findings.atlas.entries import Entry, write_compressed
from store.models.atlas import EVERYWHERE

FILE = Path(__file__).resolve().parent / "data" / "families.jsonl.gz"
KIND = "strip"

Subject = tuple[str, Piece, Tours]
"""A family's name, the piece, and which tours."""


@dataclass(frozen=True)
class FamilyEntry:
    """The result of one job of the kind `strip` for a family.

    figures: the fields of `StripFigures`. code_digest, cpu_seconds: of the job. confirmed: how many of its terms equal
    counts of single boards in the atlas.
    """

    specification: Mapping[str, Any]
    code_digest: str
    cpu_seconds: float
    figures: Mapping[str, Any]
    confirmed: int = 0

    @property
    def subject(self) -> Subject:
        """Return which family, piece and tours it is about."""
        return subject_of(self.specification)

    @property
    def key(self) -> str:
        """Return its permanent key: family, piece, kind of job and sort of tours."""
        return family_key(self.specification)


def subject_of(specification: Mapping[str, Any]) -> Subject:
    """Return which family, piece and tours a specification of the kind `strip` asks about."""
    return specification["family"], parse_piece(specification["piece"]), specification["tours"]


def family_key(specification: Mapping[str, Any]) -> str:
    """Return the permanent key of what a specification asks about, such as 5xn/1,2/strip/closed."""
    family, piece, tours = subject_of(specification)
    return "/".join([family, piece_key(piece), KIND, tours])


def family_entry(document: Mapping[str, Any]) -> FamilyEntry:
    """Return the entry of a job that has succeeded, not confirmed yet. document: its result document."""
    job = document["job"]
    seconds = round(float(job["cpu_seconds"]), 3)
    return FamilyEntry(asked_of(job["spec"]), job["code_digest"], seconds, document["extra"][KIND])


def confirm(families: Iterable[FamilyEntry], boards: Sequence[Entry]) -> list[FamilyEntry]:
    """Return families, each with the number of its terms that these counts of single boards confirm.

    ValueError names each board whose count differs from the term.
    """
    compared = [(family, dict(_compare(family, boards))) for family in families]
    wrong = [f"{family.key}: {board}" for family, same in compared for board, equal in same.items() if not equal]
    if wrong:
        raise ValueError(f"counts of single boards differ: {', '.join(wrong)}")
    return [replace(family, confirmed=len(same)) for family, same in compared]


@cache
def family_entries() -> Mapping[Subject, FamilyEntry]:
    """Return the entries of this version by what they are about."""
    return {entry.subject: entry for entry in read_families(FILE)}


def read_families(file: Path) -> tuple[FamilyEntry, ...]:
    """Return the entries of a file, none if there is no such file."""
    if not file.exists():
        return ()
    with gzip.open(file, "rt", encoding="utf-8") as lines:
        return tuple(FamilyEntry(**json.loads(line)) for line in lines)


def write_families(file: Path, entries: Iterable[FamilyEntry]) -> None:
    """Write entries in the order of their keys; equal entries give equal files."""
    ordered = sorted(entries, key=lambda entry: entry.key)
    text = "".join(f"{json.dumps(vars(entry), separators=(',', ':'))}\n" for entry in ordered)
    write_compressed(file, text)


def _compare(entry: FamilyEntry, boards: Iterable[Entry]) -> Iterator[tuple[str, bool]]:
    """Yield each board of a family that these entries count, and whether the count is the term."""
    name, piece, tours = entry.subject
    family, terms = parse_family(name, piece), entry.figures["terms"]
    labels = {family.label(n): term for n, term in enumerate(terms, 1)}
    for single in boards:
        if single.piece == piece_key(piece) and single.board in labels:
            count = _count(single, tours)
            if count is not None:
                yield single.board, count == integer_of(labels[single.board])


def _count(entry: Entry, tours: Tours) -> int | None:
    """Return an entry's count of these tours without direction; None if it has none."""
    values = {one.quantity: int(one.value) for one in entry.figures if one.exact and one.starts == EVERYWHERE}
    if tours == "closed":
        return values.get("cycles")
    if "tours" not in values or (tours == "open" and "closed" not in values):
        return None
    directed = values["tours"] - (values["closed"] if tours == "open" else 0)
    return (directed + 1) // 2  # the tour of a single square has one direction
