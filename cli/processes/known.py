"""What the database of a data folder knows of a question, without computing anything."""

from __future__ import annotations

from pathlib import Path
from typing import Any

from cli.database.connect import newest_database
from cli.errors import invalid
from engine.errors import InvalidProblemError
from engine.kinds.parse import InvalidSpecificationError, parse_problem
from engine.specification.fields import Specification
from engine.specification.problem import ParsedSpecification
from findings.results.known_result import known_result, may_be_known


def known_here(document: object, data: Path, *, named: bool) -> dict[str, Any] | None:
    """Return the exactly known count or family that a job asks for, as its result; None if it is not known."""
    problem = checked(document)
    if not may_be_known(problem):
        return None
    with newest_database(data) as database, database.reading() as session:
        return known_result(session, problem, named=named)


def checked(document: object) -> ParsedSpecification[Specification]:
    """Return the job that a document describes; a problem points at each wrong field."""
    try:
        return parse_problem(document)
    except InvalidSpecificationError as error:
        raise invalid([{"pointer": fault.pointer, "detail": fault.message} for fault in error.faults]) from error
    except InvalidProblemError as error:
        raise invalid([{"pointer": error.pointer, "detail": error.message}]) from error
