"""The tours of this version, imported into a database with the jobs that found them."""

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
from language.translate import gettext_noop
from store.jobs.lifecycle import find_equal
from store.jobs.maintenance import claim_period
from store.models.jobs import Job

FILE = Path(__file__).resolve().parent / "data" / "tours.jsonl.gz"
PRINTED = FILE.with_name("printed-tours.jsonl")
"""The tours of publications, which `FILE` also contains."""


@cache
def tours_sha256() -> str:
    """Return the SHA-256 (hex) of the uncompressed lines."""
    with gzip.open(FILE) as lines:
        return file_digest(lines)


def bring_tours(session: Session) -> Job | None:
    """Import the tours of this version once per database, in the caller's transaction.

    Returns the import job; None if the tours were imported before, even if deleted since.
    """
    if not claim_period(session, f"atlas tours {tours_sha256()[:VERSION_LENGTH]}", inf):
        return None
    with gzip.open(FILE) as lines:
        return import_file(session, lines, gettext_noop("the Cavalier atlas"))[0]


def tours_job(session: Session) -> Job | None:
    """Return the import job of this version's tours, if any."""
    return find_equal(session, ParsedSpecification(ImportSpecification(sha256=tours_sha256())), any_code=True)
