"""The counts of a family of boards, from a data folder or a service, as a b-file."""

from __future__ import annotations

from pathlib import Path

from cli.database.connect import newest_database
from cli.errors import nothing, problem
from cli.service.connection import service
from engine.errors import InvalidProblemError
from findings.exports.counts import DisagreementError, add_comments, b_file, family_boards, known_terms, sequence
from findings.exports.provenance import origin


def sequence_file(data: Path, url: str | None, token: str | None, **asked: str | int) -> str:
    """Return the b-file of a sequence, by family, quantity, first and last n; it has at least one term."""
    file = _made_at(url, token, **asked) if url else _made_here(data, **asked)  # type: ignore[arg-type]  # by name
    if not terms_of(file):
        board = family_boards(str(asked["family"]), int(asked["first"]), int(asked["first"]))[0]
        raise nothing(_explain_missing(str(asked["family"]), str(asked["quantity"]), board))
    return file


def terms_of(file: str) -> list[int]:
    """Return the terms of a b-file."""
    return [int(line.split()[1]) for line in file.splitlines() if not line.startswith("#")]


def _explain_missing(family: str, quantity: str, board: str) -> str:
    return f"finished job that has counted all {quantity} of {board}, the first board of {family}; --first begins later"


def _made_at(url: str, token: str | None, **asked: str | int) -> str:
    with service(url, token) as client:
        return client.text("/api/v1/exports/sequence", **asked)


def _made_here(data: Path, *, family: str, quantity: str, first: int, last: int) -> str:
    made = origin("sequence", {"family": family, "quantity": quantity, "first": first, "last": last})
    try:
        with newest_database(data) as database, database.reading() as session:
            terms = known_terms(sequence(session, family_boards(family, first, last), quantity))
    except InvalidProblemError as error:
        raise problem("No board", error.message, status=422) from error
    except DisagreementError as error:
        raise problem("Counts disagree", str(error)) from error
    return add_comments(b_file(terms, first), made)
