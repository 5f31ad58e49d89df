"""The tours that come with this version, brought into a database as an import, with the jobs that found them."""

from __future__ import annotations

import gzip
from functools import cache
from math import inf
from pathlib import Path

from sqlalchemy.orm import Session

from engine.kinds.imported.specification import ImportSpecification
from engine.specification.problem import ParsedSpecification
from findings.atlas.entries import VERSION_LENGTH
from findings.imports.load import file_digest, import_file
from store.jobs.lifecycle import find_equal
from store.jobs.maintenance import take_turn
from store.models.jobs import Job

FILE = Path(__file__).resolve().parent / "data" / "tours.jsonl.gz"


@cache
def tours_sha256() -> str:
    """Return the SHA-256 (hex) of the lines, not packed."""
    with gzip.open(FILE) as lines:
        return file_digest(lines)


def bring_tours(session: Session) -> Job | None:
    """Import the tours of this version, once in a database's life; part of the caller's transaction.

    Return the job that stands for them; None where they came before, also if somebody has deleted them since.
    """
    if not take_turn(session, f"atlas tours {tours_sha256()[:VERSION_LENGTH]}", inf):
        return None
    with gzip.open(FILE) as lines:
        return import_file(session, lines, "the Cavalier atlas")[0]


def tours_job(session: Session) -> Job | None:
    """Return the import of the tours of this version, if the database has it."""
    return find_equal(session, ParsedSpecification(ImportSpecification(sha256=tours_sha256())), any_engine=True)
