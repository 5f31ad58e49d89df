"""What the database of a data folder knows of a question, without computing anything."""

from __future__ import annotations

from http import HTTPStatus
from pathlib import Path
from typing import Any

from cli.database.connect import newest_database
from cli.errors import invalid, problem
from cli.lazy import lasting
from drawing.numbers import time_left
from engine.errors import InvalidProblemError
from engine.kinds.parse import InvalidSpecificationError, parse_problem
from engine.specification.fields import Specification
from engine.specification.problem import ParsedSpecification
from findings.results.known_result import known_result, may_be_known
from language.translate import gettext, gettext_noop, translate

MAX_UNASKED_SECONDS = 7 * 86400
USUAL_TIMES = 20
"""Where no such job has run here, a job is assumed to take this many times the least time."""

SHORTER_WAYS = {
    "enumerate": gettext_noop("`cavalier estimate` estimates the number."),
    "census": gettext_noop(
        "Two ways are faster: --sample, which draws tours, and sums over moves, such as --statistic moves_ene."
    ),
}
"""What answers sooner, by kind of job."""


def known_here(document: object, data: Path, *, named: bool) -> dict[str, Any] | None:
    """Return the exactly known count or family that a job asks for, as its result; None if it is not known."""
    problem = checked(document)
    if not may_be_known(problem):
        return None
    with newest_database(data) as database, database.reading() as session:
        return known_result(session, problem, named=named)


def refuse_long_run(document: object, data: Path) -> None:
    """Raise a problem where a job takes more than a week here; it names shorter ways to an answer."""
    with lasting():
        from api.submission.cost_estimate import run_time  # noqa: PLC0415  weighs methods; a known answer does without

    asked = checked(document)
    with newest_database(data) as database, database.reading() as session:
        try:
            time = run_time(session, asked)
        except InvalidProblemError:  # of the kind, which says so when the job begins
            return
    seconds = time.least * USUAL_TIMES if time.seconds is None else time.seconds
    if seconds <= MAX_UNASKED_SECONDS:
        return
    takes = gettext("this takes %(time)s here; --anyway begins it all the same", time=time_left(seconds))
    ways = translate(SHORTER_WAYS.get(asked.spec.kind, ""))
    raise problem("Too long to begin unasked", f"{takes}. {ways}".rstrip(), status=HTTPStatus.UNPROCESSABLE_ENTITY)


def checked(document: object) -> ParsedSpecification[Specification]:
    """Return the job that a document describes; a problem points at each wrong field."""
    try:
        return parse_problem(document)
    except InvalidSpecificationError as error:
        raise invalid([{"pointer": fault.pointer, "detail": fault.message} for fault in error.faults]) from error
    except InvalidProblemError as error:
        raise invalid([{"pointer": error.pointer, "detail": error.message}]) from error
